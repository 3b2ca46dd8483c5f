#!/usr/bin/env python3
"""Writes the examples that Heedmap ships: one session manifest each, and index.json.

    python3 resources/pairs/make_pairs.py            (writes beside this file; always the same bytes)

What a reader is told of each stands here; the problems behind them in problems.py.
"""

import json
import os

from problems import (i_love_you, induction, long_text, masks, multi_head, negation, previous_token, saturation, sink,
                      three_keys, window_and_global, word_order)

HERE = os.path.dirname(os.path.abspath(__file__))


GROUPS = {
    "translation": {"en": "Translation", "zh": "翻译"},
    "by hand": {"en": "Translation, made by hand", "zh": "翻译（手工构造）"},
    "basics": {"en": "Basics", "zh": "基础"},
    "heads": {"en": "Heads of language models", "zh": "语言模型的注意力头"},
    "masks": {"en": "Masks", "zh": "掩码"},
}

EXAMPLES = [
    ("i-love-you", "translation",
     {"corpus": "english-chinese", "sentence": "I love you", "target": "我 爱 你", "gold": "0-0 1-1 2-2"}, "I love you",
     "I love you → 我 爱 你", "I love you → 我 爱 你",
     "Four small models learnt to translate, each with its own score function, and none of them saw this sentence: every "
     "Chinese word looks at the English word it translates (outlined: the gold alignment).",
     "四个小模型各用一种分数函数学会了翻译，且都没有见过这个句子：每个中文词都注视它所翻译的英文词（描边为标准对齐）。"),
    ("i-love-you-by-hand", "by hand", i_love_you, None,
     "I love you → 我 爱 你 (by hand)", "I love you → 我 爱 你（手工构造）",
     "Every Chinese word looks at the English word it translates, so the weights lie on the diagonal; scaled dot is "
     "the softest of the four (the vectors are made by hand).",
     "每个中文词都注视它所翻译的英文词，权重因此落在对角线上；四种分数中缩放点积最平缓（向量为手工构造）。"),
    ("word-order", "by hand", word_order, "I eat rice today",
     "I eat rice today → 我 今天 吃 米饭", "I eat rice today → 我 今天 吃 米饭",
     "Chinese says “today” before the verb: the row 今天 jumps to the fourth column and the rows after it step back, "
     "so the diagonal bends (the vectors are made by hand).",
     "中文把“今天”放在动词之前：“今天”一行跳到第四列，其后的行退回一列，对角线因此弯折（向量为手工构造）。"),
    ("negation", "by hand", negation, "I do not like cats",
     "I do not like cats → 我 不 喜欢 猫", "I do not like cats → 我 不 喜欢 猫",
     "One word answers two: 不 looks mostly at “not” and a little at “do”, whose link is only possible (dashed); the "
     "vectors are made by hand.",
     "一个词对应两个词：“不”主要注视 not，也略微注视 do，后者只是可能的对齐（虚线）；向量为手工构造。"),
    ("three-keys", "basics", three_keys, None, "Three keys", "三个键",
     "Under scaled dot, keys 1 and 3 fit the query equally well and get the same weight, 0.401, key 2 gets 0.198; the "
     "context is the values' mean with these weights.",
     "在缩放点积下，键 1 与键 3 与查询同样匹配，权重同为 0.401，键 2 为 0.198；上下文向量就是以这些权重对值求的平均。"),
    ("saturation", "basics", saturation, None, "Why √d_k", "为什么除以 √d_k",
     "With random queries and keys of d_k = 64, dot puts more than half of every row on one key; divided by √d_k = 8, "
     "the same scores share the row among several keys.",
     "d_k = 64 的随机查询与键：点积把每行一半以上的权重压到一个键上；同样的分数除以 √d_k = 8 之后，一行由多个键分享。"),
    ("previous-token", "heads", previous_token, None, "Previous token", "前一词元",
     "W_Q turns each position back by one step, so every token looks at the one before it: a line just below the "
     "diagonal.",
     "W_Q 把每个位置往回转一步，于是每个词元都注视它前面的一个：对角线正下方的一条线。"),
    ("induction", "heads", induction, None, "Induction: A B … A → B", "归纳：A B … A → B",
     "At its second occurrence a token looks at what followed its first: the second “▁Dur” looks at the first “s”; "
     "tokens that are new rest on <s>.",
     "词元第二次出现时，注视它第一次出现之后的内容：第二个“▁Dur”注视第一个“s”；新词元则停在 <s> 上。"),
    ("sink", "heads", sink, None, "First-token sink", "首词元汇",
     "Whatever the token, most of its row's weight goes to <s>: a head with nothing to say rests there.",
     "无论是什么词元，该行的大部分权重都流向 <s>：无事可说的注意力头就停在那里。"),
    ("multi-head", "heads", multi_head, None, "Four heads of one layer", "一层中的四个头",
     "Each head looks for something else: the token before, the same word, <s>, two tokens before; their mean shows all "
     "of it and nothing clearly.",
     "每个头寻找不同的东西：前一个词元、相同的词、<s>、前两个词元；它们的均值什么都有，却什么都不清楚。"),
    ("long", "heads", long_text, None, "Same letter, 180 letters", "相同的字母（180 个）",
     "Each letter looks at earlier letters like itself; the sentence repeats every 45 letters, so long diagonals appear "
     "at that distance (zoom in to read the letters).",
     "每个字母都注视之前与它相同的字母；句子每 45 个字母重复一次，因此在该距离上出现长对角线（放大可读出字母）。"),
    ("window", "masks", window_and_global, None, "Window and global, 135 letters", "窗口与全局（135 个字母）",
     "Only six neighbours on each side are allowed, and the first two letters see everything and are seen by all: a band "
     "and a cross; what is masked is hatched.",
     "每侧只允许看六个邻居，而前两个字母看见全部、也被全部看见：一条带和一个十字；被掩住的格子画有斜线。"),
    ("masks", "masks", masks, None, "Five masks at once", "五种掩码同时作用",
     "A key must be causal and no padding, and lie in the window, be global, or be one of the two random ones of its row; "
     "each row that allows something still sums to 1.",
     "一个键必须满足因果、不是填充，并且位于窗口内、或为全局、或是该行随机选中的两个之一；凡有允许的键的行，权重之和仍为 1。"),
]


def write(name, value):
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="\n") as file:
        json.dump(value, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


def main():
    index = []
    for identifier, group, make, sentence, title, title_zh, look_for, look_for_zh in EXAMPLES:
        trained = isinstance(make, dict)  # computed by the program's own models
        if not trained:
            write(identifier + ".json", make())
        entry = {"id": identifier, "group": GROUPS[group], "title": {"en": title, "zh": title_zh},
                 "lookFor": {"en": look_for, "zh": look_for_zh}}
        if sentence:
            entry["sentence"] = sentence
        if trained:
            entry.update(make)
        index.append(entry)
    with open(os.path.join(HERE, "index.json"), "w", encoding="utf-8", newline="\n") as file:
        json.dump(index, file, ensure_ascii=False, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
