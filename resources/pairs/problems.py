"""The problems of the shipped examples, as session manifests.

Every picture is computed by the program from what is written here; no weight is drawn by hand. The vectors of the
translation examples are made by hand, as said in their sentence: each component stands for a meaning, the last but one
and two for the position, the last is always 1 (the additive score uses it as its bias).
"""

import math


# ---------------------------------------------------------------- numbers

class Random:
    """SplitMix64 and sums of twelve uniforms: normal enough, and the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def uniform(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return ((z ^ (z >> 31)) >> 11) / 2.0**53

    def normal(self):
        return sum(self.uniform() for _ in range(12)) - 6.0

    def matrix(self, rows, columns, deviation=1.0):
        return [[deviation * self.normal() for _ in range(columns)] for _ in range(rows)]


def rounded(matrix, digits=3):
    """Whole numbers without a point; no minus zero."""
    def number(value):
        value = round(float(value), digits) + 0.0
        return int(value) if value == int(value) else value
    return [[number(v) for v in row] for row in matrix]


def identity(n, scale=1.0):
    return [[scale if i == j else 0.0 for j in range(n)] for i in range(n)]


def diagonal(values):
    return [[v if i == j else 0.0 for j in range(len(values))] for i, v in enumerate(values)]


# ---------------------------------------------------------------- the manifest

def manifest(name, kind="cross", q=None, k=None, v=None, x=None, rows=None, columns=None, tokens=None, gold=(),
             panels=("scaled",), parameters=None, mask=None, normalizer=None, picture=None, heads=1):
    arrays = {"q": q, "k": k, "v": v, "x": x}
    return {
        "heedmap": [1, 0],
        "name": name,
        "problem": {
            "kind": kind,
            **({"heads": heads} if heads > 1 else {}),
            **{key: rounded(value) for key, value in arrays.items() if value},
            "parameters": {key: rounded(value) for key, value in (parameters or {}).items()},
            "mask": mask or {},
            "normalizer": normalizer or {"kind": "softmax", "temperature": 1},
        },
        "rows": rows or [],
        "columns": columns or [],
        "tokens": tokens or [],
        "gold": [{"row": r, "column": c, "sure": s} for r, c, s in gold],
        "panels": [panel if isinstance(panel, dict) else {"score": panel} for panel in panels],
        "picture": picture or {},
    }


# ---------------------------------------------------------------- translation, vectors made by hand

FOUR = ("additive", "dot", "general", "scaled")


def position(i, radius=0.8, step=0.6):
    return [radius * math.cos(step * i), radius * math.sin(step * i)]


def word(meanings, features, place):
    vector = [meanings.get(feature, 0.0) for feature in features]
    return vector + position(place) + [1.0]


def matching(features):
    """Additive parameters: one hidden unit a meaning, high when query and key both have it.

    Unit f is tanh(g (q_f + k_f - 3)): with meanings of about 2 it is high only for both; the constant 1 of the query
    carries the -3.
    """
    width = len(features) + 3
    gain, weight = 1.1, 2.6
    w_s = [[0.0] * width for _ in features]
    w_h = [[0.0] * width for _ in features]
    for f in range(len(features)):
        w_s[f][f] = gain
        w_s[f][width - 1] = -3.0 * gain
        w_h[f][f] = gain
    return {"W_s": w_s, "W_h": w_h, "v": [[weight] for _ in features]}


def translation(name, features, source, target, links, gains=None):
    """source, target: (token, {feature: strength}); links: (target, source, sure)."""
    k = [word(m, features, i) for i, (_, m) in enumerate(source)]
    q = [word(m, features, i) for i, (_, m) in enumerate(target)]
    v = [[m.get(feature, 0.0) for feature in features] for _, m in source]
    gains = gains or {}
    parameters = matching(features)
    parameters["W"] = diagonal([gains.get(feature, 0.8) for feature in features] + [0.5, 0.5, 0.0])
    return manifest(name, q=q, k=k, v=v, rows=[t for t, _ in target], columns=[t for t, _ in source], gold=links,
                    panels=FOUR, parameters=parameters)


def i_love_you():
    features = ["speaker", "loving", "listener", "end", "verb"]
    source = [("I", {"speaker": 2.1, "loving": 0.3}),
              ("love", {"loving": 2.0, "speaker": 0.3, "listener": 0.3, "verb": 0.6}),
              ("you", {"listener": 2.2, "loving": 0.4}),
              ("⏎", {"end": 2.0})]
    target = [("我", {"speaker": 2.0, "loving": 0.2}),
              ("爱", {"loving": 1.9, "listener": 0.4, "verb": 0.6}),
              ("你", {"listener": 2.1, "speaker": 0.2})]
    return translation("I love you", features, source, target, [(0, 0, True), (1, 1, True), (2, 2, True)])


def word_order():
    features = ["speaker", "eating", "food", "time", "end"]
    source = [("I", {"speaker": 2.1, "eating": 0.3}),
              ("eat", {"eating": 2.0, "food": 0.7, "speaker": 0.2}),
              ("rice", {"food": 2.1, "eating": 0.6}),
              ("today", {"time": 2.2}),
              ("⏎", {"end": 2.0, "time": 0.3})]
    target = [("我", {"speaker": 2.0, "eating": 0.2}),
              ("今天", {"time": 2.0, "speaker": 0.2}),
              ("吃", {"eating": 2.0, "food": 0.4}),
              ("米饭", {"food": 2.1, "eating": 0.3}),
              ("⏎", {"end": 2.1})]
    return translation("I eat rice today", features, source, target,
                       [(0, 0, True), (1, 3, True), (2, 1, True), (3, 2, True)])


def negation():
    features = ["speaker", "auxiliary", "not", "liking", "cat", "end"]
    source = [("I", {"speaker": 2.1}),
              ("do", {"auxiliary": 1.7, "not": 0.7, "liking": 0.3}),
              ("not", {"not": 2.1, "auxiliary": 0.6}),
              ("like", {"liking": 2.1, "auxiliary": 0.3}),
              ("cats", {"cat": 2.2, "liking": 0.2}),
              ("⏎", {"end": 2.0})]
    target = [("我", {"speaker": 2.0}),
              ("不", {"not": 1.9, "auxiliary": 0.9}),
              ("喜欢", {"liking": 2.0, "cat": 0.2}),
              ("猫", {"cat": 2.1, "liking": 0.3}),
              ("⏎", {"end": 2.1})]
    return translation("I do not like cats", features, source, target,
                       [(0, 0, True), (1, 2, True), (1, 1, False), (2, 3, True), (3, 4, True)])


# ---------------------------------------------------------------- basics

def three_keys():
    return manifest("three keys", q=[[1, 0]], k=[[1, 0], [0, 1], [1, 1]], v=[[10, 0], [0, 20], [5, 5]],
                    rows=["query"], columns=["key 1", "key 2", "key 3"],
                    panels=("scaled", "dot", "general", "additive"),
                    parameters={"W": [[1, -1], [0, 1]], "W_s": identity(2), "W_h": identity(2), "v": [[1], [1]]})


def saturation():
    random = Random(11)
    n, d = 8, 64
    q = random.matrix(n, d)
    k = random.matrix(n, d)
    v = random.matrix(n, 4)
    return manifest("saturation", q=q, k=k, v=v, rows=[f"query {i + 1}" for i in range(n)],
                    columns=[f"key {j + 1}" for j in range(n)], panels=("dot", "scaled"))


# ---------------------------------------------------------------- heads of language models

def one_hot(index, size, value=1.0):
    return [value if i == index else 0.0 for i in range(size)]


def previous_token():
    tokens = ["<s>", "▁the", "▁cat", "▁sat", "▁on", "▁the", "▁mat", "▁and", "▁went", "▁to", "▁sleep", "."]
    speeds = [1.6, 0.9, 0.45]
    words = sorted(set(tokens))
    x = [one_hot(words.index(t), len(words)) +
         [f(s * i) for s in speeds for f in (math.cos, math.sin)] for i, t in enumerate(tokens)]
    kept, places = len(words), 2 * len(speeds)
    # W_Q turns the position back by one step, so that q_i is what k_(i-1) looks like.
    w_q = [[0.0] * places for _ in range(kept + places)]
    w_k = [[0.0] * places for _ in range(kept + places)]
    gain = 6.0
    for f, s in enumerate(speeds):
        a, b = 2 * f, 2 * f + 1
        w_q[kept + a][a], w_q[kept + b][a] = gain * math.cos(s), gain * math.sin(s)
        w_q[kept + a][b], w_q[kept + b][b] = -gain * math.sin(s), gain * math.cos(s)
        w_k[kept + a][a] = w_k[kept + b][b] = 1.0
    w_v = [[1.0 if r == c else 0.0 for c in range(kept)] for r in range(kept + places)]
    return manifest("previous token", kind="self", x=x, tokens=tokens, mask={"causal": True},
                    parameters={"W_q": w_q, "W_k": w_k, "W_v": w_v})


def induction():
    tokens = ["<s>", "▁Mrs", "▁Dur", "s", "ley", "▁was", "▁thin", "▁and", "▁Mr", "▁Dur", "s", "ley", "▁was", "▁big"]
    words = sorted(set(tokens))
    n = len(words)
    # X = [the token | the token before (as a previous-token head has written it there) | is <s> | 1]
    x = []
    for i, t in enumerate(tokens):
        before = one_hot(words.index(tokens[i - 1]), n) if i > 0 else [0.0] * n
        x.append(one_hot(words.index(t), n) + before + [1.0 if i == 0 else 0.0, 1.0])
    width = 2 * n + 2
    w_q = [[0.0] * (n + 1) for _ in range(width)]
    w_k = [[0.0] * (n + 1) for _ in range(width)]
    for f in range(n):
        w_q[f][f] = 6.0     # asks: who comes after a token like me?
        w_k[n + f][f] = 6.0
    w_q[2 * n + 1][n] = 4.0  # and rests on <s> where nobody does
    w_k[2 * n][n] = 4.0
    w_v = [[1.0 if r == c else 0.0 for c in range(n)] for r in range(width)]
    return manifest("induction", kind="self", x=x, tokens=tokens, mask={"causal": True},
                    parameters={"W_q": w_q, "W_k": w_k, "W_v": w_v})


def sink():
    tokens = ["<s>", "▁It", "▁is", "▁raining", "▁,", "▁so", "▁we", "▁stay", "▁at", "▁home", "▁and", "▁read"]
    random = Random(5)
    content = 6
    x = [random_row + [1.0 if i == 0 else 0.0, 1.0]
         for i, random_row in enumerate(random.matrix(len(tokens), content, 0.9))]
    w_q = [[0.0] * (content + 1) for _ in range(content + 2)]
    w_k = [[0.0] * (content + 1) for _ in range(content + 2)]
    for f in range(content):
        w_q[f][f] = w_k[f][f] = 1.0
    w_q[content + 1][content] = 4.0
    w_k[content][content] = 3.0
    w_v = [[1.0 if r == c else 0.0 for c in range(content)] for r in range(content + 2)]
    return manifest("first-token sink", kind="self", x=x, tokens=tokens, mask={"causal": True},
                    parameters={"W_q": w_q, "W_k": w_k, "W_v": w_v})


def turned(w, row, column, speeds, steps, gain):
    """Columns of w from `column` on: the position from `row` on, turned back by so many steps."""
    for f, s in enumerate(speeds):
        a, b, angle = 2 * f, 2 * f + 1, s * steps
        w[row + a][column + a], w[row + b][column + a] = gain * math.cos(angle), gain * math.sin(angle)
        w[row + a][column + b], w[row + b][column + b] = -gain * math.sin(angle), gain * math.cos(angle)


def multi_head():
    tokens = ["<s>", "▁the", "▁cat", "▁and", "▁the", "▁dog", "▁sat", "▁on", "▁the", "▁mat"]
    speeds = [1.6, 0.9, 0.45]
    words = sorted(set(tokens))
    n, heads, size = len(words), 4, 8
    # X = [the token | its position | is <s> | 1]; each head has 8 columns of W_Q and W_K.
    x = [one_hot(words.index(t), n) + [f(s * i) for s in speeds for f in (math.cos, math.sin)] +
         [1.0 if i == 0 else 0.0, 1.0] for i, t in enumerate(tokens)]
    first, one = n + 6, n + 7
    w_q = [[0.0] * (heads * size) for _ in range(n + 8)]
    w_k = [[0.0] * (heads * size) for _ in range(n + 8)]
    w_v = [[0.0] * (heads * size) for _ in range(n + 8)]
    turned(w_q, n, 0, speeds, 1, 8.0)         # head 0: the token before
    turned(w_k, n, 0, speeds, 0, 1.0)
    for f in range(n):                        # head 1: the same word
        w_q[f][size + f], w_k[f][size + f] = 4.0, 3.0
    w_q[one][2 * size], w_k[first][2 * size] = 4.0, 3.0  # head 2: <s>, whatever the token
    turned(w_q, n, 3 * size, speeds, 2, 8.0)  # head 3: two tokens before
    turned(w_k, n, 3 * size, speeds, 0, 1.0)
    for h in range(heads):
        for f in range(n):
            w_v[f][h * size + f] = 1.0
    panels = [{"score": "scaled", "head": h} for h in range(heads)]
    return manifest("multi-head", kind="self", x=x, tokens=tokens, mask={"causal": True}, heads=heads,
                    parameters={"W_q": w_q, "W_k": w_k, "W_v": w_v},
                    panels=panels + ["scaled", {"score": "scaled", "overHeads": "max"}])


PANGRAM = "the quick brown fox jumps over the lazy dog."


def letters(text, value):
    alphabet = sorted(set(text))
    return [one_hot(alphabet.index(c), len(alphabet), value) for c in text]


def long_text():
    text = (PANGRAM + " ") * 4
    return manifest("long", kind="self", x=letters(text, 4.0), tokens=list(text), mask={"causal": True},
                    picture={"range": "auto", "scale": "sqrt"})


def window_and_global():
    text = (PANGRAM + " ") * 3
    return manifest("window and global", kind="self", x=letters(text, 3.0), tokens=list(text),
                    mask={"window": 6, "global": 2}, picture={"range": "auto", "scale": "sqrt"})


def masks():
    random = Random(3)
    n = 20
    return manifest("masks", kind="self", x=random.matrix(n, 8, 0.6), tokens=[f"t{i}" for i in range(n)],
                    mask={"causal": True, "padding": 18, "window": 2, "global": 1, "random": 2, "random_seed": 0},
                    panels=("scaled", "cosine"), picture={"range": "auto"})
