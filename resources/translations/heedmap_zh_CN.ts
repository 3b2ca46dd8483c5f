<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>注意力(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>撤销“%1”(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>重做“%1”(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a tensor file, a session or a picture</source>
        <translation>打开张量文件、会话或图片</translation>
    </message>
    <message>
        <source>&amp;Save Session</source>
        <translation>保存会话(&amp;S)</translation>
    </message>
    <message>
        <source>Save everything in a .heedmap file</source>
        <translation>把全部内容存入一个 .heedmap 文件</translation>
    </message>
    <message>
        <source>Save Session &amp;As…</source>
        <translation>会话另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save under another name</source>
        <translation>以另一个名称保存</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Export the picture or its numbers: PNG, SVG, PDF, CSV, TSV, NPY, NPZ, JSON</source>
        <translation>导出图片或其中的数值：PNG、SVG、PDF、CSV、TSV、NPY、NPZ、JSON</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the program</source>
        <translation>关闭程序</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Take the last change back</source>
        <translation>撤回上一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>重新进行该更改</translation>
    </message>
    <message>
        <source>&amp;Copy Numbers</source>
        <translation>复制数值(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected numbers, separated by tabs, for a spreadsheet</source>
        <translation>复制选中的数值，以制表符分隔，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Copy &amp;Picture</source>
        <translation>复制图片(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the picture as it is shown</source>
        <translation>按显示的样子复制图片</translation>
    </message>
    <message>
        <source>P&amp;aste Numbers</source>
        <translation>粘贴数值(&amp;A)</translation>
    </message>
    <message>
        <source>Paste a block from a spreadsheet or a Python literal</source>
        <translation>粘贴来自电子表格的数据块或 Python 字面量</translation>
    </message>
    <message>
        <source>&amp;Cross-attention</source>
        <translation>交叉注意力(&amp;C)</translation>
    </message>
    <message>
        <source>Queries come from the target, keys and values from the source</source>
        <translation>查询来自目标，键和值来自源</translation>
    </message>
    <message>
        <source>&amp;Self-attention</source>
        <translation>自注意力(&amp;S)</translation>
    </message>
    <message>
        <source>Queries, keys and values come from one sequence</source>
        <translation>查询、键和值来自同一个序列</translation>
    </message>
    <message>
        <source>&amp;Additive</source>
        <translation>加性(&amp;A)</translation>
    </message>
    <message>
        <source>Show the additive score, v·tanh(W_s q + W_h k)</source>
        <translation>显示加性分数 v·tanh(W_s q + W_h k)</translation>
    </message>
    <message>
        <source>&amp;Dot</source>
        <translation>点积(&amp;D)</translation>
    </message>
    <message>
        <source>Show the dot product, q·k</source>
        <translation>显示点积 q·k</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>双线性（general）(&amp;G)</translation>
    </message>
    <message>
        <source>Show the general score, q·W·k</source>
        <translation>显示双线性分数 q·W·k</translation>
    </message>
    <message>
        <source>Sca&amp;led Dot</source>
        <translation>缩放点积(&amp;L)</translation>
    </message>
    <message>
        <source>Show the scaled dot product, q·k / √d_k</source>
        <translation>显示缩放点积 q·k / √d_k</translation>
    </message>
    <message>
        <source>C&amp;osine</source>
        <translation>余弦(&amp;O)</translation>
    </message>
    <message>
        <source>Show the cosine of query and key times β</source>
        <translation>显示查询与键的余弦乘以 β</translation>
    </message>
    <message>
        <source>&amp;Mask…</source>
        <translation>掩码(&amp;M)…</translation>
    </message>
    <message>
        <source>Choose which keys a query may see</source>
        <translation>选择查询可以看到哪些键</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Show fewer cells, larger</source>
        <translation>显示更少、更大的单元格</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Show more cells, smaller</source>
        <translation>显示更多、更小的单元格</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <source>Show the whole matrix</source>
        <translation>显示整个矩阵</translation>
    </message>
    <message>
        <source>&amp;Lock Crosshair</source>
        <translation>锁定十字线(&amp;L)</translation>
    </message>
    <message>
        <source>Keep the crosshair where it is</source>
        <translation>让十字线停在原处</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark as the desktop</source>
        <translation>与桌面一致的浅色或深色</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dark text on light ground</source>
        <translation>浅底深字</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Light text on dark ground</source>
        <translation>深底浅字</translation>
    </message>
    <message>
        <source>As the S&amp;ystem</source>
        <translation>跟随系统(&amp;Y)</translation>
    </message>
    <message>
        <source>The language of the desktop</source>
        <translation>桌面的语言</translation>
    </message>
    <message>
        <source>&amp;Find Action…</source>
        <translation>查找操作(&amp;F)…</translation>
    </message>
    <message>
        <source>Find any action or example by its name</source>
        <translation>按名称查找任何操作或示例</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <source>What the words mean, in English and Chinese</source>
        <translation>各术语的含义，中英对照</translation>
    </message>
    <message>
        <source>&amp;About Heedmap</source>
        <translation>关于 Heedmap(&amp;A)</translation>
    </message>
    <message>
        <source>Version, authors and licence</source>
        <translation>版本、作者和许可证</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>Draw as Li&amp;nes</source>
        <translation>画成连线(&amp;N)</translation>
    </message>
    <message>
        <source>Draw a line for each weight from keys to queries, all panels in one</source>
        <translation>从键到查询为每个权重画一条线，所有面板合在一张图中</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>探索(&amp;E)</translation>
    </message>
    <message>
        <source>Look at attention: edit it, compare it, explain it</source>
        <translation>查看注意力：编辑、比较、解释</translation>
    </message>
    <message>
        <source>&amp;Align</source>
        <translation>对齐(&amp;A)</translation>
    </message>
    <message>
        <source>Train small translation models and watch α become a diagonal</source>
        <translation>训练小型翻译模型，看 α 逐渐变成对角线</translation>
    </message>
    <message>
        <source>&amp;Cost</source>
        <translation>开销(&amp;C)</translation>
    </message>
    <message>
        <source>What attention costs in operations and memory as sequences grow</source>
        <translation>序列变长时，注意力需要多少运算和内存</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>Train the chosen models side by side, pause, and go on</source>
        <translation>同时训练所选的模型；可暂停、可继续</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>单步(&amp;S)</translation>
    </message>
    <message>
        <source>One training step of every model</source>
        <translation>每个模型训练一步</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Throw the training away and begin anew</source>
        <translation>丢弃训练结果，重新开始</translation>
    </message>
    <message>
        <source>A&amp;lign</source>
        <translation>对齐(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Workspace</source>
        <translation>工作区(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Why √d_k…</source>
        <translation>为什么除以 √d_k(&amp;W)…</translation>
    </message>
    <message>
        <source>Variance, entropy and gradient over the same data, with and without the root</source>
        <translation>同一数据下的方差、熵和梯度，除以与不除以根号</translation>
    </message>
    <message>
        <source>Guided &amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>The window in nine short stops</source>
        <translation>用九个短短的步骤介绍窗口</translation>
    </message>
    <message>
        <source>D&amp;ifference Panel</source>
        <translation>差值面板(&amp;I)</translation>
    </message>
    <message>
        <source>Show the active panel minus the first other one</source>
        <translation>显示当前面板减去另一个面板的差</translation>
    </message>
    <message>
        <source>Gradient × Atte&amp;ntion Panel</source>
        <translation>梯度 × 注意力面板(&amp;N)</translation>
    </message>
    <message>
        <source>Show how much of the context&apos;s length each key contributes</source>
        <translation>显示每个键对上下文长度的贡献</translation>
    </message>
    <message>
        <source>&amp;Rollout Panel</source>
        <translation>注意力展开面板(&amp;R)</translation>
    </message>
    <message>
        <source>Show how the outputs of the stack of layers are made of its inputs</source>
        <translation>显示各层堆叠的输出由哪些输入构成</translation>
    </message>
    <message>
        <source>Attention &amp;Flow Panel</source>
        <translation>注意力流面板(&amp;F)</translation>
    </message>
    <message>
        <source>Show the largest flow from each output of the stack of layers to each input</source>
        <translation>显示各层堆叠中每个输出到每个输入的最大流</translation>
    </message>
    <message>
        <source>Fig&amp;ures of Panels</source>
        <translation>面板指标(&amp;U)</translation>
    </message>
    <message>
        <source>Show figures of the panels and between them, and one row of all</source>
        <translation>显示各面板及面板之间的指标，以及所有面板的同一行</translation>
    </message>
    <message>
        <source>Open a Mo&amp;del Folder…</source>
        <translation>打开模型文件夹(&amp;D)…</translation>
    </message>
    <message>
        <source>Open a published model and see what its heads do in a text</source>
        <translation>打开已发布的模型，看它的各个头在一段文本中做什么</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>computing… %1 %</source>
        <translation>正在计算… %1 %</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>mapped from the file · read in %1</source>
        <translation>映射自文件 · 读取用时 %1</translation>
    </message>
    <message>
        <source>computed on demand · ready in %1</source>
        <translation>按需计算 · 准备用时 %1</translation>
    </message>
    <message>
        <source>in memory · computed in %1</source>
        <translation>全部在内存中 · 计算用时 %1</translation>
    </message>
    <message>
        <source>shows an earlier problem</source>
        <translation>显示的是先前的问题</translation>
    </message>
    <message>
        <source>shows τ = %1, asked τ = %2</source>
        <translation>显示的是 τ = %1，要求的是 τ = %2</translation>
    </message>
    <message>
        <source>shows mask %1, asked mask %2</source>
        <translation>显示的是掩码 %1，要求的是掩码 %2</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>shows a sample</source>
        <translation>显示的是抽样</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>state, what is shown</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Adaptation</name>
    <message>
        <source>%1 now has %2 rows, as %3 has (1 row of zeros added)</source>
        <translation>%1 现有 %2 行，与%3一致（添加了 1 行零）</translation>
    </message>
    <message>
        <source>%1 now has %2 rows, as %3 has (%4 rows of zeros added)</source>
        <translation>%1 现有 %2 行，与%3一致（添加了 %4 行零）</translation>
    </message>
    <message>
        <source>the last row of %1 was removed to go with %3</source>
        <translation>为与%3一致，删除了 %1 的最后一行</translation>
    </message>
    <message>
        <source>the last %4 rows of %1 were removed to go with %3</source>
        <translation>为与%3一致，删除了 %1 的最后 %4 行</translation>
    </message>
    <message>
        <source>the number of %1 tokens is now %2, as %3 has</source>
        <translation>%1词元数现为 %2，与 %3 一致</translation>
    </message>
    <message>
        <source>%1 is now %2, as d_q = %3 and d_k = %4 (what is new in it was drawn at random with seed 0)</source>
        <translation>因 d_q = %3、d_k = %4，%1 现为 %2（新增部分以种子 0 随机生成）</translation>
    </message>
    <message>
        <source>%1 is now %2, as X has %3 columns (what is new in it is the identity)</source>
        <translation>因 X 有 %3 列，%1 现为 %2（新增部分取自单位矩阵）</translation>
    </message>
    <message>
        <source>%1 was not given and was drawn at random with seed 0 (%2)</source>
        <translation>未给出 %1，已以种子 0 随机生成（%2）</translation>
    </message>
    <message>
        <source>the custom mask is now %1, as α is (new cells are allowed)</source>
        <translation>自定义掩码现为 %1，与 α 一致（新单元格均允许）</translation>
    </message>
    <message>
        <source>one gold link pointed outside the tokens and was removed</source>
        <translation>有一条人工标注对齐指向词元之外，已删除</translation>
    </message>
    <message>
        <source>%1 gold links pointed outside the tokens and were removed</source>
        <translation>有 %1 条人工标注对齐指向词元之外，已删除</translation>
    </message>
    <message>
        <source>%1 had no numbers yet; it was copied from %2</source>
        <translation>%1 尚无数值，已从 %2 复制</translation>
    </message>
    <message>
        <source>the other score functions&apos; own Q, K and V now have as many rows</source>
        <translation>其他打分函数自己的 Q、K 和 V 现在也有同样多的行</translation>
    </message>
    <message>
        <source>%1 is now %2, as %4 has %3 columns (what is new in it is the identity)</source>
        <translation>%1 现为 %2，因为 %4 有 %3 列（新增部分为单位矩阵）</translation>
    </message>
    <message>
        <source>%1 is now %2, as the heads side by side have %3 columns (what is new in it is the identity)</source>
        <translation>%1 现为 %2，因为各头并排共有 %3 列（新增部分为单位矩阵）</translation>
    </message>
</context>
<context>
    <name>Corpus</name>
    <message>
        <source>English → Chinese</source>
        <translation>英语 → 汉语</translation>
    </message>
    <message>
        <source>English → French</source>
        <translation>英语 → 法语</translation>
    </message>
    <message>
        <source>English → German</source>
        <translation>英语 → 德语</translation>
    </message>
    <message>
        <source>Dates → ISO 8601</source>
        <translation>日期 → ISO 8601</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>反转</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>full attention</source>
        <translation>完整注意力</translation>
    </message>
    <message>
        <source>additive attention</source>
        <translation>加性注意力</translation>
    </message>
    <message>
        <source>causal attention</source>
        <translation>因果注意力</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>causal window</source>
        <translation>因果窗口</translation>
    </message>
    <message>
        <source>dilated window</source>
        <translation>空洞窗口</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>BigBird</source>
        <translation>BigBird</translation>
    </message>
    <message>
        <source>fused (Flash)</source>
        <translation>融合（Flash）</translation>
    </message>
    <message>
        <source>linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>Performer</source>
        <translation>Performer</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
    <message>
        <source>GRU</source>
        <translation>GRU</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>dilated convolution</source>
        <translation>空洞卷积</translation>
    </message>
    <message>
        <source>Every query looks at every key (Vaswani et al. 2017)</source>
        <translation>每个查询都看每个键（Vaswani 等 2017）</translation>
    </message>
    <message>
        <source>The same with the scores of Bahdanau et al. 2015</source>
        <translation>同上，但用 Bahdanau 等 2015 的分数</translation>
    </message>
    <message>
        <source>No query looks at a later key</source>
        <translation>查询不看更靠后的键</translation>
    </message>
    <message>
        <source>Keys up to the window away, on both sides (Longformer, Beltagy et al. 2020)</source>
        <translation>两侧窗口以内的键（Longformer，Beltagy 等 2020）</translation>
    </message>
    <message>
        <source>Keys up to the window back, and none later</source>
        <translation>只看左侧窗口内的键，不看右侧</translation>
    </message>
    <message>
        <source>As many keys as the window, a step apart</source>
        <translation>键数与窗口相同，但按步长隔开</translation>
    </message>
    <message>
        <source>Keys of the same block</source>
        <translation>同一块中的键</translation>
    </message>
    <message>
        <source>Window, global positions and random keys (Zaheer et al. 2020)</source>
        <translation>窗口、全局位置和随机键（Zaheer 等 2020）</translation>
    </message>
    <message>
        <source>Every key, but α is never stored (Dao et al. 2022)</source>
        <translation>看每个键，但从不存储 α（Dao 等 2022）</translation>
    </message>
    <message>
        <source>Feature map elu + 1 in place of softmax (Katharopoulos et al. 2020)</source>
        <translation>以特征映射 elu + 1 代替 softmax（Katharopoulos 等 2020）</translation>
    </message>
    <message>
        <source>Random features that come near softmax (Choromanski et al. 2021)</source>
        <translation>近似 softmax 的随机特征（Choromanski 等 2021）</translation>
    </message>
    <message>
        <source>One recurrent layer of the model&apos;s width: 8·n·d²</source>
        <translation>一个与模型同宽的循环层：8·n·d²</translation>
    </message>
    <message>
        <source>One recurrent layer of the model&apos;s width: 6·n·d²</source>
        <translation>一个与模型同宽的循环层：6·n·d²</translation>
    </message>
    <message>
        <source>One layer of width k; a stack of them reaches further layer by layer</source>
        <translation>一个宽度为 k 的层；多层堆叠，逐层看得更远</translation>
    </message>
    <message>
        <source>One layer of width k; each layer of a stack reaches k times as far</source>
        <translation>一个宽度为 k 的层；每多一层，可及距离变为 k 倍</translation>
    </message>
    <message>
        <source>scores, n²·d</source>
        <translation>分数，n²·d</translation>
    </message>
    <message>
        <source>whole layer</source>
        <translation>整层</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>bytes of α</source>
        <translation>α 的字节数</translation>
    </message>
    <message>
        <source>memory traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>steps in a row</source>
        <translation>串行步数</translation>
    </message>
    <message>
        <source>longest path</source>
        <translation>最长路径</translation>
    </message>
    <message>
        <source>multiply–adds</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>steps one after another</source>
        <translation>必须依次进行的步数</translation>
    </message>
    <message>
        <source>layers or steps between the ends</source>
        <translation>两端之间的层数或步数</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>switch to self-attention</source>
        <translation>切换到自注意力</translation>
    </message>
    <message>
        <source>switch to cross-attention</source>
        <translation>切换到交叉注意力</translation>
    </message>
    <message>
        <source>show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation>隐藏%1</translation>
    </message>
    <message>
        <source>allow cell (%1, %2)</source>
        <translation>允许单元格 (%1, %2)</translation>
    </message>
    <message>
        <source>mask cell (%1, %2)</source>
        <translation>遮蔽单元格 (%1, %2)</translation>
    </message>
    <message>
        <source>allow %1 × %2 cells</source>
        <translation>允许 %1 × %2 个单元格</translation>
    </message>
    <message>
        <source>mask %1 × %2 cells</source>
        <translation>遮蔽 %1 × %2 个单元格</translation>
    </message>
    <message>
        <source>draw lines</source>
        <translation>画成连线</translation>
    </message>
    <message>
        <source>draw heatmaps</source>
        <translation>画成热力图</translation>
    </message>
    <message>
        <source>self-attention of an encoder</source>
        <translation>编码器的自注意力</translation>
    </message>
    <message>
        <source>causal self-attention of a decoder</source>
        <translation>解码器的因果自注意力</translation>
    </message>
    <message>
        <source>cross-attention of a decoder</source>
        <translation>解码器的交叉注意力</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>%1 key/value heads</source>
        <translation>%1 个 KV 头</translation>
    </message>
    <message>
        <source>choose the heads on show</source>
        <translation>选择显示哪些头</translation>
    </message>
    <message>
        <source>add biases</source>
        <translation>添加偏置</translation>
    </message>
    <message>
        <source>remove biases</source>
        <translation>移除偏置</translation>
    </message>
    <message>
        <source>Random projections (seed %1)</source>
        <translation>随机投影（种子 %1）</translation>
    </message>
    <message>
        <source>swap the difference</source>
        <translation>交换差的两项</translation>
    </message>
    <message>
        <source>change the rollout</source>
        <translation>更改注意力展开</translation>
    </message>
    <message>
        <source>choose head %1</source>
        <translation>选择头 %1</translation>
    </message>
    <message>
        <source>mean or largest of the chosen heads</source>
        <translation>所选头的均值或最大值</translation>
    </message>
    <message>
        <source>exchange rows and columns</source>
        <translation>交换行与列</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>there is no mask &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation>没有名为“%1”的掩码；您是指“%2”吗？</translation>
    </message>
    <message>
        <source>the mask %1 takes a whole number from 0 up, as in %1:2, not &quot;%2&quot;</source>
        <translation>掩码 %1 需要一个不小于 0 的整数，例如 %1:2，而不是“%2”</translation>
    </message>
    <message>
        <source>the mask custom takes a file, as in custom:mask.npy</source>
        <translation>掩码 custom 需要一个文件，例如 custom:mask.npy</translation>
    </message>
    <message>
        <source>a custom mask cannot be given here</source>
        <translation>此处不能给出自定义掩码</translation>
    </message>
    <message>
        <source>the custom mask is %1, but α is %2</source>
        <translation>自定义掩码为 %1，而 α 为 %2</translation>
    </message>
    <message>
        <source>%1 columns cannot be split evenly into %2 heads</source>
        <translation>%1 列不能均分给 %2 个头</translation>
    </message>
    <message>
        <source>%1 query heads cannot share %2 key/value heads evenly</source>
        <translation>%1 个查询头不能均匀共用 %2 个键/值头</translation>
    </message>
    <message>
        <source>%1 has %2 rows, but X has %3 columns</source>
        <translation>%1 有 %2 行，而 X 有 %3 列</translation>
    </message>
    <message>
        <source>K has %1 rows and V has %2, but every key needs its value</source>
        <translation>K 有 %1 行而 V 有 %2 行，但每个键都需要有对应的值</translation>
    </message>
    <message>
        <source>%1 needs queries and keys of one size, but d_q = %2 and d_k = %3; general and additive do not</source>
        <translation>%1要求查询与键维数相同，但 d_q = %2、d_k = %3；双线性和加性没有此要求</translation>
    </message>
    <message>
        <source>%1 is %2, but with d_q = %3 and d_k = %4 it has to be %5</source>
        <translation>%1 为 %2，但当 d_q = %3、d_k = %4 时必须为 %5</translation>
    </message>
    <message>
        <source>this list has %1 entries, but the lists before it have %2</source>
        <translation>此列表有 %1 项，而之前的列表有 %2 项</translation>
    </message>
    <message>
        <source>numbers and lists stand side by side; every entry has to be nested as deep as the first</source>
        <translation>数值与列表并列；每一项的嵌套深度都必须与第一项相同</translation>
    </message>
    <message>
        <source>a list of numbers holds something else</source>
        <translation>数值列表中含有其他内容</translation>
    </message>
    <message>
        <source>the numbers are nested more than 5 deep; at most 5 axes are read from JSON</source>
        <translation>数值的嵌套超过 5 层；从 JSON 最多读取 5 个轴</translation>
    </message>
    <message>
        <source>no list of numbers was found; write [[0.5, 0.5], [1, 0]] or {&quot;tokens&quot;: [&quot;a&quot;, &quot;b&quot;], &quot;attention&quot;: …}</source>
        <translation>未找到数值列表；请写成 [[0.5, 0.5], [1, 0]] 或 {&quot;tokens&quot;: [&quot;a&quot;, &quot;b&quot;], &quot;attention&quot;: …}</translation>
    </message>
    <message>
        <source>this is not valid JSON: %1</source>
        <translation>不是有效的 JSON：%1</translation>
    </message>
    <message>
        <source>no tokens were found; write {&quot;rows&quot;: [&quot;a&quot;, &quot;b&quot;], &quot;columns&quot;: [&quot;x&quot;, &quot;y&quot;]}</source>
        <translation>未找到词元；请写成 {&quot;rows&quot;: [&quot;a&quot;, &quot;b&quot;], &quot;columns&quot;: [&quot;x&quot;, &quot;y&quot;]}</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P</source>
        <translation>“%1”不是对齐链接；请写成“源-目标”的形式，例如 0-2、0p2、0-2S 或 0-2P</translation>
    </message>
    <message>
        <source>the link &quot;%1&quot; points outside the %2 source and %3 target tokens</source>
        <translation>链接“%1”指向 %2 个源词元和 %3 个目标词元之外</translation>
    </message>
    <message>
        <source>the file cannot be opened: %1</source>
        <translation>无法打开文件：%1</translation>
    </message>
    <message>
        <source>this is %1, not a file</source>
        <translation>这是%1，不是文件</translation>
    </message>
    <message>
        <source>reading stopped: %1</source>
        <translation>读取中断：%1</translation>
    </message>
    <message>
        <source>the file had %1 bytes when it was opened and has %2 now; open it again</source>
        <translation>文件打开时有 %1 字节，现在有 %2 字节；请重新打开</translation>
    </message>
    <message>
        <source>%1 bytes of memory are needed, more than there are</source>
        <translation>需要 %1 字节内存，超出可用内存</translation>
    </message>
    <message>
        <source>the text holds no numbers</source>
        <translation>文本中没有数值</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation>“%1”不是数值</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number; decimals are written with a point, as in %2</source>
        <translation>“%1”不是数值；小数须用点号书写，例如 %2</translation>
    </message>
    <message>
        <source>%1 is larger than float64 can hold</source>
        <translation>%1 超出 float64 的表示范围</translation>
    </message>
    <message>
        <source>a number is missing</source>
        <translation>缺少一个数值</translation>
    </message>
    <message>
        <source>row %1 has %2 numbers, but row 1 has %3</source>
        <translation>第 %1 行有 %2 个数值，而第 1 行有 %3 个</translation>
    </message>
    <message>
        <source>the text leaves numbers out with &quot;...&quot;; print all of them with numpy.set_printoptions(threshold=sys.maxsize)</source>
        <translation>文本以“...”省略了数值；请用 numpy.set_printoptions(threshold=sys.maxsize) 输出全部数值</translation>
    </message>
    <message>
        <source>the text has more than two axes; paste one matrix, such as a[0]</source>
        <translation>文本多于两个轴；请只粘贴一个矩阵，例如 a[0]</translation>
    </message>
    <message>
        <source>a closing &quot;%1&quot; is missing at the end</source>
        <translation>末尾缺少右括号“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not belong into a matrix</source>
        <translation>“%1”不应出现在矩阵中</translation>
    </message>
    <message>
        <source>this is not an NPY array: it does not begin with \x93NUMPY</source>
        <translation>这不是 NPY 数组：开头不是 \x93NUMPY</translation>
    </message>
    <message>
        <source>the array is of NPY version %1.%2; versions 1.0, 2.0 and 3.0 can be read</source>
        <translation>数组的 NPY 版本为 %1.%2；可读取的版本为 1.0、2.0 和 3.0</translation>
    </message>
    <message>
        <source>the header of the array is cut short: %1 bytes are needed, there are %2</source>
        <translation>数组的头部不完整：需要 %1 字节，只有 %2 字节</translation>
    </message>
    <message>
        <source>the header of the array claims %1 bytes; more than 1048576 are not read</source>
        <translation>数组的头部声称有 %1 字节；超过 1048576 字节的头部不予读取</translation>
    </message>
    <message>
        <source>the header of the array is damaged: %1</source>
        <translation>数组的头部已损坏：%1</translation>
    </message>
    <message>
        <source>the array of shape %1 and type %2 needs %3 bytes, but only %4 are there</source>
        <translation>形状为 %1、类型为 %2 的数组需要 %3 字节，但只有 %4 字节</translation>
    </message>
    <message>
        <source>the array holds Python objects, and reading them would run code; save numbers, as numpy.save(path, array.astype(&quot;float32&quot;)) does</source>
        <translation>数组中是 Python 对象，读取它们会执行代码；请保存数值，例如 numpy.save(path, array.astype(&quot;float32&quot;))</translation>
    </message>
    <message>
        <source>the array is structured (%1); save each field as an array of its own, as array[&quot;field&quot;]</source>
        <translation>这是结构化数组（%1）；请把每个字段单独存为数组，例如 array[&quot;field&quot;]</translation>
    </message>
    <message>
        <source>the array holds text (%1), not numbers; tokens belong into a JSON file</source>
        <translation>数组中是文本（%1）而不是数值；词元请存入 JSON 文件</translation>
    </message>
    <message>
        <source>the numbers are complex (%1); on the command line, --read-as magnitude or --read-as real reads them</source>
        <translation>数值为复数（%1）；在命令行中可用 --read-as magnitude 或 --read-as real 读取</translation>
    </message>
    <message>
        <source>the array holds raw two-byte entries (%1), which is how bfloat16 is saved; on the command line, --read-as bfloat16 reads them</source>
        <translation>数组由原始双字节项组成（%1），bfloat16 就是这样保存的；在命令行中可用 --read-as bfloat16 读取</translation>
    </message>
    <message>
        <source>the type &quot;%1&quot; cannot be read; save as bool, an integer or a float of at most 8 bytes</source>
        <translation>无法读取类型“%1”；请存为 bool、整数或不超过 8 字节的浮点数</translation>
    </message>
    <message>
        <source>the zip archive holds no .npy array; numpy.savez writes archives that can be read</source>
        <translation>zip 归档中没有 .npy 数组；numpy.savez 可写出能读取的归档</translation>
    </message>
    <message>
        <source>the file cannot be written: %1</source>
        <translation>无法写入文件：%1</translation>
    </message>
    <message>
        <source>writing stopped after %1 bytes: %2</source>
        <translation>写入 %1 字节后中断：%2</translation>
    </message>
    <message>
        <source>stopped before the file was complete</source>
        <translation>文件完成之前已停止</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>%1 files are not read; save the arrays with numpy.savez as npz and open that</source>
        <translation>不支持读取 %1 文件；请用 numpy.savez 把数组存为 npz 后再打开</translation>
    </message>
    <message>
        <source>the safetensors header claims %1 bytes, but the file has %2 after the size and at most 100000000 are allowed</source>
        <translation>safetensors 头部声称有 %1 字节，但文件在长度字段之后只有 %2 字节，且最多允许 100000000 字节</translation>
    </message>
    <message>
        <source>a safetensors file has at least 10 bytes, this one has %1</source>
        <translation>safetensors 文件至少有 10 字节，此文件只有 %1 字节</translation>
    </message>
    <message>
        <source>the safetensors header is damaged: %1</source>
        <translation>safetensors 头部已损坏：%1</translation>
    </message>
    <message>
        <source>the tensor begins at byte %1 of the data, but the one before ends at %2: bytes are shared or left out</source>
        <translation>张量从数据的第 %1 字节开始，而前一个张量到第 %2 字节为止：有字节被共用或遗漏</translation>
    </message>
    <message>
        <source>shape %1 of type %2 needs %3 bytes, but %4 are given to the tensor</source>
        <translation>形状 %1、类型 %2 需要 %3 字节，但分配给张量的是 %4 字节</translation>
    </message>
    <message>
        <source>the tensors end at byte %1 of the data, but the file has %2 bytes of data</source>
        <translation>张量到数据的第 %1 字节为止，但文件有 %2 字节数据</translation>
    </message>
    <message>
        <source>the type %1 is not read; save the tensor as F32, BF16 or F16</source>
        <translation>不支持读取类型 %1；请把张量存为 F32、BF16 或 F16</translation>
    </message>
    <message>
        <source>the index points to &quot;%1&quot;; a shard has to be a file in the same folder, named without a path</source>
        <translation>索引指向“%1”；分片必须是同一文件夹中的文件，名称不含路径</translation>
    </message>
    <message>
        <source>the index says that &quot;%1&quot; is in %2, but that file does not hold it</source>
        <translation>索引称“%1”在 %2 中，但该文件中没有它</translation>
    </message>
    <message>
        <source>weight_map has to be an object of texts</source>
        <translation>weight_map 必须是由文本组成的对象</translation>
    </message>
    <message>
        <source>the session was saved by a newer Heedmap (format %1); this one reads format %2 and its minor versions</source>
        <translation>会话由更新版本的 Heedmap 保存（格式 %1）；本版本可读取格式 %2 及其次版本</translation>
    </message>
    <message>
        <source>the session cannot be used: %1</source>
        <translation>无法使用该会话：%1</translation>
    </message>
    <message>
        <source>the picture carries no Heedmap session</source>
        <translation>图片中没有 Heedmap 会话</translation>
    </message>
    <message>
        <source>this is not a session; open it as a file of numbers</source>
        <translation>这不是会话；请作为数值文件打开</translation>
    </message>
    <message>
        <source>this is not a text file: byte %1 is zero</source>
        <translation>这不是文本文件：第 %1 字节为零</translation>
    </message>
    <message>
        <source>the file holds no row of numbers</source>
        <translation>文件中没有数值行</translation>
    </message>
    <message>
        <source>the row has %1 fields, but the rows before it have %2</source>
        <translation>该行有 %1 个字段，而之前各行有 %2 个</translation>
    </message>
    <message>
        <source>a quote opens here and does not close</source>
        <translation>此处的引号没有闭合</translation>
    </message>
    <message>
        <source>the file has no tensor &quot;%1&quot;; the nearest name is &quot;%2&quot;</source>
        <translation>文件中没有张量“%1”；最接近的名称是“%2”</translation>
    </message>
    <message>
        <source>the file holds no tensors</source>
        <translation>文件中没有张量</translation>
    </message>
    <message>
        <source>the file has no tensor &quot;%1&quot;; its only tensor has no name</source>
        <translation>文件中没有张量“%1”；唯一的张量没有名称</translation>
    </message>
    <message>
        <source>the file holds %1 tensors; say which, as in %2</source>
        <translation>文件中有 %1 个张量；请指明是哪一个，例如 %2</translation>
    </message>
    <message>
        <source>index %1 is outside axis %2, which has %3 entries</source>
        <translation>索引 %1 超出轴 %2 的范围，该轴有 %3 项</translation>
    </message>
    <message>
        <source>%1 indices are given, but the tensor has only %2 axes (%3)</source>
        <translation>给出了 %1 个索引，但张量只有 %2 个轴（%3）</translation>
    </message>
    <message>
        <source>the zip archive is damaged or cut short: its directory cannot be read</source>
        <translation>zip 归档已损坏或不完整：无法读取其目录</translation>
    </message>
    <message>
        <source>the member &quot;%1&quot; of the zip archive is damaged: %2</source>
        <translation>zip 归档的成员“%1”已损坏：%2</translation>
    </message>
    <message>
        <source>the member &quot;%1&quot; of the zip archive %2; save it stored or deflated</source>
        <translation>zip 归档的成员“%1”%2；请以 stored 或 deflated 方式保存</translation>
    </message>
    <message>
        <source>the matrix has %1 rows and %2 columns, so there is no cell to draw</source>
        <translation>矩阵有 %1 行 %2 列，没有可绘制的单元格</translation>
    </message>
    <message>
        <source>a PNG of %1×%2 pixels is too large; give a size of at most 2147483647 on each side</source>
        <translation>%1×%2 像素的 PNG 太大；每边最多 2147483647 像素</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a range; write auto, two numbers as in 0:1, or two percentiles as in 1%:99%</source>
        <translation>“%1”不是范围；请写 auto、两个数值（如 0:1）或两个百分位（如 1%:99%）</translation>
    </message>
    <message>
        <source>the range &quot;%1&quot; ends before it begins; write the smaller limit first</source>
        <translation>范围“%1”的终点小于起点；请先写较小的界限</translation>
    </message>
    <message>
        <source>the range &quot;%1&quot; has a percentile outside 0% to 100%</source>
        <translation>范围“%1”中的百分位超出 0% 到 100%</translation>
    </message>
    <message>
        <source>the tensor has %1 axes, and at most 8 can be read</source>
        <translation>张量有 %1 个轴，最多可读取 8 个</translation>
    </message>
    <message>
        <source>a tensor of shape %1 has more numbers than can be addressed</source>
        <translation>形状为 %1 的张量所含数值超出可寻址范围</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>entry %1</source>
        <translation>项 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>file: what is wrong with it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what is wrong (where)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>there is no pair &quot;%1&quot;; the nearest is &quot;%2&quot; (heedmap pairs lists them)</source>
        <translation>没有句对“%1”；最接近的是“%2”（heedmap pairs 可列出全部）</translation>
    </message>
    <message>
        <source>α of %1 × %2 in the shown panels needs %3 GB, and this machine has %4 GB; show fewer panels or tokens</source>
        <translation>所显示面板中 %1 × %2 的 α 需要 %3 GB，而本机有 %4 GB；请减少面板或词元</translation>
    </message>
    <message>
        <source>the picture would be %1 × %2 pixels; at most %3 million can be written</source>
        <translation>图片将为 %1 × %2 像素；最多可写出 %3 百万像素</translation>
    </message>
    <message>
        <source>there is nothing to write: %1</source>
        <translation>没有可写出的内容：%1</translation>
    </message>
    <message>
        <source>an .npy file holds one array, but the panels are %1 and %2; write .npz</source>
        <translation>.npy 文件只能存一个数组，而面板有 %1 和 %2；请存为 .npz</translation>
    </message>
    <message>
        <source>the file holds no tensor that can be shown</source>
        <translation>文件中没有可显示的张量</translation>
    </message>
    <message>
        <source>Q and K are needed together to compute α; %1 is missing</source>
        <translation>计算 α 同时需要 Q 和 K；缺少 %1</translation>
    </message>
    <message>
        <source>array %1</source>
        <translation>数组 %1</translation>
    </message>
    <message>
        <source>the custom mask is %1, so it says nothing about any cell; it has to have the size of α</source>
        <translation>自定义掩码为 %1，对任何单元格都没有说明；它的大小必须与 α 相同</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is there twice</source>
        <translation>名称“%1”出现两次</translation>
    </message>
    <message>
        <source>%1 sentence pairs are too few to train and to judge with; at least 2 are needed</source>
        <translation>%1 个句对太少，无法用来训练和评判；至少需要 2 个</translation>
    </message>
    <message>
        <source>a source and a target sentence with a tab between them are needed</source>
        <translation>需要源句和目标句，中间以制表符隔开</translation>
    </message>
    <message>
        <source>the %1 sentence is empty</source>
        <translation>%1 一侧的句子是空的</translation>
    </message>
    <message>
        <source>the line is not UTF-8</source>
        <translation>这一行不是 UTF-8 编码</translation>
    </message>
    <message>
        <source>the file holds no sentence pairs</source>
        <translation>文件中没有句对</translation>
    </message>
    <message>
        <source>there are links for %1 pairs, but there are %2 pairs</source>
        <translation>有 %1 个句对的对齐连线，但共有 %2 个句对</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a heading; write title, tokens, held out, copy, reverse, or a rule&apos;s name and a colon</source>
        <translation>“%1”不是标题；请写 title、tokens、held out、copy、reverse，或规则名加冒号</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs two sides with &quot; = &quot; between them</source>
        <translation>“%1”需要两侧，中间以“ = ”隔开</translation>
    </message>
    <message>
        <source>&lt;%1&gt; stands on one side only, or more than once; write &lt;%1#2&gt; for a second</source>
        <translation>&lt;%1&gt; 只出现在一侧，或出现不止一次；第二个请写作 &lt;%1#2&gt;</translation>
    </message>
    <message>
        <source>there is no rule &quot;%1&quot;</source>
        <translation>没有名为“%1”的规则</translation>
    </message>
    <message>
        <source>the rule &quot;%1&quot; calls itself, so that a sentence may have no end</source>
        <translation>规则“%1”调用了自身，句子可能没有尽头</translation>
    </message>
    <message>
        <source>&quot;%1&quot; takes two whole numbers, the smaller first and at least 1, as in copy 2 40</source>
        <translation>“%1”需要两个整数，小的在前且至少为 1，例如 copy 2 40</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a weight; write a whole number from 1 up, as in [3]</source>
        <translation>“%1”不是权重；请写不小于 1 的整数，例如 [3]</translation>
    </message>
    <message>
        <source>this is no translation model: the metadata lack &quot;%1&quot;; heedmap align --out makes one</source>
        <translation>这不是翻译模型：元数据中缺少“%1”；可用 heedmap align --out 生成模型</translation>
    </message>
    <message>
        <source>the model&apos;s &quot;%1&quot; is damaged: &quot;%2&quot;</source>
        <translation>模型的“%1”已损坏：“%2”</translation>
    </message>
    <message>
        <source>the model&apos;s tensor %1 is %2, but it has to be %3</source>
        <translation>模型的张量 %1 是 %2，但应为 %3</translation>
    </message>
    <message>
        <source>there is no corpus &quot;%1&quot;; did you mean &quot;%2&quot;? A file has to be named with its path</source>
        <translation>没有语料“%1”；您是指“%2”吗？文件须带路径书写</translation>
    </message>
    <message>
        <source>layers follow each other only where every head is square and of one size, but %1 is %2 and %3 is %4</source>
        <translation>只有当所有头都是同样大小的方阵时各层才能相继，但 %1 是 %2，而 %3 是 %4</translation>
    </message>
    <message>
        <source>a stack needs at least one layer and one head</source>
        <translation>多层注意力的堆叠至少需要一层和一个头</translation>
    </message>
    <message>
        <source>there is no head %1 in %2, which has %3</source>
        <translation>%2 中没有头 %1，它有 %3 个</translation>
    </message>
    <message>
        <source>the residual share is %1, and it has to be 0 … 1</source>
        <translation>残差比例为 %1，必须在 0 … 1 之间</translation>
    </message>
    <message>
        <source>%1 has %2 rows, but %3 has %4 columns</source>
        <translation>%1 有 %2 行，但 %3 有 %4 列</translation>
    </message>
    <message>
        <source>%1 has %2 numbers, but %3 has %4 columns</source>
        <translation>%1 有 %2 个数，但 %3 有 %4 列</translation>
    </message>
    <message>
        <source>the problem has %1 numbers; code is written with up to %2</source>
        <translation>问题中有 %1 个数；代码最多写入 %2 个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not of a stack of layers; their names end with [layer, head], as in attn[2,7]</source>
        <translation>“%1”不属于层的堆叠；这类名称以 [层，头] 结尾，例如 attn[2,7]</translation>
    </message>
    <message>
        <source>A is %1 and B is %2; only matrices of one size have a difference</source>
        <translation>A 是 %1，B 是 %2；大小相同的矩阵才有差</translation>
    </message>
    <message>
        <source>the gradient needs the whole of α in memory, and here it is only computed piece by piece</source>
        <translation>梯度需要整个 α 在内存中，而这里的 α 是逐块计算的</translation>
    </message>
    <message>
        <source>the gradient is that of one head; choose one instead of all of them together</source>
        <translation>梯度属于单个头；请选择一个头，而不是所有头合在一起</translation>
    </message>
    <message>
        <source>a flow goes only through weights that are finite and not negative; those of this stack are not</source>
        <translation>流只能通过有限且非负的权重；这个堆叠的权重不是这样</translation>
    </message>
    <message>
        <source>the flow of %1 layers of %2 tokens would take too long; at most %3 tokens are possible</source>
        <translation>%1 层 %2 个词元的流计算时间过长；最多 %3 个词元</translation>
    </message>
    <message>
        <source>the file was cut short or could not be read while it was open; open it again</source>
        <translation>文件在打开期间被截短或无法读取；请重新打开</translation>
    </message>
    <message>
        <source>the file was changed while it was open; open it again</source>
        <translation>文件在打开期间被修改；请重新打开</translation>
    </message>
    <message>
        <source>%1 is %2, but it has to be at least %3</source>
        <translation>%1 为 %2，但至少应为 %3</translation>
    </message>
    <message>
        <source>there is no method &quot;%1&quot;; there are exact, linear and performer:FEATURES</source>
        <translation>没有名为“%1”的方法；可用 exact、linear 和 performer:特征数</translation>
    </message>
    <message>
        <source>performer takes a number of features from 1 to %1, as in performer:64, not &quot;%2&quot;</source>
        <translation>performer 需要 1 到 %1 的特征数，例如 performer:64，而不是“%2”</translation>
    </message>
    <message>
        <source>%1 attention needs a score that is a product (dot, general, scaled or cosine), not additive</source>
        <translation>%1 注意力需要乘积形式的分数（dot、general、scaled 或 cosine），不能用 additive</translation>
    </message>
    <message>
        <source>%1 attention comes near softmax; it has no %2</source>
        <translation>%1 注意力近似的是 softmax，没有 %2</translation>
    </message>
    <message>
        <source>there is no mask &quot;%1&quot;; there are causal, padding:N, window:N, dilated:N,STEP, block:N, global:N, random:N and custom:FILE</source>
        <translation>没有名为“%1”的掩码；可用 causal、padding:N、window:N、dilated:N,步长、block:N、global:N、random:N 和 custom:文件</translation>
    </message>
    <message>
        <source>the mask dilated takes a whole number from 0 up and a distance from 1 up, as in dilated:2,3, not &quot;%1&quot;</source>
        <translation>掩码 dilated 需要一个不小于 0 的整数和一个不小于 1 的间距，例如 dilated:2,3，而不是“%1”</translation>
    </message>
    <message>
        <source>no shipped model knows a word of &quot;%1&quot;</source>
        <translation>没有任何随附的模型认识“%1”中的词</translation>
    </message>
    <message>
        <source>the models of %1 know most of it, but not &quot;%2&quot;; near it are %3</source>
        <translation>%1 的模型认识其中大部分词，但不认识“%2”；相近的有 %3</translation>
    </message>
    <message>
        <source>code is written for exact attention; take the approximation off</source>
        <translation>代码只为精确注意力编写；请关闭近似</translation>
    </message>
    <message>
        <source>no models are shipped for the corpus &quot;%1&quot;</source>
        <translation>语料“%1”没有附带模型</translation>
    </message>
    <message>
        <source>up to %1 words are translated at once, and these are %2</source>
        <translation>一次最多翻译 %1 个词，而这里有 %2 个</translation>
    </message>
    <message>
        <source>a sentence needs at least one word</source>
        <translation>句子至少要有一个词</translation>
    </message>
    <message>
        <source>all %1 pairs have the same sentence on one side; at least 2 different ones are needed</source>
        <translation>全部 %1 个句对的同一侧都是同一个句子；至少需要 2 个不同的句子</translation>
    </message>
    <message>
        <source>the %1 sentence pairs repeat too few sentences: none is left to train with that is not judged with</source>
        <translation>这 %1 个句对反复使用的句子太少：除去用于评判的，没有可供训练的句对</translation>
    </message>
    <message>
        <source>this is a session of Heedmap and not a file of tensors</source>
        <translation>这是 Heedmap 会话，不是张量文件</translation>
    </message>
    <message>
        <source>stopped before the end of the text</source>
        <translation>读到文本末尾之前已停止</translation>
    </message>
    <message>
        <source>there is not enough memory to compute this</source>
        <translation>内存不足，无法完成此计算</translation>
    </message>
    <message>
        <source>the system lets no more threads start; raise the limit of processes</source>
        <translation>系统不允许再启动线程；请提高进程数上限</translation>
    </message>
    <message>
        <source>there is no tokenizer; one is read from tokenizer.json, vocab.json with merges.txt, vocab.txt, tokenizer.model, spiece.model, or source.spm with target.spm and vocab.json</source>
        <translation>没有分词器；可读取 tokenizer.json、vocab.json 与 merges.txt、vocab.txt、tokenizer.model、spiece.model，或 source.spm 与 target.spm 和 vocab.json</translation>
    </message>
    <message>
        <source>the tokenizer lacks &quot;%1&quot;</source>
        <translation>分词器缺少“%1”</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s &quot;%1&quot; has to be %2</source>
        <translation>分词器的“%1”必须是%2</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s %1 is &quot;%2&quot;, which is not understood; understood are %3</source>
        <translation>分词器的%1是“%2”，无法识别；可识别的有 %3</translation>
    </message>
    <message>
        <source>the piece &quot;%1&quot; has the id %2; among %3 pieces ids below %4 are understood</source>
        <translation>词元“%1”的编号是 %2；对于 %3 个词元，只接受小于 %4 的编号</translation>
    </message>
    <message>
        <source>the pieces &quot;%1&quot; and &quot;%2&quot; share the id %3</source>
        <translation>词元“%1”和“%2”共用编号 %3</translation>
    </message>
    <message>
        <source>%1 names the piece &quot;%2&quot;, which is not in the vocabulary</source>
        <translation>%1 所指的词元“%2”不在词表中</translation>
    </message>
    <message>
        <source>merge %1 has to be two pieces with a space between them: &quot;%2&quot;</source>
        <translation>第 %1 条合并规则必须是用空格隔开的两个词元：“%2”</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s regular expression cannot be used: %1: &quot;%2&quot;</source>
        <translation>分词器的正则表达式无法使用：%1：“%2”</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s table of characters is damaged</source>
        <translation>分词器的字符表已损坏</translation>
    </message>
    <message>
        <source>this is no SentencePiece model, or it is damaged</source>
        <translation>这不是 SentencePiece 模型，或者已损坏</translation>
    </message>
    <message>
        <source>the text is not UTF-8</source>
        <translation>文本不是 UTF-8</translation>
    </message>
    <message>
        <source>the text has %1 bytes; a tokenizer takes at most %2 at once</source>
        <translation>文本有 %1 字节；分词器一次最多处理 %2 字节</translation>
    </message>
    <message>
        <source>the tokenizer makes more than %1 bytes of the text&apos;s %2 before it cuts it</source>
        <translation>分词器在切分之前把文本的 %2 字节变成了超过 %1 字节</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s regular expression &quot;%1&quot; took too long on this text, or too much memory</source>
        <translation>分词器的正则表达式“%1”处理这段文本耗时过长，或占用内存过多</translation>
    </message>
    <message>
        <source>a custom mask holds only 1 (allowed) and 0 (forbidden), or, as it is added to scores, only 0 (allowed) and -inf or numbers below -9984 (forbidden); this one holds %1 in row %2, column %3, counted from 0</source>
        <translation>自定义掩码只能含 1（允许）和 0（禁止），或者以加到分数上的形式只含 0（允许）和 -inf 或小于 -9984 的数（禁止）；此掩码在第 %2 行第 %3 列（从 0 起）为 %1</translation>
    </message>
    <message>
        <source>the text has more than 5 axes</source>
        <translation>文本的轴多于 5 个</translation>
    </message>
    <message>
        <source>the text holds %1 tables; copy one of them</source>
        <translation>文本中有 %1 个表格；请只复制其中一个</translation>
    </message>
    <message>
        <source>this is what translation tools print, its parts between &quot;|||&quot;, and not a table of numbers</source>
        <translation>这是翻译工具的输出（各部分以“|||”分隔），不是数值表</translation>
    </message>
    <message>
        <source>these are links of an alignment and not a table of numbers; give them with --gold</source>
        <translation>这是对齐链接，不是数值表；请用 --gold 给出</translation>
    </message>
    <message>
        <source>this is a text of sentences and not a table of numbers; pairs of sentences are read by heedmap align</source>
        <translation>这是句子文本，不是数值表；句对由 heedmap align 读取</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number as the others are: some have a decimal comma, some a point</source>
        <translation>“%1”与其他数值的写法不同：有的用小数逗号，有的用小数点</translation>
    </message>
    <message>
        <source>more than %1 tables in a file are not read</source>
        <translation>一个文件中最多读取 %1 个表格</translation>
    </message>
    <message>
        <source>the text is not %1</source>
        <translation>文本不是 %1 编码</translation>
    </message>
    <message>
        <source>the input holds no queries and keys, only weights; give --q and --k, or say that they are scores with --normalizer</source>
        <translation>输入中没有查询和键，只有权重；请给出 --q 和 --k，或用 --normalizer 说明它们是分数</translation>
    </message>
    <message>
        <source>the tensor %1 holds %2 matrices, and at most %3 can be shown at once; take some of them, as in %4</source>
        <translation>张量 %1 含有 %2 个矩阵，最多只能同时显示 %3 个；请取其中一部分，如 %4</translation>
    </message>
    <message>
        <source>the tensor %1 holds no matrix</source>
        <translation>形状为 %1 的张量中没有矩阵</translation>
    </message>
    <message>
        <source>one matrix is needed here, but there are %1; take one, as in %2</source>
        <translation>此处需要一个矩阵，但有 %1 个；请取其中一个，如 %2</translation>
    </message>
    <message>
        <source>%1 holds %2 matrices and %3 holds %4; they have to be as many, or Q a multiple of K (grouped heads)</source>
        <translation>%1 含有 %2 个矩阵，%3 含有 %4 个；两者数目须相同，或 Q 的数目是 K 的整数倍（分组头）</translation>
    </message>
    <message>
        <source>queries and keys are needed for that, but the input has only weights</source>
        <translation>这需要查询和键，但输入中只有权重</translation>
    </message>
    <message>
        <source>Q and K are already split into heads</source>
        <translation>Q 和 K 已经分成多个头</translation>
    </message>
    <message>
        <source>a session is opened alone, or one of its tensors by its name</source>
        <translation>会话须单独打开，或按名称打开其中一个张量</translation>
    </message>
    <message>
        <source>the parameter %1 is %2 and holds no number; leave it out of the file where it is to be seeded</source>
        <translation>参数 %1 的形状为 %2，其中没有数值；若要随机生成，请将它从文件中去掉</translation>
    </message>
    <message>
        <source>the parameter is %1, but a matrix is needed</source>
        <translation>参数的形状为 %1，但需要一个矩阵</translation>
    </message>
    <message>
        <source>the mask %1 differs along its axis %2, but one mask is for all; take one, as in %3</source>
        <translation>掩码 %1 沿第 %2 轴各不相同，但所有头共用一个掩码；请取其中一个，如 %3</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>无法读取该文件</translation>
    </message>
    <message>
        <source>the file is not text; a gold alignment is needed, as in 0-0 1p2</source>
        <translation>该文件不是文本；需要人工标注对齐，如 0-0 1p2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an index; write whole numbers as in [2,7], 2:5 for some entries, : for a whole axis, or mean</source>
        <translation>“%1”不是索引；请写整数，如 [2,7]，用 2:5 表示其中几项，用 : 表示整个轴，或用 mean 表示平均</translation>
    </message>
    <message>
        <source>the range %1 holds nothing of axis %2, which has %3 entries</source>
        <translation>范围 %1 不含第 %2 轴的任何一项；该轴有 %3 项</translation>
    </message>
    <message>
        <source>the picture is cut off</source>
        <translation>图片不完整</translation>
    </message>
    <message>
        <source>the pickle in it is damaged: %1</source>
        <translation>其中的 pickle 已损坏：%1</translation>
    </message>
    <message>
        <source>the pickle in it uses the instruction %1, which plain tensors, lists and dictionaries do not need</source>
        <translation>其中的 pickle 使用了指令 %1，而普通的张量、列表和字典用不到它</translation>
    </message>
    <message>
        <source>it needs &quot;%1&quot;, and nothing in a file is executed; save the tensors alone, as torch.save({&quot;attention&quot;: attention}, path) does</source>
        <translation>它需要“%1”，而文件中的任何内容都不会被执行；请只保存张量，例如 torch.save({&quot;attention&quot;: attention}, path)</translation>
    </message>
    <message>
        <source>the pickle in it has more than %1 values, which no list of tensors needs</source>
        <translation>其中的 pickle 有超过 %1 个值，张量列表不需要这么多</translation>
    </message>
    <message>
        <source>the pickle in it has %1 bytes, and at most %2 are read</source>
        <translation>其中的 pickle 有 %1 字节，最多读取 %2 字节</translation>
    </message>
    <message>
        <source>this is none of npy, npz, safetensors, pt, csv, tsv, json and heedmap; numpy.savez writes what can be read</source>
        <translation>文件不属于 npy、npz、safetensors、pt、csv、tsv、json 和 heedmap 中的任何一种；numpy.savez 可写出能读取的文件</translation>
    </message>
    <message>
        <source>this is a Python pickle, and reading it would run code; save its tensors with torch.save, numpy.savez or safetensors.torch.save_file and open that</source>
        <translation>这是 Python pickle，读取它会执行代码；请用 torch.save、numpy.savez 或 safetensors.torch.save_file 保存其中的张量后再打开</translation>
    </message>
    <message>
        <source>the PyTorch archive holds no tensors and no lists of numbers</source>
        <translation>PyTorch 归档中没有张量，也没有数字列表</translation>
    </message>
    <message>
        <source>lists and dictionaries are nested more than %1 deep, or within themselves</source>
        <translation>列表和字典的嵌套超过 %1 层，或包含了自身</translation>
    </message>
    <message>
        <source>the PyTorch archive lists more than %1 values, or the same ones again and again</source>
        <translation>PyTorch 归档列出的值超过 %1 个，或反复列出相同的值</translation>
    </message>
    <message>
        <source>the storage &quot;%1&quot; of the PyTorch archive should have %2 bytes, but %3 are there</source>
        <translation>PyTorch 归档的存储“%1”应有 %2 字节，实际只有 %3 字节</translation>
    </message>
    <message>
        <source>the storage &quot;%1&quot; is missing in the PyTorch archive</source>
        <translation>PyTorch 归档中缺少存储“%1”</translation>
    </message>
    <message>
        <source>a tensor of shape %1 reaches beyond the %2 numbers of its storage</source>
        <translation>形状为 %1 的张量超出了其存储中的 %2 个数</translation>
    </message>
    <message>
        <source>a tensor of shape %1 repeats the %2 numbers of its storage too often; save only the part that differs</source>
        <translation>形状为 %1 的张量把其存储中的 %2 个数重复了太多次；请只保存不重复的部分</translation>
    </message>
    <message>
        <source>the type %1 is not read; save the tensor as float32, as tensor.float() does</source>
        <translation>不支持读取类型 %1；请把张量存为 float32，例如用 tensor.float()</translation>
    </message>
    <message>
        <source>the PyTorch archive of the old form is damaged: %1; save it again with torch.save</source>
        <translation>旧格式的 PyTorch 归档已损坏：%1；请用 torch.save 重新保存</translation>
    </message>
    <message>
        <source>the PyTorch archive says its byte order is &quot;%1&quot;; it can be little or big</source>
        <translation>PyTorch 归档声明的字节序为“%1”，只能是 little 或 big</translation>
    </message>
    <message>
        <source>the tensors are no steps of one generation</source>
        <translation>这些张量不是同一次生成的各步</translation>
    </message>
    <message>
        <source>the file holds sentences, but no alignment; fairseq writes them with --print-alignment</source>
        <translation>文件里有句子，但没有对齐；fairseq 用 --print-alignment 写出对齐</translation>
    </message>
    <message>
        <source>word %1 has %2 weights, but the first has %3</source>
        <translation>第 %1 个词有 %2 个权重，而第一个词有 %3 个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a weight</source>
        <translation>“%1”不是权重</translation>
    </message>
    <message>
        <source>a link to word %1 is too far away to be drawn</source>
        <translation>指向第 %1 个词的链接太远，无法绘制</translation>
    </message>
    <message>
        <source>there are links for %1 sentences, but there are %2 sentences</source>
        <translation>有 %1 个句子的链接，但句子有 %2 个</translation>
    </message>
    <message>
        <source>the folder holds no file of numbers</source>
        <translation>文件夹里没有数值文件</translation>
    </message>
    <message>
        <source>every one of the %1 %2 is left out; show some of them again</source>
        <translation>%1 %2全部被省略了；请恢复显示其中一部分</translation>
    </message>
    <message>
        <source>words of a matrix of %1 × %2 would take too much memory; at most %3 numbers can be merged at once</source>
        <translation>合并为 %1 × %2 的词矩阵占用内存过多；一次最多合并 %3 个数</translation>
    </message>
    <message>
        <source>there is no layer %1; there are %2, counted from 0</source>
        <translation>没有第 %1 层；共有 %2 层，从 0 数起</translation>
    </message>
    <message>
        <source>there is no head %1; every layer has %2, counted from 0</source>
        <translation>没有第 %1 个头；每层有 %2 个头，从 0 数起</translation>
    </message>
    <message>
        <source>this model has no %1 attention; it has %2</source>
        <translation>这个模型没有 %1 注意力；它有 %2</translation>
    </message>
    <message>
        <source>this layer adds numbers of its own to the scores, by distance, so Q and K alone do not give its α</source>
        <translation>这一层按距离给得分加上自己的数，因此仅凭 Q 和 K 得不到它的 α</translation>
    </message>
    <message>
        <source>model_type is missing, which says what kind of model this is; understood are %1</source>
        <translation>缺少说明模型种类的 model_type；能读懂的有 %1</translation>
    </message>
    <message>
        <source>the model type &quot;%1&quot; is not understood; understood are %2</source>
        <translation>读不懂模型种类“%1”；能读懂的有 %2</translation>
    </message>
    <message>
        <source>%1 asks for code that comes with the model, and such code is never run; models of %2 need none</source>
        <translation>%1 要求运行随模型附带的代码，而这样的代码绝不会运行；%2 的模型不需要它</translation>
    </message>
    <message>
        <source>%1 has to be a number from %2 to %3, not %4</source>
        <translation>%1 必须是 %2 到 %3 之间的数，而不是 %4</translation>
    </message>
    <message>
        <source>%1 has to be %2, not %3</source>
        <translation>%1 必须是 %2，而不是 %3</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which is not understood, only %3</source>
        <translation>读不懂 %1 的“%2”，只能读懂 %3</translation>
    </message>
    <message>
        <source>%1 cannot be split evenly into %2</source>
        <translation>%1 不能平均分成 %2</translation>
    </message>
    <message>
        <source>the file has %1 bytes, and a description of a model has at most %2</source>
        <translation>文件有 %1 字节，而模型的描述最多 %2 字节</translation>
    </message>
    <message>
        <source>this is not a folder; a model is a folder with config.json, model.safetensors and a tokenizer</source>
        <translation>这不是文件夹；模型是一个含有 config.json、model.safetensors 和分词器的文件夹</translation>
    </message>
    <message>
        <source>the text has %1 tokens, and the model takes at most %2</source>
        <translation>文本有 %1 个词元，而模型最多接受 %2 个</translation>
    </message>
    <message>
        <source>the text has no tokens</source>
        <translation>文本没有词元</translation>
    </message>
    <message>
        <source>the token %1 is none of the model&apos;s: its embedding has %2 rows, counted from 0</source>
        <translation>词元 %1 不属于此模型：它的嵌入有 %2 行，从 0 数起</translation>
    </message>
    <message>
        <source>the token type %1 is none of the model&apos;s %2</source>
        <translation>词元类型 %1 不在模型的 %2 种之内</translation>
    </message>
    <message>
        <source>this model looks at pictures, not at text</source>
        <translation>这个模型看图片，不读文本</translation>
    </message>
    <message>
        <source>this model reads text and does not look at pictures</source>
        <translation>这个模型读文本，不看图片</translation>
    </message>
    <message>
        <source>the numbers of the model grow beyond what float32 can hold</source>
        <translation>模型的数值超出了 float32 的范围</translation>
    </message>
    <message>
        <source>stopped before the model was through</source>
        <translation>模型尚未算完就停止了</translation>
    </message>
    <message>
        <source>this is not a PNG that can be read: %1</source>
        <translation>这不是能读取的 PNG：%1</translation>
    </message>
    <message>
        <source>a picture of %1×%2 pixels is too large; at most 67108864 pixels are read</source>
        <translation>%1×%2 像素的图片太大；最多读取 67108864 个像素</translation>
    </message>
    <message>
        <source>the tokenizer has %1 tokens, but the model&apos;s embedding has %2 rows: &quot;%3&quot; cannot be asked</source>
        <translation>分词器有 %1 个词元，但模型的嵌入只有 %2 行：不能询问“%3”</translation>
    </message>
    <message>
        <source>this model reads one text, not a pair</source>
        <translation>这个模型读一段文本，不读一对</translation>
    </message>
    <message>
        <source>this model only reads; a model of the kind %1 is needed to write</source>
        <translation>这个模型只读不写；要写出文本，需要 %1 一类的模型</translation>
    </message>
    <message>
        <source>the weights have no tensor &quot;%1&quot;, which has to be %2 by config.json</source>
        <translation>权重中没有张量“%1”，按 config.json 它应为 %2</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; is %2, but by config.json it has to be %3</source>
        <translation>张量“%1”为 %2，但按 config.json 应为 %3</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; is of type %2, but weights are read as float32, float16 or bfloat16 only</source>
        <translation>张量“%1”的类型是 %2，而权重只能以 float32、float16 或 bfloat16 读取</translation>
    </message>
    <message>
        <source>the folder holds no weights: neither model.safetensors nor model.safetensors.index.json is there</source>
        <translation>文件夹里没有权重：既没有 model.safetensors，也没有 model.safetensors.index.json</translation>
    </message>
    <message>
        <source>the weights are in %1, a pickle, and reading it would run code; write them with save_pretrained(…, safe_serialization=True)</source>
        <translation>权重在 pickle 文件 %1 中，读取它会运行代码；请以 safe_serialization=True 调用 save_pretrained 写出权重</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; holds a number that is not finite, so that all that follows would be NaN</source>
        <translation>张量“%1”含有非有限的数，其后的一切都会是 NaN</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>en</source>
        <comment>the language of the shipped examples&apos; texts: translate as the code of yours, en or zh</comment>
        <translation>zh</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Saved %1 in %2</source>
        <translation>%1 已写入 %2</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>JS, nat</source>
        <translation>JS，nat</translation>
    </message>
    <message>
        <source>Jensen–Shannon divergence from the reference, mean over the rows: 0 (equal) to ln 2</source>
        <translation>与参照面板的 Jensen–Shannon 散度，按行平均：0（相同）到 ln 2</translation>
    </message>
    <message>
        <source>TV</source>
        <translation>TV</translation>
    </message>
    <message>
        <source>Total variation from the reference: the part of a row&apos;s weight that lies elsewhere, 0 to 1</source>
        <translation>与参照面板的全变差：一行中落在别处的权重比例，0 到 1</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Cosine of the rows with those of the reference, mean: 1 is the same direction</source>
        <translation>各行与参照面板对应行的余弦，取平均：1 表示方向相同</translation>
    </message>
    <message>
        <source>r</source>
        <translation>r</translation>
    </message>
    <message>
        <source>Pearson&apos;s correlation with the reference over all cells</source>
        <translation>与参照面板在所有单元格上的皮尔逊相关系数</translation>
    </message>
    <message>
        <source>same key</source>
        <translation>最大键一致率</translation>
    </message>
    <message>
        <source>The part of the rows whose largest weight is on the same key as the reference&apos;s</source>
        <translation>最大权重与参照面板落在同一个键上的行所占比例</translation>
    </message>
    <message>
        <source>most Δ</source>
        <translation>最大 Δ</translation>
    </message>
    <message>
        <source>The largest difference of a cell from the reference&apos;s</source>
        <translation>单元格与参照面板之差的最大值</translation>
    </message>
    <message>
        <source>H, nat</source>
        <translation>H，nat</translation>
    </message>
    <message>
        <source>Entropy of the rows, mean</source>
        <translation>各行的熵，取平均</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>有效键数</translation>
    </message>
    <message>
        <source>Effective number of keys a row looks at, e to the entropy, mean</source>
        <translation>一行实际关注的键数，即 e 的熵次方，取平均</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>The largest weight of the rows, mean</source>
        <translation>各行的最大权重，取平均</translation>
    </message>
    <message>
        <source>off diag.</source>
        <translation>偏离对角</translation>
    </message>
    <message>
        <source>How many keys from the diagonal the weight lies, on average</source>
        <translation>权重平均偏离对角线多少个键</translation>
    </message>
    <message>
        <source>in band</source>
        <translation>对角带内占比</translation>
    </message>
    <message>
        <source>The part of the weight within one key of the diagonal</source>
        <translation>距对角线一个键以内的权重比例</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>How many tokens from the row&apos;s own position the weight lies, on average</source>
        <translation>权重平均离该行自身位置多少个词元</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>注意力汇（sink）</translation>
    </message>
    <message>
        <source>The weight on the first key, mean over the rows</source>
        <translation>第一个键上的权重，按行平均</translation>
    </message>
    <message>
        <source>AER</source>
        <translation>AER</translation>
    </message>
    <message>
        <source>Alignment error rate of the rows&apos; largest weights against the gold alignment, where one is known</source>
        <translation>各行最大权重相对于人工标注对齐的对齐错误率（有人工标注对齐时）</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>The part of the rows&apos; largest weights that are gold links, sure or possible, where a gold alignment is known</source>
        <translation>各行最大权重中属于标准链接（确定的或可能的）的比例（有标准对齐时）</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>The part of the sure gold links that are a row&apos;s largest weight; not defined without sure links</source>
        <translation>确定的标准链接中成为所在行最大权重的比例；没有确定链接时无定义</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>Weight on the previous token, mean over the rows, where queries and keys are one sequence</source>
        <translation>前一个词元上的权重，各行平均；仅当查询与键是同一序列</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>Weight on the token behind an earlier copy of the row&apos;s token, mean over such pairs (Olsson et al. 2022)</source>
        <translation>该行词元较早出现之处的后一个词元上的权重，对所有这样的位置对取平均（Olsson 等，2022）</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>重复词元</translation>
    </message>
    <message>
        <source>Weight on earlier copies of the row&apos;s token, mean over the rows that have any</source>
        <translation>该行词元较早出现之处的权重，对有重复的行取平均</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Weight on the row&apos;s own token, mean over the rows</source>
        <translation>该行自身词元上的权重，各行平均</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>The largest of previous, induction, duplicate, self and sink that is at least 0.5; else diagonal, where as much lies within one key of the diagonal</source>
        <translation>前一词元、归纳、重复词元、自身和汇之中不小于 0.5 的最大者；否则，若对角线左右一个键以内有这么多权重，则为对角线</translation>
    </message>
    <message>
        <source>diagonal</source>
        <translation>对角线</translation>
    </message>
</context>
<context>
    <name>Glossary</name>
    <message>
        <source>A differentiable weighted mean: every query gets the mean of the values, weighted by how well their keys fit.</source>
        <translation>可微的加权平均：每个查询得到各值的平均，权重取决于键与查询的匹配程度。</translation>
    </message>
    <message>
        <source>What is looked up: a row of Q, in translation the state of the decoder.</source>
        <translation>用来查找的一方：Q 的一行；在翻译中是解码器的状态。</translation>
    </message>
    <message>
        <source>What is looked at: a row of K, compared with the query.</source>
        <translation>被查找的一方：K 的一行，与查询作比较。</translation>
    </message>
    <message>
        <source>What is taken from a key that is looked at: a row of V.</source>
        <translation>从所注视的键那里取得的内容：V 的一行。</translation>
    </message>
    <message>
        <source>How well a query and a key fit (e), before masking and normalising.</source>
        <translation>查询与键的匹配程度（e），尚未施加掩码和归一化。</translation>
    </message>
    <message>
        <source>The normalised score (α); over the allowed keys of a row the weights sum to 1.</source>
        <translation>归一化后的分数（α）；一行中所有允许的键的权重之和为 1。</translation>
    </message>
    <message>
        <source>The weighted sum of the values, c = Σ α v: what the query receives.</source>
        <translation>值的加权和 c = Σ α v：查询所得到的结果。</translation>
    </message>
    <message>
        <source>The score v·tanh(W_s q + W_h k) of Bahdanau, Cho and Bengio (2015); queries and keys may differ in size.</source>
        <translation>Bahdanau、Cho 与 Bengio（2015）的分数 v·tanh(W_s q + W_h k)；查询与键的维数可以不同。</translation>
    </message>
    <message>
        <source>Scores made of a product of query and key: dot q·k and general q·W·k of Luong, Pham and Manning (2015).</source>
        <translation>由查询与键的乘积构成的分数：Luong、Pham 与 Manning（2015）的点积 q·k 和双线性 q·W·k。</translation>
    </message>
    <message>
        <source>The score q·k / √d_k of Vaswani et al. (2017); the root keeps the softmax from saturating as d_k grows.</source>
        <translation>Vaswani 等人（2017）的分数 q·k / √d_k；除以平方根可避免 softmax 随 d_k 增大而饱和。</translation>
    </message>
    <message>
        <source>Queries, keys and values come from one sequence.</source>
        <translation>查询、键和值来自同一个序列。</translation>
    </message>
    <message>
        <source>Queries come from one sequence (the target), keys and values from another (the source).</source>
        <translation>查询来自一个序列（目标），键和值来自另一个序列（源）。</translation>
    </message>
    <message>
        <source>Allows only keys that are not later than the query, so that a model cannot look ahead.</source>
        <translation>只允许不晚于查询的键，使模型无法看到未来。</translation>
    </message>
    <message>
        <source>Forbids the keys that only fill a sequence up to the length of its batch.</source>
        <translation>遮去仅为把序列补齐到批次长度而填充的键。</translation>
    </message>
    <message>
        <source>Several attentions side by side on parts of the vectors, their contexts joined and mixed by W_o.</source>
        <translation>多个注意力并行作用于向量的各部分，其上下文向量拼接后由 W_o 混合。</translation>
    </message>
    <message>
        <source>One of the attentions of a multi-head layer, with its own α.</source>
        <translation>多头层中的一个注意力，有自己的 α。</translation>
    </message>
    <message>
        <source>exp(e) divided by the row&apos;s sum of exp(e): positive weights that sum to 1.</source>
        <translation>exp(e) 除以该行 exp(e) 之和：和为 1 的正权重。</translation>
    </message>
    <message>
        <source>What scores are divided by before the softmax (τ); below 1 the weights get sharper, above 1 flatter.</source>
        <translation>softmax 之前用来除分数的数（τ）；小于 1 时权重更尖锐，大于 1 时更平缓。</translation>
    </message>
    <message>
        <source>The part of a translation model that reads the source.</source>
        <translation>翻译模型中读取源句的部分。</translation>
    </message>
    <message>
        <source>The part of a translation model that writes the target, word by word.</source>
        <translation>翻译模型中逐词写出目标句的部分。</translation>
    </message>
    <message>
        <source>The one vector through which everything has to pass in a model without attention.</source>
        <translation>在没有注意力的模型中，一切信息都必须经过的那一个向量。</translation>
    </message>
    <message>
        <source>A summary of the whole source whose size does not grow with it.</source>
        <translation>对整个源句的概括，其大小不随源句增长。</translation>
    </message>
    <message>
        <source>The number of steps a signal takes between two positions; 1 for attention, n for a recurrent net.</source>
        <translation>信号在两个位置之间经过的步数；注意力为 1，普通 RNN 为 n。</translation>
    </message>
    <message>
        <source>Reading from all places at once, each with a weight, so that gradients flow to every one.</source>
        <translation>同时从所有位置读取，各带权重，使梯度流向每个位置。</translation>
    </message>
    <message>
        <source>Finding a place by what is there, not by where it is.</source>
        <translation>按内容而不是按位置来查找。</translation>
    </message>
    <message>
        <source>A matrix drawn as colored cells.</source>
        <translation>以彩色单元格绘制的矩阵。</translation>
    </message>
    <message>
        <source>Only some pairs are allowed (a window, global tokens, random keys) or get a weight above 0 (sparsemax).</source>
        <translation>只允许部分查询–键对（窗口、全局词元、随机键），或只有部分权重大于 0（sparsemax）。</translation>
    </message>
    <message>
        <source>The softmax is replaced by a product of features, so that the cost grows with n instead of n².</source>
        <translation>以特征的乘积代替 softmax，使开销随 n 而不是 n² 增长。</translation>
    </message>
    <message>
        <source>Keys and values of earlier tokens, kept so that they are not computed again for each new one.</source>
        <translation>保存之前词元的键和值，避免为每个新词元重新计算。</translation>
    </message>
    <message>
        <source>One number of a layer: a weighted sum put through an activation.</source>
        <translation>层中的一个数：加权和再经过激活函数。</translation>
    </message>
    <message>
        <source>The function that makes a layer more than a linear map: tanh, ReLU, GELU.</source>
        <translation>使一层不只是线性映射的函数：tanh、ReLU、GELU。</translation>
    </message>
    <message>
        <source>A layer between input and output; in additive attention the tanh units.</source>
        <translation>输入与输出之间的层；在加性注意力中即 tanh 单元。</translation>
    </message>
    <message>
        <source>A number before its activation or softmax.</source>
        <translation>经过激活函数或 softmax 之前的数。</translation>
    </message>
    <message>
        <source>Maps a discrete id to a continuous vector.</source>
        <translation>把离散 id 映射为连续向量。</translation>
    </message>
    <message>
        <source>One pass over all data.</source>
        <translation>全部数据扫一遍。</translation>
    </message>
    <message>
        <source>One update, by one batch.</source>
        <translation>一个 batch 更新一次。</translation>
    </message>
    <message>
        <source>How far a step goes along the gradient.</source>
        <translation>一步沿梯度走多远。</translation>
    </message>
    <message>
        <source>Pulls the parameters a little towards 0 at each step.</source>
        <translation>每一步都把参数略微拉向 0。</translation>
    </message>
    <message>
        <source>Trains a trained model further, for another task.</source>
        <translation>在已训练的模型上针对另一任务继续训练。</translation>
    </message>
    <message>
        <source>Shortens gradients that are longer than a limit, so that one step cannot ruin the model.</source>
        <translation>把超过上限的梯度缩短，使一步更新不致毁掉模型。</translation>
    </message>
    <message>
        <source>A stretch of training in which the loss hardly falls.</source>
        <translation>训练中损失几乎不再下降的一段。</translation>
    </message>
    <message>
        <source>Data that is never trained on and shows whether the model generalises.</source>
        <translation>从不用于训练的数据，用来检验模型能否泛化。</translation>
    </message>
    <message>
        <source>Adds a layer&apos;s input to its output, so that signals and gradients have a way around it.</source>
        <translation>把一层的输入加到其输出上，使信号和梯度可以绕过该层。</translation>
    </message>
    <message>
        <source>Brings the numbers of each position to mean 0 and variance 1, then scales and shifts them.</source>
        <translation>把每个位置的数变为均值 0、方差 1，再缩放和平移。</translation>
    </message>
    <message>
        <source>The two-layer net that follows attention at each position.</source>
        <translation>在每个位置上接在注意力之后的两层网络。</translation>
    </message>
    <message>
        <source>A token, often the first, that takes the weight a head has no better use for.</source>
        <translation>承接头中无处可用的权重的词元，往往是第一个。</translation>
    </message>
    <message>
        <source>A head that looks at what followed an earlier occurrence of the current token.</source>
        <translation>注视当前词元上一次出现之后的内容的头。</translation>
    </message>
    <message>
        <source>How spread a row of weights is: 0 when all is on one key, ln n when all are equal.</source>
        <translation>一行权重的分散程度：全部集中于一个键时为 0，全部相等时为 ln n。</translation>
    </message>
    <message>
        <source>Says which keys a query may look at; a masked weight is exactly 0.</source>
        <translation>规定查询可以注视哪些键；被遮蔽的权重恰为 0。</translation>
    </message>
    <message>
        <source>Links between words that people have marked, sure or possible, to compare weights with.</source>
        <translation>由人标注的词间对应（确定或可能），用来与权重比较。</translation>
    </message>
    <message>
        <source>How far the links of the largest weights are from the gold ones: 0 is no error.</source>
        <translation>最大权重所成的对齐与人工标注对齐相差多远：0 表示没有错误。</translation>
    </message>
    <message>
        <source>How different two rows of weights are: 0 when they are equal.</source>
        <translation>两行权重相差多少：相同时为 0。</translation>
    </message>
    <message>
        <source>The weights of all layers multiplied, so that outputs are traced back to inputs.</source>
        <translation>把各层的权重相乘，从而把输出追溯到输入。</translation>
    </message>
    <message>
        <source>How a number answers to a small change of others: of the loss, what training follows; of α, how much the scores can still move it.</source>
        <translation>一个数对其他数微小变化的响应：损失的梯度为训练指路；α 的梯度说明分数还能使它移动多少。</translation>
    </message>
    <message>
        <source>How surprised a model is by the right words; training makes it small.</source>
        <translation>模型对正确的词有多意外；训练使它变小。</translation>
    </message>
    <message>
        <source>The examples that one step of training learns from together.</source>
        <translation>训练的一步中一起学习的样本。</translation>
    </message>
    <message>
        <source>One product added to a sum: the unit in which the work of a layer is counted.</source>
        <translation>把一个乘积加到和上：衡量一层计算量的单位。</translation>
    </message>
    <message>
        <source>The product of two vectors over their lengths: 1 is the same direction, whether of query and key (a score) or of two rows of weights.</source>
        <translation>两个向量的点积除以它们的长度：1 表示方向相同；可用于查询与键（一种分数），也可用于两行权重。</translation>
    </message>
    <message>
        <source>Normalizers in place of softmax that give many keys a weight of exactly 0.</source>
        <translation>代替 softmax 的归一化函数，使许多键的权重恰好为 0。</translation>
    </message>
    <message>
        <source>Reads a sequence step by step and carries one state along, so that no step can run before the last one is done.</source>
        <translation>逐步读取序列并带着一个状态前行，因此上一步完成之前下一步无法开始。</translation>
    </message>
    <message>
        <source>The keys next to the diagonal; in band is the part of the weight that lies there.</source>
        <translation>紧邻对角线的键；“带内”是落在其中的那部分权重。</translation>
    </message>
    <message>
        <source>The units of entropy: by the natural logarithm and by that of base 2.</source>
        <translation>熵的单位：分别取自然对数和以 2 为底的对数。</translation>
    </message>
</context>
<context>
    <name>Heatmap</name>
    <message>
        <source>masked</source>
        <translation>被掩码</translation>
    </message>
    <message>
        <source>not every label is shown</source>
        <translation>部分标签未显示</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 matrices</source>
        <translation>%1 个矩阵</translation>
    </message>
    <message>
        <source>sparsemax</source>
        <translation>sparsemax</translation>
    </message>
    <message>
        <source>1.5-entmax</source>
        <translation>1.5-entmax</translation>
    </message>
    <message>
        <source>hard max</source>
        <translation>hardmax</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>rank in row</source>
        <translation>行内排名</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>%1, τ = %2</source>
        <translation>%1，τ = %2</translation>
    </message>
    <message>
        <source>mask none</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>mask %1</source>
        <translation>掩码 %1</translation>
    </message>
    <message>
        <source>range of each panel its own, %1</source>
        <translation>各面板范围独立，%1</translation>
    </message>
    <message>
        <source>range %1 … %2</source>
        <translation>范围 %1 … %2</translation>
    </message>
    <message>
        <source>%1 (percentiles %2 % … %3 %), %4</source>
        <comment>range, low and high percentile, scale</comment>
        <translation>%1（百分位 %2 % … %3 %），%4</translation>
    </message>
    <message>
        <source>outlined: gold links</source>
        <translation>描边：人工标注对齐</translation>
    </message>
    <message>
        <source>outlined: gold links, dashed where only possible</source>
        <translation>描边：人工标注对齐，虚线表示仅为可能</translation>
    </message>
    <message>
        <source>largest value of the cells below a pixel</source>
        <translation>像素取其下单元格的最大值</translation>
    </message>
    <message>
        <source>mean of the cells below a pixel</source>
        <translation>像素取其下单元格的均值</translation>
    </message>
    <message>
        <source>every allowed value is NaN</source>
        <translation>所有允许的值均为 NaN</translation>
    </message>
    <message>
        <source>every value is NaN</source>
        <translation>所有值均为 NaN</translation>
    </message>
    <message>
        <source>everything is masked</source>
        <translation>全部被遮蔽</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>every number is %1</source>
        <translation>所有数值均为 %1</translation>
    </message>
    <message>
        <source>values %1 … %2</source>
        <translation>值 %1 … %2</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <comment>so many cells</comment>
        <translation>%1 个 NaN</translation>
    </message>
    <message>
        <source>H %1 nat</source>
        <comment>mean entropy of the rows</comment>
        <translation>H %1 nat</translation>
    </message>
    <message>
        <source>1 row allows nothing</source>
        <translation>有 1 行不允许任何键</translation>
    </message>
    <message>
        <source>%1 rows allow nothing</source>
        <translation>有 %1 行不允许任何键</translation>
    </message>
    <message>
        <source>%1 × %2: nothing to draw</source>
        <translation>%1 × %2：没有可绘制的内容</translation>
    </message>
    <message>
        <source>sure link</source>
        <translation>确定对齐</translation>
    </message>
    <message>
        <source>possible link</source>
        <translation>可能对齐</translation>
    </message>
    <message>
        <source>rank in row %1</source>
        <translation>行内排名 %1</translation>
    </message>
    <message>
        <source>above the color range</source>
        <translation>高于颜色范围</translation>
    </message>
    <message>
        <source>below the color range</source>
        <translation>低于颜色范围</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>行 %1，列 %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>what a screen reader says of a cell: row, column, value</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>行 %1</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>列 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>range, scale</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>without weights below %1</source>
        <translation>小于 %1 的权重未画出</translation>
    </message>
    <message>
        <source>width of a line: its weight</source>
        <translation>线宽：权重</translation>
    </message>
    <message>
        <source>thin dark lines: gold links, dashed where only possible</source>
        <translation>深色细线：人工标注对齐，虚线为仅可能</translation>
    </message>
    <message>
        <source>thin dark lines: gold links</source>
        <translation>深色细线：人工标注对齐</translation>
    </message>
    <message>
        <source>source (keys)</source>
        <translation>源（键）</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>target (queries)</source>
        <translation>目标（查询）</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Lines are drawn for up to %1 tokens a side, and this is %2 × %3. The heatmap shows it.</source>
        <translation>每侧最多 %1 个词元时才画连线，而这里是 %2 × %3。请用热力图查看。</translation>
    </message>
    <message>
        <source>linear attention (elu + 1)</source>
        <translation>线性注意力（elu + 1）</translation>
    </message>
    <message>
        <source>Performer (%1 features)</source>
        <translation>Performer（%1 个特征）</translation>
    </message>
    <message>
        <source>%1, off softmax by a total variation of %2</source>
        <translation>%1，与 softmax 的全变差 %2</translation>
    </message>
    <message>
        <source>value farthest from 0 of the cells below a pixel</source>
        <translation>像素下各单元格中离 0 最远的值</translation>
    </message>
    <message>
        <source>the tokens differ</source>
        <translation>词元不同</translation>
    </message>
    <message>
        <source>columns sum to 1, rows do not</source>
        <translation>各列之和为 1，各行不是</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>AER %1</source>
        <comment>alignment error rate</comment>
        <translation>AER %1</translation>
    </message>
    <message>
        <source>precision %1 · recall %2</source>
        <translation>精确率 %1 · 召回率 %2</translation>
    </message>
    <message>
        <source>%1, without the first key</source>
        <comment>scale, what the range follows</comment>
        <translation>%1，不计第一个键</translation>
    </message>
    <message>
        <source>mean of %1 cells, rows %2–%3, columns %4–%5</source>
        <translation>%1 个单元格的平均值，第 %2–%3 行，第 %4–%5 列</translation>
    </message>
    <message>
        <source>farthest from 0 of %1 cells below the pixel</source>
        <translation>该像素下 %1 个单元格中离 0 最远的值</translation>
    </message>
    <message>
        <source>largest of %1 cells below the pixel</source>
        <translation>该像素下 %1 个单元格中的最大值</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Each row is one query: where it looks. Each column is one key: who looks at it.</source>
        <translation>每一行是一个查询：它看向哪里。每一列是一个键：谁在看它。</translation>
    </message>
    <message>
        <source>Every row of Q is one query. Change a number and watch.</source>
        <translation>Q 的每一行是一个查询。改一个数，看看变化。</translation>
    </message>
    <message>
        <source>Every row of K is one key. Change a number and watch.</source>
        <translation>K 的每一行是一个键。改一个数，看看变化。</translation>
    </message>
    <message>
        <source>Every row of V is what is taken from one key. It moves the context, never α.</source>
        <translation>V 的每一行是从一个键取得的内容。它改变上下文，但从不改变 α。</translation>
    </message>
    <message>
        <source>Every token is a row of numbers: its embedding, here with its position.</source>
        <translation>每个词元是一行数：它的嵌入，这里还含有位置。</translation>
    </message>
    <message>
        <source>The scores of the row, one number a key.</source>
        <translation>这一行的分数，每个键一个数。</translation>
    </message>
    <message>
        <source>The exponential makes every score positive.</source>
        <translation>指数使每个分数都变为正数。</translation>
    </message>
    <message>
        <source>Divided by their sum, the numbers of the row sum to 1.</source>
        <translation>除以总和之后，这一行的数之和为 1。</translation>
    </message>
    <message>
        <source>The weighted mean of the values: what the query receives.</source>
        <translation>值的加权平均：查询得到的内容。</translation>
    </message>
    <message>
        <source>Its score is a sum over hidden units, written out here.</source>
        <translation>它的分数是对隐藏单元求和，在这里逐项写出。</translation>
    </message>
    <message>
        <source>Its score is a product of query, W and key, written out here.</source>
        <translation>它的分数是查询、W 和键的乘积，在这里逐项写出。</translation>
    </message>
    <message>
        <source>Each bar is one hidden unit: v times tanh of its input.</source>
        <translation>每个条是一个隐藏单元：v 乘以其输入的 tanh。</translation>
    </message>
    <message>
        <source>Its entropy stands below the weights of the row.</source>
        <translation>熵写在这一行的权重下方。</translation>
    </message>
    <message>
        <source>Drag τ: small is sharp, large is flat.</source>
        <translation>拖动 τ：小则尖锐，大则平缓。</translation>
    </message>
    <message>
        <source>Equal letters find each other, wherever they stand.</source>
        <translation>相同的字母无论在哪里都能找到彼此。</translation>
    </message>
    <message>
        <source>Outlined cells are links that people have marked.</source>
        <translation>带框的单元格是人工标注的对齐。</translation>
    </message>
    <message>
        <source>Q, K and V all come from one X.</source>
        <translation>Q、K、V 都来自同一个 X。</translation>
    </message>
    <message>
        <source>Q comes from the target, K and V from the source.</source>
        <translation>Q 来自目标端，K 和 V 来自源端。</translation>
    </message>
    <message>
        <source>Choose Encoder: every token may look at every other one.</source>
        <translation>选择“编码器”：每个词元都可以看其他所有词元。</translation>
    </message>
    <message>
        <source>Choose Decoder: no token may look at what comes after it.</source>
        <translation>选择“解码器”：词元不能看它之后的内容。</translation>
    </message>
    <message>
        <source>Four heads of one layer, each with a picture of its own.</source>
        <translation>一层中的四个头，每个头有自己的图。</translation>
    </message>
    <message>
        <source>What is forbidden is hatched, its weight exactly 0.</source>
        <translation>被禁止的单元格画有斜线，权重恰好为 0。</translation>
    </message>
    <message>
        <source>Padding forbids the last columns for everyone.</source>
        <translation>填充掩码对所有查询禁止最后几列。</translation>
    </message>
    <message>
        <source>Only a band and a few global tokens are allowed.</source>
        <translation>只允许一条带和少数全局词元。</translation>
    </message>
    <message>
        <source>The first column takes what the head has no use for.</source>
        <translation>第一列收走该头用不上的权重。</translation>
    </message>
    <message>
        <source>Below the diagonal: each repeated token looks at what followed it before.</source>
        <translation>对角线下方：每个重复的词元都看向它上次出现之后的内容。</translation>
    </message>
    <message>
        <source>Train a small translation model here and watch it learn to align.</source>
        <translation>在这里训练一个小翻译模型，看它学会对齐。</translation>
    </message>
    <message>
        <source>What a layer costs, in operations and bytes.</source>
        <translation>一层的代价：运算次数和字节数。</translation>
    </message>
    <message>
        <source>Move a weight: the context slides between the values, smoothly.</source>
        <translation>移动一个权重：上下文在各个值之间平滑地移动。</translation>
    </message>
    <message>
        <source>Press Search: other weights, and nearly the same output.</source>
        <translation>按“搜索”：权重不同，输出却几乎相同。</translation>
    </message>
    <message>
        <source>“today” comes second in Chinese: the diagonal bends with the order of words.</source>
        <translation>“今天”在中文里排在第二位：对角线随词序弯折。</translation>
    </message>
    <message>
        <source>“Attention is like human attention.”</source>
        <translation>“注意力就像人的注意力。”</translation>
    </message>
    <message>
        <source>It is a weighted mean with weights that a gradient can pass. Nothing is selected; every value takes part.</source>
        <translation>它是加权平均，梯度可以通过其权重。没有任何东西被挑选出来；每个值都参与其中。</translation>
    </message>
    <message>
        <source>Move the weights of three keys</source>
        <translation>移动三个键的权重</translation>
    </message>
    <message>
        <source>“The weights explain the output.”</source>
        <translation>“权重解释了输出。”</translation>
    </message>
    <message>
        <source>Often quite other weights give nearly the same output. Weights say what was mixed, not why.</source>
        <translation>完全不同的权重往往给出几乎相同的输出。权重说明混合了什么，而不是为什么。</translation>
    </message>
    <message>
        <source>Search for other weights</source>
        <translation>搜索其他权重</translation>
    </message>
    <message>
        <source>“Attention replaced recurrence because recurrence is slow.”</source>
        <translation>“注意力取代循环网络是因为循环慢。”</translation>
    </message>
    <message>
        <source>Compare what they cost</source>
        <translation>比较它们的代价</translation>
    </message>
    <message>
        <source>“The diagonal is always there.”</source>
        <translation>“对角线总是存在。”</translation>
    </message>
    <message>
        <source>Word order bends it, and a model without attention has none at all.</source>
        <translation>词序会使它弯折，而没有注意力的模型根本没有对角线。</translation>
    </message>
    <message>
        <source>Look at a sentence whose order changes</source>
        <translation>看一个词序改变的句子</translation>
    </message>
    <message>
        <source>“Larger scores mean a more certain model.”</source>
        <translation>“分数越大，模型越有把握。”</translation>
    </message>
    <message>
        <source>Scale and temperature alone change how sharp the weights are, with the same data.</source>
        <translation>数据相同，仅缩放和温度就能改变权重的尖锐程度。</translation>
    </message>
    <message>
        <source>Change d_k and τ over the same data</source>
        <translation>在同一数据上改变 d_k 和 τ</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Rows are queries, columns are keys. The brighter a cell, the more the row takes from that column. Click a cell, or move with the arrow keys.</source>
        <translation>行是查询，列是键。单元格越亮，该行从该列取得的越多。单击一个单元格，或用方向键移动。</translation>
    </message>
    <message>
        <source>The problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Choose an example, self- or cross-attention, score functions, a mask and the temperature. Every picture follows at once.</source>
        <translation>选择示例、自注意力或交叉注意力、打分函数、掩码和温度。所有的图立即随之改变。</translation>
    </message>
    <message>
        <source>The numbers behind it</source>
        <translation>背后的数</translation>
    </message>
    <message>
        <source>Tokens and matrices can be edited right here. Paste blocks from a spreadsheet or from Python.</source>
        <translation>词元和矩阵都可以在这里编辑。可以粘贴来自电子表格或 Python 的数块。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Encoder, Decoder and Cross show where Q, K and V of a Transformer&apos;s layer come from. The same layer can be copied as Python.</source>
        <translation>“编码器”“解码器”“交叉”显示 Transformer 层的 Q、K、V 来自哪里。同一层可以复制为 Python。</translation>
    </message>
    <message>
        <source>Why a cell is what it is</source>
        <translation>单元格为什么是这个数</translation>
    </message>
    <message>
        <source>The formula with its numbers, the whole row, and the context that comes of it.</source>
        <translation>代入数值的公式、整行，以及由此得到的上下文。</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步</translation>
    </message>
    <message>
        <source>From score over mask and normalizer to weight and context: go through it with the arrow keys.</source>
        <translation>从分数经掩码和归一化到权重和上下文：用方向键逐步查看。</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Move weights and watch the context move. Or let a search find other weights with the same output.</source>
        <translation>移动权重，看上下文如何移动。或者让搜索找出输出相同的其他权重。</translation>
    </message>
    <message>
        <source>Colors</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>The bar says what a color means. Its range never changes with the zoom.</source>
        <translation>色条说明颜色的含义。它的范围从不随缩放改变。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>F1 explains what is under the pointer or has the focus. Shift+Ctrl+P finds every action.</source>
        <translation>F1 解释指针下或有焦点的部分。Shift+Ctrl+P 可找到每个操作。</translation>
    </message>
    <message>
        <source>How each weight answers to each score: flat where one key has it all.</source>
        <translation>每个权重对每个分数的响应：一个键占去全部时便是平的。</translation>
    </message>
    <message>
        <source>Every panel against the chosen one: how far apart they are, in figures.</source>
        <translation>每个面板与所选面板比较：用数字说明相差多远。</translation>
    </message>
    <message>
        <source>Right of the upright line, n² attention is dearer than an LSTM of the same width.</source>
        <translation>竖线右侧，n² 的注意力比同宽度的 LSTM 更贵。</translation>
    </message>
    <message>
        <source>Open a file of layers and heads: the menu of a panel then offers their rollout.</source>
        <translation>打开一个含多层多头的文件：面板的菜单便提供它们的注意力展开。</translation>
    </message>
    <message>
        <source>Train with and without attention: without it, long sentences do not fit into one vector of fixed size.</source>
        <translation>分别训练有注意力和没有注意力的模型：没有它，长句子装不进一个固定大小的向量。</translation>
    </message>
    <message>
        <source>How much of a gradient is left after so many steps: attention has one step, however far.</source>
        <translation>经过这么多步之后梯度还剩多少：无论多远，注意力都只需一步。</translation>
    </message>
    <message>
        <source>It even needs fewer operations for long sequences, where n² is the dearer one. What it lacks are parallel steps and short paths: it takes n steps one after another, attention one.</source>
        <translation>对长序列，循环所需的运算反而更少，n² 的开销才更大。它缺少的是并行的步骤和短的路径：它要一步接一步走 n 步，注意力只需一步。</translation>
    </message>
    <message>
        <source>Why attention</source>
        <translation>为什么需要注意力</translation>
    </message>
    <message>
        <source>Without it a sentence has to fit into one fixed vector (Accuracy by length), and gradients go a long way (Path length). Train models in Align and see both.</source>
        <translation>没有它，整句话必须装进一个固定向量（各长度的准确率），梯度也要走很长的路（路径长度）。在“对齐”中训练模型，两者都能看到。</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>它的开销</translation>
    </message>
    <message>
        <source>A recurrent layer takes n steps one after another; attention has them all at once and pays with n². Cost draws both: choose “steps in a row” above.</source>
        <translation>循环层要一步接一步走 n 步；注意力一次完成所有步，代价是 n²。“开销”把两者都画出来：请在上方选择“串行步数”。</translation>
    </message>
</context>
<context>
    <name>Lab</name>
    <message>
        <source>no attention</source>
        <translation>无注意力</translation>
    </message>
    <message>
        <source>additive</source>
        <translation>加性</translation>
    </message>
    <message>
        <source>dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>general</source>
        <translation>双线性（general）</translation>
    </message>
    <message>
        <source>scaled dot</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>尚未训练</translation>
    </message>
    <message>
        <source>just begun</source>
        <translation>刚刚开始</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>下降中</translation>
    </message>
    <message>
        <source>as low as it gets</source>
        <translation>已基本收敛</translation>
    </message>
    <message>
        <source>plateau</source>
        <translation>平台期</translation>
    </message>
    <message>
        <source>The loss has stopped falling. A smaller rate often lets it fall further.</source>
        <translation>损失不再下降。减小学习率往往能让它继续下降。</translation>
    </message>
    <message>
        <source>oscillating</source>
        <translation>振荡</translation>
    </message>
    <message>
        <source>The loss jumps up and down around a level: the learning rate is too high.</source>
        <translation>损失在某个水平上下跳动：步长太大。</translation>
    </message>
    <message>
        <source>diverging</source>
        <translation>发散</translation>
    </message>
    <message>
        <source>The loss rises far above where it was: the learning rate is much too high.</source>
        <translation>损失升到远高于原先的水平：步长过大。</translation>
    </message>
    <message>
        <source>NaN after step %1</source>
        <translation>第 %1 步之后为 NaN</translation>
    </message>
    <message>
        <source>The loss is no number any more, so training has paused. The picture is the last that was.</source>
        <translation>损失变为 NaN，训练已暂停。图中是最后一次有效的结果。</translation>
    </message>
    <message>
        <source>Halve the rate to %1</source>
        <translation>学习率减半为 %1</translation>
    </message>
    <message>
        <source>Clip the gradient at 1</source>
        <translation>梯度裁剪到 1</translation>
    </message>
    <message>
        <source>Back to the last good weights, rate %1</source>
        <translation>回到上一次良好的权重，学习率 %1</translation>
    </message>
    <message>
        <source>The corpus has no held-out pair to look at.</source>
        <translation>语料中没有可查看的留出句对。</translation>
    </message>
    <message>
        <source>Press Train: α of this pair is drawn here as it is learnt.</source>
        <translation>按“训练”：学习过程中这里会画出该句对的 α。</translation>
    </message>
    <message>
        <source>No α: all that crosses from the source to the target is one vector of %1 numbers.</source>
        <translation>没有 α：从源句传到目标句的只有一个含 %1 个数的向量。</translation>
    </message>
    <message>
        <source>AER %1 %</source>
        <comment>alignment error rate</comment>
        <translation>AER %1 %</translation>
    </message>
    <message>
        <source>What the models in Align had learned after %1 steps.</source>
        <translation>“对齐”中的模型在 %1 步之后学到的内容。</translation>
    </message>
</context>
<context>
    <name>Mask</name>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>padding %1</source>
        <translation>填充 %1</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>窗口 %1</translation>
    </message>
    <message>
        <source>global %1</source>
        <translation>全局 %1</translation>
    </message>
    <message>
        <source>random %1 (seed %2)</source>
        <translation>随机 %1（种子 %2）</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a mask</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>dilated %1 by %2</source>
        <comment>keys on each side, distance between them</comment>
        <translation>空洞 %1，间距 %2</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>块 %1</translation>
    </message>
</context>
<context>
    <name>MatrixEdit</name>
    <message>
        <source>Fill %1 with zeros</source>
        <translation>%1 填零</translation>
    </message>
    <message>
        <source>Fill %1 with the identity</source>
        <translation>%1 填单位矩阵</translation>
    </message>
    <message>
        <source>Fill %1 with random numbers (seed %2)</source>
        <translation>%1 填随机数（种子 %2）</translation>
    </message>
    <message>
        <source>Insert a row into %1</source>
        <translation>在 %1 中插入一行</translation>
    </message>
    <message>
        <source>Remove rows from %1</source>
        <translation>从 %1 中删除行</translation>
    </message>
    <message>
        <source>Insert a column into %1</source>
        <translation>在 %1 中插入一列</translation>
    </message>
    <message>
        <source>Remove columns from %1</source>
        <translation>从 %1 中删除列</translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>additive</source>
        <translation>加性</translation>
    </message>
    <message>
        <source>dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>general</source>
        <translation>双线性（general）</translation>
    </message>
    <message>
        <source>scaled dot</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>%1, head %2</source>
        <translation>%1，头 %2</translation>
    </message>
    <message>
        <source>%1, max over %2 heads</source>
        <translation>%1，%2 个头的最大值</translation>
    </message>
    <message>
        <source>%1, mean of %2 heads</source>
        <translation>%1，%2 个头的均值</translation>
    </message>
    <message>
        <source>largest of the heads</source>
        <translation>各头取最大</translation>
    </message>
    <message>
        <source>mean of the heads</source>
        <translation>各头取平均</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1 − %2</source>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>%1: gradient × α</source>
        <translation>%1：梯度 × α</translation>
    </message>
    <message>
        <source>%1: rollout</source>
        <translation>%1：注意力展开</translation>
    </message>
    <message>
        <source>%1: flow</source>
        <translation>%1：流</translation>
    </message>
    <message>
        <source>%1, residual %2</source>
        <translation>%1，残差 %2</translation>
    </message>
    <message>
        <source>rank in row</source>
        <translation>行内排名</translation>
    </message>
    <message>
        <source>%1, max over heads %2</source>
        <translation>%1，头 %2 的最大值</translation>
    </message>
    <message>
        <source>%1, mean of heads %2</source>
        <translation>%1，头 %2 的均值</translation>
    </message>
</context>
<context>
    <name>PanelMenu</name>
    <message>
        <source>Subtract another panel</source>
        <translation>差：此面板减去</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Heads of a layer</source>
        <translation>一层的各头</translation>
    </message>
    <message>
        <source>Residual share</source>
        <translation>残差比例</translation>
    </message>
    <message>
        <source>Swap the difference</source>
        <translation>交换差的两项</translation>
    </message>
    <message>
        <source>Gradient × attention</source>
        <translation>梯度 × 注意力</translation>
    </message>
    <message>
        <source>Rollout of the stack</source>
        <translation>多层注意力展开（rollout）</translation>
    </message>
    <message>
        <source>Attention flow of the stack</source>
        <translation>堆叠的注意力流</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>全部头</translation>
    </message>
    <message>
        <source>Mean of chosen heads: with this one	Ctrl+Click</source>
        <translation>所选头的均值：包含此头	Ctrl+单击</translation>
    </message>
    <message>
        <source>Mean of the chosen heads</source>
        <translation>所选头的均值</translation>
    </message>
    <message>
        <source>Largest of the chosen heads</source>
        <translation>所选头的最大值</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>%1 File</source>
        <translation>%1 文件</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>全选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>增大(&amp;S)</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>减小(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Float</source>
        <translation>浮动</translation>
    </message>
    <message>
        <source>Undocks and re-attaches the dock widget</source>
        <translation>使面板浮动或重新停靠</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Closes the dock widget</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上级文件夹</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>转到上级文件夹</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表视图</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>切换到列表视图</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详细视图</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>切换到详细视图</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation>位置和书签列表</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近的位置</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 已存在。
要替换吗？</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
找不到文件。
请检查文件名是否正确。</translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation>确定要删除“%1”吗？</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is write protected.
Do you want to delete it anyway?</source>
        <translation>“%1”有写保护。
仍要删除吗？</translation>
    </message>
    <message>
        <source>Could not delete directory.</source>
        <translation>无法删除文件夹。</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>additive</source>
        <translation>加性</translation>
    </message>
    <message>
        <source>dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>general</source>
        <translation>双线性（general）</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>the target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>the source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>the sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>%1 empty entries (null) are read as NaN</source>
        <translation>有 %1 个空项（null）按 NaN 读取</translation>
    </message>
    <message>
        <source>something follows its end</source>
        <translation>结尾之后还有内容</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>过早结束</translation>
    </message>
    <message>
        <source>a comma or } is missing</source>
        <translation>缺少逗号或 }</translation>
    </message>
    <message>
        <source>a comma or ] is missing</source>
        <translation>缺少逗号或 ]</translation>
    </message>
    <message>
        <source>a name in quotes is missing</source>
        <translation>缺少带引号的名称</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>it is nested more than %1 deep</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a text in quotes does not end</source>
        <translation>带引号的文本没有结束</translation>
    </message>
    <message>
        <source>a text is not UTF-8</source>
        <translation>文本不是 UTF-8</translation>
    </message>
    <message>
        <source>a \ is followed by what has no meaning</source>
        <translation>\ 之后的内容没有意义</translation>
    </message>
    <message>
        <source>a number is not complete</source>
        <translation>数值不完整</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>a pipe</source>
        <translation>管道</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 bytes after the array are ignored</source>
        <translation>数组之后的 %1 字节已忽略</translation>
    </message>
    <message>
        <source>it has the unknown entry &quot;%1&quot;</source>
        <translation>含有未知项“%1”</translation>
    </message>
    <message>
        <source>it has the entry %1 twice</source>
        <translation>项 %1 出现两次</translation>
    </message>
    <message>
        <source>its entry %1 cannot be understood</source>
        <translation>无法理解项 %1</translation>
    </message>
    <message>
        <source>it does not begin with {</source>
        <translation>开头不是 {</translation>
    </message>
    <message>
        <source>it is not a list of names and values</source>
        <translation>不是名称与值的列表</translation>
    </message>
    <message>
        <source>something follows its closing }</source>
        <translation>结尾的 } 之后还有内容</translation>
    </message>
    <message>
        <source>it has no entry %1</source>
        <translation>缺少项 %1</translation>
    </message>
    <message>
        <source>this is not valid JSON: %1 (%2)</source>
        <translation>不是有效的 JSON：%1（%2）</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is there twice</source>
        <translation>名称“%1”出现两次</translation>
    </message>
    <message>
        <source>__metadata__ is not an object</source>
        <translation>__metadata__ 不是对象</translation>
    </message>
    <message>
        <source>__metadata__ has to be an object of texts</source>
        <translation>__metadata__ 必须是由文本组成的对象</translation>
    </message>
    <message>
        <source>the tensor is not an object</source>
        <translation>张量不是对象</translation>
    </message>
    <message>
        <source>its dtype is not a text</source>
        <translation>dtype 不是文本</translation>
    </message>
    <message>
        <source>its shape is not a list of whole numbers from 0 to 2^64 - 1</source>
        <translation>shape 不是由 0 到 2^64 - 1 的整数组成的列表</translation>
    </message>
    <message>
        <source>its data_offsets are not two whole numbers</source>
        <translation>data_offsets 不是两个整数</translation>
    </message>
    <message>
        <source>the entry &quot;%1&quot; is unknown or there twice</source>
        <translation>项“%1”未知或出现两次</translation>
    </message>
    <message>
        <source>dtype, shape or data_offsets is missing</source>
        <translation>缺少 dtype、shape 或 data_offsets</translation>
    </message>
    <message>
        <source>an array holds something that is not a number</source>
        <translation>数组中含有非数值内容</translation>
    </message>
    <message>
        <source>the rows of an array are not equally long</source>
        <translation>数组各行长度不等</translation>
    </message>
    <message>
        <source>an array has no shape or no values</source>
        <translation>数组缺少形状或值</translation>
    </message>
    <message>
        <source>the shape of an array is not a list of whole numbers</source>
        <translation>数组的形状不是整数列表</translation>
    </message>
    <message>
        <source>an array has more or fewer values than its shape says</source>
        <translation>数组的值的个数与形状不符</translation>
    </message>
    <message>
        <source>an array is neither a list nor an object</source>
        <translation>数组既不是列表也不是对象</translation>
    </message>
    <message>
        <source>its file %1 is missing</source>
        <translation>缺少其文件 %1</translation>
    </message>
    <message>
        <source>its manifest has %1 bytes</source>
        <translation>清单有 %1 字节</translation>
    </message>
    <message>
        <source>%1 has to be an object</source>
        <translation>%1 必须是对象</translation>
    </message>
    <message>
        <source>the manifest</source>
        <translation>清单</translation>
    </message>
    <message>
        <source>%1 has to be a list</source>
        <translation>%1 必须是列表</translation>
    </message>
    <message>
        <source>%1 has to be a text</source>
        <translation>%1 必须是文本</translation>
    </message>
    <message>
        <source>%1 has to be true or false</source>
        <translation>%1 必须是 true 或 false</translation>
    </message>
    <message>
        <source>%1 has to be a number</source>
        <translation>%1 必须是数值</translation>
    </message>
    <message>
        <source>%1 has to be a whole number from 0 up</source>
        <translation>%1 必须是不小于 0 的整数</translation>
    </message>
    <message>
        <source>%1 is too large</source>
        <translation>%1 太大</translation>
    </message>
    <message>
        <source>%1 has to be a list of texts</source>
        <translation>%1 必须是文本列表</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which has no meaning</source>
        <translation>%1 为“%2”，没有意义</translation>
    </message>
    <message>
        <source>%1 has to be a matrix</source>
        <translation>%1 必须是矩阵</translation>
    </message>
    <message>
        <source>%1 has to be a vector</source>
        <translation>%1 必须是向量</translation>
    </message>
    <message>
        <source>%1 has to be above 0</source>
        <translation>%1 必须大于 0</translation>
    </message>
    <message>
        <source>%1 has limits that no range can have</source>
        <translation>%1 的界限无效</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 has another size than the matrix, which is %2</source>
        <translation>%1 的大小与矩阵（%2）不同</translation>
    </message>
    <message>
        <source>%1 has to have either a score or a matrix</source>
        <translation>%1 必须有且只有 score 与 matrix 之一</translation>
    </message>
    <message>
        <source>%1 names no score function</source>
        <translation>%1 没有指定打分函数</translation>
    </message>
    <message>
        <source>%1 is %2, but the session has %3 matrices, counted from 0</source>
        <translation>%1 为 %2，但会话有 %3 个矩阵，从 0 开始计数</translation>
    </message>
    <message>
        <source>%1 points outside Q and K</source>
        <translation>%1 指向 Q 和 K 之外</translation>
    </message>
    <message>
        <source>it has no format number &quot;heedmap&quot;</source>
        <translation>缺少格式号“heedmap”</translation>
    </message>
    <message>
        <source>its format number &quot;heedmap&quot; is not like [1, 0]</source>
        <translation>格式号“heedmap”不是 [1, 0] 的形式</translation>
    </message>
    <message>
        <source>its manifest holds what JSON does not know</source>
        <translation>清单中有 JSON 不支持的内容</translation>
    </message>
    <message>
        <source>numbers are read with a decimal comma</source>
        <translation>数值按小数逗号读取</translation>
    </message>
    <message>
        <source>%1 empty fields are read as NaN</source>
        <translation>有 %1 个空字段按 NaN 读取</translation>
    </message>
    <message>
        <source>its header lies outside the archive</source>
        <translation>其头部位于归档之外</translation>
    </message>
    <message>
        <source>its header does not agree with the directory</source>
        <translation>其头部与目录不一致</translation>
    </message>
    <message>
        <source>it is cut short</source>
        <translation>数据不完整</translation>
    </message>
    <message>
        <source>it cannot be inflated</source>
        <translation>无法解压</translation>
    </message>
    <message>
        <source>it does not end where it should</source>
        <translation>结束位置不正确</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>校验和错误</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>is compressed by method %1</source>
        <translation>以方法 %1 压缩</translation>
    </message>
    <message>
        <source>it claims more bytes than the archive has</source>
        <translation>声称的字节数超过归档大小</translation>
    </message>
    <message>
        <source>%1 bytes cannot come from %2</source>
        <translation>%2 字节不可能解压出 %1 字节</translation>
    </message>
    <message>
        <source>its zip64 field is cut short</source>
        <translation>其 zip64 字段不完整</translation>
    </message>
    <message>
        <source>it is there twice</source>
        <translation>出现两次</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有那个文件或文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不够</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence and its full stop</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>no panel is shown</source>
        <translation>没有显示任何面板</translation>
    </message>
    <message>
        <source>the panels have no such numbers</source>
        <translation>面板中没有这些数值</translation>
    </message>
    <message>
        <source>%1 has not as many rows in Q, K and V as the problem</source>
        <translation>%1 的 Q、K 和 V 的行数与问题不一致</translation>
    </message>
    <message>
        <source>%1 is %2, but there can be 1 to %3</source>
        <translation>%1 为 %2，但只能是 1 到 %3</translation>
    </message>
    <message>
        <source>%1 has to be a list of whole numbers from 0 up</source>
        <translation>%1 应是由 0 及以上整数组成的列表</translation>
    </message>
    <message>
        <source>%1 is a gradient, which only a score function has</source>
        <translation>%1 是梯度，只有打分函数才有梯度</translation>
    </message>
    <message>
        <source>%1 is of a stack of layers, which only matrices have</source>
        <translation>%1 属于层的堆叠，只有矩阵才有</translation>
    </message>
    <message>
        <source>it has %1 bytes, and its array takes %2</source>
        <translation>它有 %1 字节，而其中的数组只需 %2 字节</translation>
    </message>
    <message>
        <source>an array has more than two axes</source>
        <translation>有一个数组的轴数超过两个</translation>
    </message>
    <message>
        <source>its manifest is larger than that of any session</source>
        <translation>清单比任何会话的都大</translation>
    </message>
    <message>
        <source>not all of it is computed yet</source>
        <translation>尚未全部计算完</translation>
    </message>
    <message>
        <source>an id, 0 or more</source>
        <translation>编号（0 或更大）</translation>
    </message>
    <message>
        <source>merge %1</source>
        <translation>第 %1 条合并规则</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>normalizer</source>
        <translation>规范化步骤</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>太长</translation>
    </message>
    <message>
        <source>a piece and its id</source>
        <translation>一个词元及其编号</translation>
    </message>
    <message>
        <source>a list of Sequence and SpecialToken</source>
        <translation>由 Sequence 和 SpecialToken 组成的列表</translation>
    </message>
    <message>
        <source>a list of ids</source>
        <translation>编号列表</translation>
    </message>
    <message>
        <source>post-processor</source>
        <translation>后处理步骤</translation>
    </message>
    <message>
        <source>one that puts tokens around a text</source>
        <translation>一个在文本前后添加词元的步骤</translation>
    </message>
    <message>
        <source>behavior</source>
        <translation>切分方式</translation>
    </message>
    <message>
        <source>pre-tokenizer</source>
        <translation>预切分步骤</translation>
    </message>
    <message>
        <source>kind of model</source>
        <translation>模型类型</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>a text in UTF-8</source>
        <translation>UTF-8 文本</translation>
    </message>
    <message>
        <source>pieces and their ids</source>
        <translation>词元及其编号</translation>
    </message>
    <message>
        <source>pieces and their scores</source>
        <translation>词元及其分数</translation>
    </message>
    <message>
        <source>a list of merges, each two pieces</source>
        <translation>合并规则的列表，每条两个词元</translation>
    </message>
    <message>
        <source>the id of a piece</source>
        <translation>某个词元的编号</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 whole numbers beyond 2^53 are rounded</source>
        <translation>有 %1 个超过 2^53 的整数被舍入</translation>
    </message>
    <message>
        <source>%1 numbers larger than float64 can hold are read as infinite</source>
        <translation>有 %1 个超出 float64 范围的数按无穷大读取</translation>
    </message>
    <message>
        <source>%1 missing values are read as NaN</source>
        <translation>有 %1 个缺失值按 NaN 读取</translation>
    </message>
    <message>
        <source>the text is read as %1</source>
        <translation>文本按 %1 编码读取</translation>
    </message>
    <message>
        <source>%1 bytes have no meaning in %2 and are shown as &quot;%3&quot;</source>
        <translation>有 %1 个字节在 %2 中没有意义，显示为“%3”</translation>
    </message>
    <message>
        <source>digits stand in groups: &quot;%1&quot; is read as %2</source>
        <translation>数字带有分组符：“%1”读作 %2</translation>
    </message>
    <message>
        <source>%1 missing values (&quot;%2&quot;) are read as NaN</source>
        <translation>有 %1 个缺失值（“%2”）按 NaN 读取</translation>
    </message>
    <message>
        <source>columns at the end without any entry are left out: %1</source>
        <translation>末尾没有任何内容的列被略去：%1</translation>
    </message>
    <message>
        <source>numbers at the border are taken for labels</source>
        <translation>边上的数被当作标签</translation>
    </message>
    <message>
        <source>whole numbers beyond 2^53 are rounded: %1, such as %2</source>
        <translation>超过 2^53 的整数被舍入：%1 个，例如 %2</translation>
    </message>
    <message>
        <source>numbers larger than float64 can hold are read as infinite: %1, such as %2</source>
        <translation>超出 float64 范围的数按无穷大读取：%1 个，例如 %2</translation>
    </message>
    <message>
        <source>numbers smaller than float64 can hold are read as 0: %1, such as %2</source>
        <translation>小于 float64 所能表示的数按 0 读取：%1 个，例如 %2</translation>
    </message>
    <message>
        <source>of %1 tensors, %2 is shown</source>
        <translation>共有 %1 个张量，显示的是 %2</translation>
    </message>
    <message>
        <source>entry %1 of a batch of %2 is shown</source>
        <translation>显示的是批（共 %2 项）中的第 %1 项</translation>
    </message>
    <message>
        <source>Q has %1 columns and K %2, so the general score is taken</source>
        <translation>Q 有 %1 列而 K 有 %2 列，因此使用双线性（general）打分函数</translation>
    </message>
    <message>
        <source>only the first line is used</source>
        <translation>只使用第一行</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of W, W_s, W_h, v, W_q, W_k, W_v, beta and is not used</source>
        <translation>“%1”不是 W、W_s、W_h、v、W_q、W_k、W_v、beta 之一，未被使用</translation>
    </message>
    <message>
        <source>%1 is %2, but there are only %3</source>
        <translation>%1 为 %2，但只有 %3 个</translation>
    </message>
    <message>
        <source>the last axis of %1 is of one entry and is left out</source>
        <translation>形状 %1 的最后一轴只有一项，已略去</translation>
    </message>
    <message>
        <source>only the first %1 of %2 matrices are shown; open others by their index</source>
        <translation>只显示 %2 个矩阵中的前 %1 个；其余的可按索引打开</translation>
    </message>
    <message>
        <source>tokens of the rows: %1 for %2; the rest is left out</source>
        <translation>行的词元：%2 行有 %1 个；多余的已略去</translation>
    </message>
    <message>
        <source>tokens of the rows: %1 for %2; the rest stays empty</source>
        <translation>行的词元：%2 行有 %1 个；其余留空</translation>
    </message>
    <message>
        <source>tokens of the columns: %1 for %2; the rest is left out</source>
        <translation>列的词元：%2 列有 %1 个；多余的已略去</translation>
    </message>
    <message>
        <source>tokens of the columns: %1 for %2; the rest stays empty</source>
        <translation>列的词元：%2 列有 %1 个；其余留空</translation>
    </message>
    <message>
        <source>an instruction lacks what it works on</source>
        <translation>有指令缺少操作对象</translation>
    </message>
    <message>
        <source>it refers to a value that was not kept</source>
        <translation>它引用了未保存的值</translation>
    </message>
    <message>
        <source>a number is written wrong</source>
        <translation>有数字写法错误</translation>
    </message>
    <message>
        <source>a text is written wrong</source>
        <translation>有文本写法错误</translation>
    </message>
    <message>
        <source>its protocol is newer than 5</source>
        <translation>其协议版本高于 5</translation>
    </message>
    <message>
        <source>a tensor is described wrong</source>
        <translation>有张量的描述错误</translation>
    </message>
    <message>
        <source>it lists a storage that no tensor uses</source>
        <translation>它列出了没有张量使用的存储</translation>
    </message>
    <message>
        <source>a storage is described wrong</source>
        <translation>有存储的描述错误</translation>
    </message>
    <message>
        <source>it lacks the member %1</source>
        <translation>它缺少成员 %1</translation>
    </message>
    <message>
        <source>the rows of %1 steps of a generation are put together; what a step had no key for is masked</source>
        <translation>已把一次生成的 %1 步的行拼在一起；某一步没有的键记为掩蔽</translation>
    </message>
    <message>
        <source>the rows of %1 steps of a generation are put together</source>
        <translation>已把一次生成的 %1 步的行拼在一起</translation>
    </message>
    <message>
        <source>links count words from 1: none is 0, and one is the number of the last word</source>
        <translation>链接从 1 开始数词：没有 0，且有一个等于最后一个词的序号</translation>
    </message>
    <message>
        <source>whether links count words from 0 or 1 cannot be told; 0 is assumed</source>
        <translation>无法判断链接从 0 还是从 1 开始数词；按 0 处理</translation>
    </message>
    <message>
        <source>links number the words between blanks, so sentences are cut at blanks alone (%1 of them would be split further)</source>
        <translation>链接按空格分出的词编号，因此句子只在空格处切分（其中 %1 句本会被进一步切开）</translation>
    </message>
    <message>
        <source>the links of %1 sentences are left out: the model splits words of theirs further</source>
        <translation>%1 个句子的链接未计入：模型会把其中的词进一步切开</translation>
    </message>
    <message>
        <source>links of the end of the sentence are counted, gold (%1) and found</source>
        <translation>句末标记的链接计入，标准的（%1 条）和找到的都算</translation>
    </message>
    <message>
        <source>links of the end of the sentence are left out, gold (%1) and found</source>
        <translation>句末标记的链接不计，标准的（%1 条）和找到的都不算</translation>
    </message>
    <message>
        <source>it shows %1</source>
        <translation>其显示方式：%1</translation>
    </message>
    <message>
        <source>special tokens</source>
        <translation>特殊词元</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>pieces merged to words, columns summed, rows averaged</source>
        <translation>子词合并为词，列求和，行取平均</translation>
    </message>
    <message>
        <source>pieces merged to words, columns summed, rows of the first piece</source>
        <translation>子词合并为词，列求和，行取首个子词</translation>
    </message>
    <message>
        <source>pieces merged to words, columns summed, rows of the last piece</source>
        <translation>子词合并为词，列求和，行取末个子词</translation>
    </message>
    <message>
        <source>hidden: %1; the other weights as they are</source>
        <translation>隐藏：%1；其余权重不变</translation>
    </message>
    <message>
        <source>left out: %1; the other weights renormalized</source>
        <translation>省略：%1；其余权重重新归一化</translation>
    </message>
    <message>
        <source>%1 %2 (the default, as the file does not say)</source>
        <translation>%1 %2（默认值，因为文件没有给出）</translation>
    </message>
    <message>
        <source>no token stands for &quot;%1&quot;</source>
        <translation>没有词元代表“%1”</translation>
    </message>
    <message>
        <source>the unknown token stands for &quot;%1&quot;</source>
        <translation>未知词元代表“%1”</translation>
    </message>
</context>
<context>
    <name>heedmap::ActionFinder</name>
    <message>
        <source>example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Find Action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Name of an action or an example</source>
        <translation>操作或示例的名称</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Found actions and examples</source>
        <translation>找到的操作和示例</translation>
    </message>
    <message>
        <source>Nothing has this in its name.</source>
        <translation>没有名称含此内容的操作或示例。</translation>
    </message>
</context>
<context>
    <name>heedmap::Autosave</name>
    <message>
        <source>The session is too large to save automatically; save it with Ctrl+S.</source>
        <translation>会话太大，无法每隔几秒自动保存；请按 Ctrl+S 保存。</translation>
    </message>
    <message>
        <source>The session could not be saved by itself. %1</source>
        <translation>会话未能自动保存。%1</translation>
    </message>
    <message>
        <source>The program ended by itself each time it showed the last session; it is kept in %1.</source>
        <translation>程序每次打开上一个会话都会意外退出；该会话保存在 %1。</translation>
    </message>
    <message>
        <source>The last session could not be read and is kept in %1. %2.</source>
        <translation>上一个会话无法读取，保存在 %1。%2。</translation>
    </message>
</context>
<context>
    <name>heedmap::BarChart</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>heedmap::Callout</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Skip the tour</source>
        <translation>跳过导览</translation>
    </message>
</context>
<context>
    <name>heedmap::CellSection</name>
    <message>
        <source>v·tanh(·) by hidden unit</source>
        <translation>v·tanh(·)，按隐藏单元</translation>
    </message>
    <message>
        <source>of e, by dimension</source>
        <translation>q·k 逐维乘积</translation>
    </message>
    <message>
        <source>%1, %2 largest</source>
        <translation>%1（最大的 %2 个）</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>各项</translation>
    </message>
    <message>
        <source>Formula of the chosen cell</source>
        <translation>所选单元格的公式</translation>
    </message>
    <message>
        <source>Terms of the score</source>
        <translation>分数的各项</translation>
    </message>
    <message>
        <source>This cell</source>
        <translation>此单元格</translation>
    </message>
    <message>
        <source>under every score function</source>
        <translation>各打分函数下</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>&lt;i&gt;α&lt;/i&gt;: 1, shared by the largest scores of the row</source>
        <translation>&lt;i&gt;α&lt;/i&gt;：1，由该行最大的分数平分</translation>
    </message>
    <message>
        <source>&lt;i&gt;α&lt;/i&gt;: this row allows no key, so its weights are 0</source>
        <translation>&lt;i&gt;α&lt;/i&gt;：该行不允许任何键，因此权重为 0</translation>
    </message>
    <message>
        <source>&lt;i&gt;α&lt;/i&gt;: the mask forbids this key, so its weight is exactly 0</source>
        <translation>&lt;i&gt;α&lt;/i&gt;：掩码不允许此键，因此权重恰为 0</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>行 %1，列 %2</translation>
    </message>
    <message>
        <source>sure link</source>
        <translation>确定对齐</translation>
    </message>
    <message>
        <source>possible link</source>
        <translation>可能对齐</translation>
    </message>
    <message>
        <source>score, before mask and normalizer</source>
        <translation>分数，掩码和归一化之前</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>heedmap::ColorBar</name>
    <message>
        <source>Color map, range and scale (Enter)</source>
        <translation>颜色映射、范围和刻度（Enter）</translation>
    </message>
    <message>
        <source>Color bar</source>
        <translation>颜色条</translation>
    </message>
    <message>
        <source>%1 from %2 to %3, %4</source>
        <translation>%1，从 %2 到 %3，%4</translation>
    </message>
    <message>
        <source>Drag a handle to set an end of the range, double-click to fit it to the data; a click opens color map, range and scale (Enter)</source>
        <translation>拖动手柄设置范围的一端，双击手柄使范围贴合数据；单击打开颜色映射、范围和标度（Enter）</translation>
    </message>
    <message>
        <source>%1 numbers, of every %2nd row, counted on a log scale</source>
        <translation>%1 个数值，每 %2 行取一行，计数为对数标度</translation>
    </message>
    <message>
        <source>%1 numbers, counted on a log scale</source>
        <translation>%1 个数值，计数为对数标度</translation>
    </message>
</context>
<context>
    <name>heedmap::ColorBars</name>
    <message>
        <source>Range: %1 … %2</source>
        <translation>范围：%1 … %2</translation>
    </message>
    <message>
        <source>Fit the range to the data</source>
        <translation>使范围贴合数据</translation>
    </message>
</context>
<context>
    <name>heedmap::ColorSection</name>
    <message>
        <source>color map</source>
        <translation>颜色映射</translation>
    </message>
    <message>
        <source>reversed</source>
        <translation>反转</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>刻度</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>rank in row</source>
        <translation>行内排名</translation>
    </message>
    <message>
        <source>range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>0 … 1</source>
        <translation>0 … 1</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>指定界限</translation>
    </message>
    <message>
        <source>percentiles</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>from … to</source>
        <translation>从…到</translation>
    </message>
    <message>
        <source>low end of the range</source>
        <translation>范围下限</translation>
    </message>
    <message>
        <source>high end of the range</source>
        <translation>范围上限</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>when zoomed out, show</source>
        <translation>缩小时显示</translation>
    </message>
    <message>
        <source>The colors from the low to the high end of the range</source>
        <translation>从范围下限到上限的颜色</translation>
    </message>
    <message>
        <source>Exchanges the ends of the color map</source>
        <translation>对调颜色映射的两端</translation>
    </message>
    <message>
        <source>How values are spread over the color map</source>
        <translation>数值如何分布到颜色映射上</translation>
    </message>
    <message>
        <source>Which values the ends of the color map stand for; it never depends on the zoom</source>
        <translation>颜色映射两端代表的数值；与缩放无关</translation>
    </message>
    <message>
        <source>What a pixel shows where several cells fall on it</source>
        <translation>多个单元格落在同一像素时显示什么</translation>
    </message>
    <message>
        <source>From the data: weights start at 0</source>
        <translation>取自数据：权重从 0 开始</translation>
    </message>
    <message>
        <source>Of the numbers shown; what is outside is marked as clipped</source>
        <translation>按所显示的数值计算；超出部分标为截断</translation>
    </message>
    <message>
        <source>Color map %1</source>
        <translation>颜色映射 %1</translation>
    </message>
    <message>
        <source>Reverse the color map</source>
        <translation>反转颜色映射</translation>
    </message>
    <message>
        <source>Scale: %1</source>
        <translation>刻度：%1</translation>
    </message>
    <message>
        <source>Pooling: %1</source>
        <translation>池化：%1</translation>
    </message>
    <message>
        <source>Range: %1</source>
        <translation>范围：%1</translation>
    </message>
    <message>
        <source>The range stays as it was: its low end has to be below its high end.</source>
        <translation>范围保持不变：下限必须小于上限。</translation>
    </message>
    <message>
        <source>Change the range</source>
        <translation>更改范围</translation>
    </message>
    <message>
        <source>from … to, %</source>
        <translation>从…到，%</translation>
    </message>
    <message>
        <source>range without the first key</source>
        <translation>范围不计第一个键</translation>
    </message>
    <message>
        <source>A first key on which many heads put most of their weight (a sink) no longer darkens the others: it is marked as clipped</source>
        <translation>许多头把大部分权重放在第一个键（注意力汇）上；不计它时其余键不再显得过暗，它则标为超出范围</translation>
    </message>
    <message>
        <source>Range without the first key</source>
        <translation>范围不计第一个键</translation>
    </message>
    <message>
        <source>Range with the first key</source>
        <translation>范围计入第一个键</translation>
    </message>
</context>
<context>
    <name>heedmap::CompareGrid</name>
    <message>
        <source>Show all panels again (Esc)</source>
        <translation>重新显示所有面板（Esc）</translation>
    </message>
    <message>
        <source>What to look for</source>
        <translation>看点</translation>
    </message>
    <message>
        <source>← All %1 panels</source>
        <translation>← 全部 %1 个面板</translation>
    </message>
    <message>
        <source>State of the panels</source>
        <translation>面板状态</translation>
    </message>
    <message>
        <source>computing %1…</source>
        <translation>正在计算 %1…</translation>
    </message>
    <message>
        <source>%1 was not computed</source>
        <translation>%1 未计算</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>%1 heads of %2 × %3</source>
        <translation>%1 个头，每个 %2 × %3</translation>
    </message>
</context>
<context>
    <name>heedmap::ComparisonSection</name>
    <message>
        <source>Between panels</source>
        <translation>面板之间</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选区</translation>
    </message>
    <message>
        <source>this row</source>
        <translation>本行</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>other</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>JS, nat</source>
        <translation>JS, nat</translation>
    </message>
    <message>
        <source>Jensen–Shannon divergence of the two rows of weights: 0 (equal) to ln 2</source>
        <translation>两行权重的 Jensen–Shannon 散度：0（相等）到 ln 2</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大权重</translation>
    </message>
    <message>
        <source>Whether both give their largest weight to the same key</source>
        <translation>两者的最大权重是否落在同一个键上</translation>
    </message>
    <message>
        <source>%1 × %2 cells</source>
        <translation>%1 × %2 个单元格</translation>
    </message>
    <message>
        <source>no numbers</source>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>mean ± deviation</source>
        <translation>均值 ± 标准差</translation>
    </message>
    <message>
        <source>least, %1</source>
        <translation>最小，%1</translation>
    </message>
    <message>
        <source>largest, %1</source>
        <translation>最大，%1</translation>
    </message>
    <message>
        <source>share of the weight of its rows</source>
        <translation>占所在各行权重之比</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>entropy within, nat</source>
        <translation>选区内的熵，nat</translation>
    </message>
    <message>
        <source>spread over so many cells</source>
        <translation>相当于分布在多少格上</translation>
    </message>
</context>
<context>
    <name>heedmap::ContextPlane</name>
    <message>
        <source>The context in the plane of two components</source>
        <translation>两个分量平面中的上下文</translation>
    </message>
    <message>
        <source>from (%1, %2) to (%3, %4)</source>
        <translation>从 (%1, %2) 到 (%3, %4)</translation>
    </message>
</context>
<context>
    <name>heedmap::ContextSection</name>
    <message>
        <source>Context vector</source>
        <translation>上下文向量</translation>
    </message>
    <message>
        <source>Context vector by component</source>
        <translation>上下文向量的各分量</translation>
    </message>
    <message>
        <source>Context, a weighted sum of values</source>
        <translation>上下文向量：值的加权和</translation>
    </message>
    <message>
        <source>What if this weight were 0</source>
        <translation>假如此权重为 0</translation>
    </message>
    <message>
        <source>context moves ‖Δc‖ = %1 (%2 % of ‖c‖), the rest renormalised</source>
        <translation>其余权重重新归一化后，上下文向量移动 ‖Δc‖ = %1（‖c‖ 的 %2 %）</translation>
    </message>
    <message>
        <source>%1 of another</source>
        <translation>另外 1 项共 %1</translation>
    </message>
    <message>
        <source>%1 of %2 others</source>
        <translation>其余 %2 项共 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::CorpusSection</name>
    <message>
        <source>sentence pairs</source>
        <translation>句对</translation>
    </message>
    <message>
        <source>Some of the pairs that are trained with</source>
        <translation>部分训练句对</translation>
    </message>
    <message>
        <source>Choose sentence pairs above, or drop a file: source, tab, target on every line.</source>
        <translation>在上方选择句对，或拖入文件：每行为源句、制表符、目标句。</translation>
    </message>
    <message>
        <source>%1 to train with, %2 held out to judge with</source>
        <translation>训练用 %1 对，留出 %2 对用于评价</translation>
    </message>
</context>
<context>
    <name>heedmap::CostFields</name>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>positions n</source>
        <translation>位置数 n</translation>
    </message>
    <message>
        <source>Queries and keys of one sequence</source>
        <translation>一个序列的查询和键</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation>一次处理的序列数</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>width d</source>
        <translation>宽度 d</translation>
    </message>
    <message>
        <source>Width of the model; a head has d / heads of it</source>
        <translation>模型的宽度；每个头占 d / 头数</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Heads of queries</source>
        <translation>查询的头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>Heads of K and V; fewer than heads are shared</source>
        <translation>K 和 V 的头数；少于头数时共享</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Layers with self-attention</source>
        <translation>带自注意力的层</translation>
    </message>
    <message>
        <source>decoder layers</source>
        <translation>解码器层数</translation>
    </message>
    <message>
        <source>Layers that also look at the encoder</source>
        <translation>同时看编码器的层</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Hidden units of the feed-forward network</source>
        <translation>前馈网络的隐藏单元数</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Rows of the token embedding</source>
        <translation>词元嵌入的行数</translation>
    </message>
    <message>
        <source>learned positions</source>
        <translation>可学习位置编码数</translation>
    </message>
    <message>
        <source>Rows of a learned position embedding</source>
        <translation>可学习位置编码的行数</translation>
    </message>
    <message>
        <source>methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source> keys</source>
        <translation> 个键</translation>
    </message>
    <message>
        <source>Keys on each side</source>
        <translation>每侧的键数</translation>
    </message>
    <message>
        <source>dilated by</source>
        <translation>空洞间距</translation>
    </message>
    <message>
        <source>From key to key of the dilated window</source>
        <translation>空洞窗口中相邻键的距离</translation>
    </message>
    <message>
        <source>global</source>
        <translation>全局</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>BigBird&apos;s positions that see all and are seen by all</source>
        <translation>BigBird 中看到一切、也被一切看到的位置</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>BigBird&apos;s random keys a row</source>
        <translation>BigBird 每行的随机键数</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Positions of a block</source>
        <translation>一块的位置数</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征数</translation>
    </message>
    <message>
        <source>Features a head of linear attention and Performer</source>
        <translation>线性注意力和 Performer 每个头的特征数</translation>
    </message>
    <message>
        <source>additive units</source>
        <translation>加性单元</translation>
    </message>
    <message>
        <source>Hidden units of additive scores</source>
        <translation>加性分数的隐藏单元数</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source> wide</source>
        <translation> 宽</translation>
    </message>
    <message>
        <source>Width k of the convolution</source>
        <translation>卷积的宽度 k</translation>
    </message>
    <message>
        <source>fused rows</source>
        <translation>分块行数</translation>
    </message>
    <message>
        <source>Queries a fused kernel takes at a time</source>
        <translation>融合内核一次处理的查询数</translation>
    </message>
    <message>
        <source>%1, powers of two</source>
        <translation>%1，2 的幂</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Bytes a number</source>
        <translation>每个数的字节数</translation>
    </message>
    <message>
        <source>1 byte (int8)</source>
        <translation>1 字节（int8）</translation>
    </message>
    <message>
        <source>2 bytes (float16)</source>
        <translation>2 字节（float16）</translation>
    </message>
    <message>
        <source>4 bytes (float32)</source>
        <translation>4 字节（float32）</translation>
    </message>
    <message>
        <source>8 bytes (float64)</source>
        <translation>8 字节（float64）</translation>
    </message>
    <message>
        <source> key</source>
        <translation> 个键</translation>
    </message>
    <message>
        <source> token</source>
        <translation> 个词元</translation>
    </message>
</context>
<context>
    <name>heedmap::CostPlot</name>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>%1 against n</source>
        <comment>a measure of cost</comment>
        <translation>%1 与 n 的关系</translation>
    </message>
    <message>
        <source>positions n</source>
        <translation>位置数 n</translation>
    </message>
    <message>
        <source>n = %1: dearer than an LSTM</source>
        <translation>n = %1：比 LSTM 更贵</translation>
    </message>
    <message>
        <source>the problem in Explore</source>
        <translation>“探索”中的问题</translation>
    </message>
    <message>
        <source>n = %1: scores alone cost more than an LSTM</source>
        <translation>n = %1：仅分数就比 LSTM 开销更大</translation>
    </message>
    <message>
        <source>n = %1: the whole layer costs more than an LSTM</source>
        <translation>n = %1：整层比 LSTM 开销更大</translation>
    </message>
</context>
<context>
    <name>heedmap::CostTables</name>
    <message>
        <source>pairs</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>整层</translation>
    </message>
    <message>
        <source>α</source>
        <translation>α</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Allowed pairs of a query and a key, one head</source>
        <translation>一个头中允许的查询—键配对</translation>
    </message>
    <message>
        <source>Multiply–adds of scores and context, all heads, or of what is in their place</source>
        <translation>所有头的分数与上下文（或其替代）的乘加次数</translation>
    </message>
    <message>
        <source>The same and the projections W_q, W_k, W_v, W_o</source>
        <translation>同上，另加投影 W_q、W_k、W_v、W_o</translation>
    </message>
    <message>
        <source>Bytes of α as it is stored, all heads</source>
        <translation>存储 α 的字节数，所有头</translation>
    </message>
    <message>
        <source>Bytes read from and written to main memory, all heads</source>
        <translation>主内存读写的字节数，所有头</translation>
    </message>
    <message>
        <source>Steps that have to follow one another</source>
        <translation>必须依次进行的步数</translation>
    </message>
    <message>
        <source>Most layers or steps between two positions; – where some never meet</source>
        <translation>两个位置之间最多的层数或步数；– 表示有些永不相遇</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>in the layers</source>
        <translation>在各层中</translation>
    </message>
    <message>
        <source>in the embedding</source>
        <translation>在嵌入中</translation>
    </message>
    <message>
        <source>biases and norms, not in the sum</source>
        <translation>偏置与归一化（不计入总数）</translation>
    </message>
    <message>
        <source>forward pass, multiply–adds</source>
        <translation>前向传播，乘加次数</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>KV cache of a token</source>
        <translation>每个词元的 KV 缓存</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>Adam or AdamW</source>
        <translation>Adam 或 AdamW</translation>
    </message>
    <message>
        <source>AdamW with float32 master weights</source>
        <translation>AdamW，另存 float32 主权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>activations without α</source>
        <translation>激活，不存 α</translation>
    </message>
    <message>
        <source>parameters, says the paper</source>
        <translation>参数（论文所述）</translation>
    </message>
    <message>
        <source>methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>one layer, one sequence</source>
        <translation>一层，一个序列</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>all layers, full attention</source>
        <translation>所有层，完整注意力</translation>
    </message>
    <message>
        <source>Cost of the methods</source>
        <translation>各方法的开销</translation>
    </message>
    <message>
        <source>Cost of the whole model</source>
        <translation>整个模型的开销</translation>
    </message>
</context>
<context>
    <name>heedmap::CostWorkspace</name>
    <message>
        <source>own sizes</source>
        <translation>自定大小</translation>
    </message>
    <message>
        <source>Sizes of a known model</source>
        <translation>已知模型的大小</translation>
    </message>
    <message>
        <source>What is plotted</source>
        <translation>绘制的内容</translation>
    </message>
    <message>
        <source>all digits</source>
        <translation>显示完整数字</translation>
    </message>
    <message>
        <source>Copy tables</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>The tables are on the clipboard, with all digits.</source>
        <translation>表格已复制到剪贴板，含完整数字。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>plot</source>
        <translation>图</translation>
    </message>
    <message>
        <source>What the plot shows against n</source>
        <translation>图中随 n 变化的量</translation>
    </message>
    <message>
        <source>Write counts in the tables with all their digits</source>
        <translation>表格中写出完整数字</translation>
    </message>
    <message>
        <source>Both tables, tab-separated, as a spreadsheet takes them</source>
        <translation>两张表，以制表符分隔，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <source>d = %1 in %2 heads</source>
        <translation>d = %1，%2 个头</translation>
    </message>
    <message>
        <source>α %1</source>
        <translation>α %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>the problem in Explore</source>
        <translation>“探索”中的问题</translation>
    </message>
    <message>
        <source>The sizes of a known model, or of the problem that Explore shows</source>
        <translation>已知模型的尺寸，或“探索”中所示问题的尺寸</translation>
    </message>
    <message>
        <source>n_q = %1, n_k = %2</source>
        <translation>n_q = %1，n_k = %2</translation>
    </message>
    <message>
        <source>full attention, multiply–adds: scores alone %1, whole layer %2</source>
        <translation>完整注意力的乘加次数：仅分数 %1，整层 %2</translation>
    </message>
</context>
<context>
    <name>heedmap::CounterSection</name>
    <message>
        <source>least total variation from the true weights</source>
        <translation>与真实权重的最小全变差</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>The weights found, and in gray the true ones</source>
        <translation>找到的权重，灰色为真实权重</translation>
    </message>
    <message>
        <source>Other weights, same output</source>
        <translation>不同的权重，相同的输出</translation>
    </message>
    <message>
        <source>If other weights give the same output, the weights alone do not explain it.</source>
        <translation>如果别的权重也得到同样的输出，那么仅凭权重无法解释它。</translation>
    </message>
    <message>
        <source>context may move by ε‖c‖, ε</source>
        <translation>上下文可移动 ε‖c‖，ε</translation>
    </message>
    <message>
        <source>weights differ by at least</source>
        <translation>权重至少相差</translation>
    </message>
    <message>
        <source>Total variation, Σ|α − α′|/2: 0 … 1</source>
        <translation>全变差 Σ|α − α′|/2：0 … 1</translation>
    </message>
    <message>
        <source>The weights of this row are no finite numbers from 0 up: there is nothing to search.</source>
        <translation>这一行的权重不是非负的有限数：无可搜索。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>None was found among %1 tried that differs by at least %2 and moves the context by less than %3 ‖c‖. That proves nothing: the search is limited.</source>
        <translation>在尝试的 %1 组中，没有找到相差至少 %2 且使上下文移动小于 %3 ‖c‖ 的权重。这并不证明什么：搜索是有限的。</translation>
    </message>
    <message>
        <source>found</source>
        <translation>找到的</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真实的</translation>
    </message>
    <message>
        <source>The largest weight is still on %1.</source>
        <translation>最大权重仍在 %1 上。</translation>
    </message>
    <message>
        <source>The largest weight is now on %1.</source>
        <translation>最大权重现在在 %1 上。</translation>
    </message>
    <message>
        <source>Found (true weights gray): total variation %1, Jensen–Shannon %2 nat, yet the context moves by only ‖Δc‖ = %3. %4 Tried: %5.</source>
        <translation>找到了（真实权重为灰色）：全变差 %1，JS 散度 %2 nat，而上下文只移动 ‖Δc‖ = %3。%4尝试次数：%5。</translation>
    </message>
    <message>
        <source>ε, how far the output may move</source>
        <translation>ε，输出可移动的幅度</translation>
    </message>
    <message>
        <source>next word may move by ε</source>
        <translation>允许下一词概率变化 ε</translation>
    </message>
    <message>
        <source>Total variation of the probabilities of the next word: 0 … 1</source>
        <translation>下一个词概率的全变差：0 … 1</translation>
    </message>
    <message>
        <source>Length of the context&apos;s change, as a share of its own</source>
        <translation>上下文变化的长度与其自身长度之比</translation>
    </message>
    <message>
        <source>None was found among %1 tried that differs by at least %2 and moves the probabilities of the next word by less than %3. That proves nothing: the search is limited.</source>
        <translation>在试过的 %1 组权重中，没有一组相差至少 %2 而使下一个词的概率移动少于 %3。这不证明什么：搜索是有限的。</translation>
    </message>
    <message>
        <source>Found (true weights gray): total variation %1, Jensen–Shannon %2 nat, yet the probabilities of the next word move by only %3. %4 Tried: %5.</source>
        <translation>找到了（灰色为真实权重）：全变差 %1，JS 散度 %2 nat，而下一个词的概率只移动 %3。%4 试过：%5。</translation>
    </message>
</context>
<context>
    <name>heedmap::Document</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::EditActions</name>
    <message>
        <source>Show all pieces before masking cells</source>
        <translation>对单元格加掩码之前，请先显示全部子词</translation>
    </message>
</context>
<context>
    <name>heedmap::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>将写出的内容</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 毫米</translation>
    </message>
    <message>
        <source>%1: %2 numbers</source>
        <translation>%1：%2 个数值</translation>
    </message>
    <message>
        <source>Choose what is to be written: weights, scores or context.</source>
        <translation>请选择要写出的内容：权重、分数或上下文向量。</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>size of the file</source>
        <translation>文件的大小</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>%1 exists. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Writing… Cancel stops it.</source>
        <translation>正在写入……按“取消”可停止。</translation>
    </message>
</context>
<context>
    <name>heedmap::ExportForm</name>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>SVG picture</source>
        <translation>SVG 图片</translation>
    </message>
    <message>
        <source>PDF picture</source>
        <translation>PDF 图片</translation>
    </message>
    <message>
        <source>CSV numbers</source>
        <translation>CSV 数值</translation>
    </message>
    <message>
        <source>TSV numbers</source>
        <translation>TSV 数值</translation>
    </message>
    <message>
        <source>NPY array</source>
        <translation>NPY 数组</translation>
    </message>
    <message>
        <source>NPZ arrays</source>
        <translation>NPZ 数组</translation>
    </message>
    <message>
        <source>JSON numbers</source>
        <translation>JSON 数值</translation>
    </message>
    <message>
        <source>fits the cells</source>
        <translation>适合单元格</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>weights α</source>
        <translation>权重 α</translation>
    </message>
    <message>
        <source>scores e</source>
        <translation>分数 e</translation>
    </message>
    <message>
        <source>context c</source>
        <translation>上下文向量 c</translation>
    </message>
    <message>
        <source>when they fit</source>
        <translation>空间足够时</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>all panels</source>
        <translation>所有面板</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>仅%1</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>scale factor</source>
        <translation>放大倍数</translation>
    </message>
    <message>
        <source>× 1</source>
        <translation>× 1</translation>
    </message>
    <message>
        <source>× 2</source>
        <translation>× 2</translation>
    </message>
    <message>
        <source>× 3</source>
        <translation>× 3</translation>
    </message>
    <message>
        <source>× 4</source>
        <translation>× 4</translation>
    </message>
    <message>
        <source>resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>no title</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>numbers in cells</source>
        <translation>单元格数值</translation>
    </message>
    <message>
        <source>token labels</source>
        <translation>词元标签</translation>
    </message>
    <message>
        <source>matrices</source>
        <translation>矩阵</translation>
    </message>
</context>
<context>
    <name>heedmap::FigurePreview</name>
    <message>
        <source>Preview of the picture</source>
        <translation>图片预览</translation>
    </message>
</context>
<context>
    <name>heedmap::FiguresModel</name>
    <message>
        <source>%1 (reference)</source>
        <translation>%1（参照）</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>In the order of the panels</source>
        <translation>按面板顺序</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>a value, and the cell that has it</comment>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1 (other tokens)</source>
        <translation>%1（词元不同）</translation>
    </message>
</context>
<context>
    <name>heedmap::FiguresPanel</name>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Keep comparing with this panel while another one becomes active</source>
        <translation>切换到别的面板时，仍与此面板比较</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>A − B becomes B − A; else the reference and the active panel change places</source>
        <translation>A − B 变为 B − A；否则参照面板与当前面板互换</translation>
    </message>
    <message>
        <source>Row of all panels</source>
        <translation>所有面板的同一行</translation>
    </message>
    <message>
        <source>A click on a head sorts, S sorts by the current column, Enter makes a panel the active one</source>
        <translation>点击表头排序，S 按当前列排序，Enter 使该面板成为当前面板</translation>
    </message>
    <message>
        <source>compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>Row %1 of all panels</source>
        <translation>所有面板的“%1”行</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>heedmap::FiguresTable</name>
    <message>
        <source>Figures of the panels</source>
        <translation>各面板的指标</translation>
    </message>
</context>
<context>
    <name>heedmap::FileActions</name>
    <message>
        <source>Not everything could be opened</source>
        <translation>有内容未能打开</translation>
    </message>
    <message>
        <source>All that can be opened (%1)</source>
        <translation>所有可打开的文件 (%1)</translation>
    </message>
    <message>
        <source>All files (%1)</source>
        <translation>所有文件 (%1)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save Session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Heedmap session (%1)</source>
        <translation>Heedmap 会话 (%1)</translation>
    </message>
    <message>
        <source>%1 exists. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The session was not saved</source>
        <translation>会话未保存</translation>
    </message>
    <message>
        <source>Unsaved Changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>是否保存对 %1 的更改？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Open a Model Folder</source>
        <translation>打开模型文件夹</translation>
    </message>
</context>
<context>
    <name>heedmap::FileMenu</name>
    <message>
        <source>Open &amp;Recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>示例(&amp;X)</translation>
    </message>
    <message>
        <source>Nothing was opened yet</source>
        <translation>尚未打开过文件</translation>
    </message>
    <message>
        <source>The example cannot be opened</source>
        <translation>无法打开示例</translation>
    </message>
</context>
<context>
    <name>heedmap::FillMenu</name>
    <message>
        <source>Fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>单位矩阵</translation>
    </message>
    <message>
        <source>1 on the diagonal, 0 elsewhere</source>
        <translation>对角线为 1，其余为 0</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Random, seed</source>
        <translation>随机，种子</translation>
    </message>
    <message>
        <source>seed of the random numbers</source>
        <translation>随机数的种子</translation>
    </message>
    <message>
        <source>Independent normal numbers of mean 0 and variance 1; the same seed gives the same numbers</source>
        <translation>均值 0、方差 1 的独立正态随机数；相同种子产生相同数值</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Fill %1 from a file</source>
        <translation>从文件填充 %1</translation>
    </message>
    <message>
        <source>%1 stays as it was: %2.</source>
        <translation>%1 保持不变：%2。</translation>
    </message>
    <message>
        <source>%1 holds %2 tensors. Which one?</source>
        <translation>%1 中有 %2 个张量。使用哪一个？</translation>
    </message>
    <message>
        <source>%1 stays as it was: the tensor in %2 holds no numbers.</source>
        <translation>%1 保持不变：%2 中的张量没有数值。</translation>
    </message>
    <message>
        <source>Fill %1 from %2</source>
        <translation>从 %2 填充 %1</translation>
    </message>
    <message>
        <source>%1 is %2, the first of the leading axes of the tensor.</source>
        <translation>%1 取 %2，即张量前导各轴的第一项。</translation>
    </message>
    <message>
        <source>A matrix of an NPY, NPZ, safetensors, PyTorch, CSV or JSON file</source>
        <translation>NPY、NPZ、safetensors、PyTorch、CSV 或 JSON 文件中的矩阵</translation>
    </message>
    <message>
        <source>Matrices (*.npy *.npz *.safetensors *.pt *.pth *.bin *.csv *.tsv *.json)</source>
        <translation>矩阵 (*.npy *.npz *.safetensors *.pt *.pth *.bin *.csv *.tsv *.json)</translation>
    </message>
</context>
<context>
    <name>heedmap::Glossary</name>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Search a word</source>
        <translation>搜索术语</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Words and their meaning</source>
        <translation>术语及其含义</translation>
    </message>
    <message>
        <source>No word of the glossary holds this.</source>
        <translation>术语表中没有匹配的术语。</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language of a term that comes first: en or zh</comment>
        <translation>zh</translation>
    </message>
    <message>
        <source>What the glossary shows</source>
        <translation>术语表显示什么</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>Misunderstandings</source>
        <translation>常见误解</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>演示</translation>
    </message>
</context>
<context>
    <name>heedmap::GradientStrip</name>
    <message>
        <source>color map, from low to high</source>
        <translation>颜色映射，从低到高</translation>
    </message>
</context>
<context>
    <name>heedmap::HeadStrip</name>
    <message>
        <source>previous</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>weight on the previous token</source>
        <translation>前一个词元上的权重</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>weight on the token behind an earlier copy of the row&apos;s token</source>
        <translation>该行词元较早出现之处的后一个词元上的权重</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>重复词元</translation>
    </message>
    <message>
        <source>weight on earlier copies of the row&apos;s token</source>
        <translation>该行词元较早出现之处的权重</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>weight on the row&apos;s own token</source>
        <translation>该行自身词元上的权重</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>汇</translation>
    </message>
    <message>
        <source>weight on the first key</source>
        <translation>第一个键上的权重</translation>
    </message>
    <message>
        <source>diagonal</source>
        <translation>对角线</translation>
    </message>
    <message>
        <source>weight within one key of the diagonal</source>
        <translation>对角线左右一个键以内的权重</translation>
    </message>
    <message>
        <source>AER</source>
        <translation>AER</translation>
    </message>
    <message>
        <source>alignment error rate against the gold links</source>
        <translation>相对于人工标注对齐的对齐错误率</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>mean entropy of the rows, in nat</source>
        <translation>各行熵的平均值，单位 nat</translation>
    </message>
    <message>
        <source>reach</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>mean distance from the row&apos;s own position, in tokens</source>
        <translation>与该行自身位置的平均距离，单位为词元</translation>
    </message>
    <message>
        <source>Figures of the heads</source>
        <translation>各注意力头的指标</translation>
    </message>
    <message>
        <source>sorted by %1: %2</source>
        <translation>按%1排序：%2</translation>
    </message>
    <message>
        <source>less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>more</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Show only the figure that heads are sorted by</source>
        <translation>只显示用于排序的指标</translation>
    </message>
    <message>
        <source>Show all figures of the heads</source>
        <translation>显示各注意力头的全部指标</translation>
    </message>
    <message>
        <source>%1: sort the heads by it</source>
        <comment>of a figure</comment>
        <translation>%1：按此排序</translation>
    </message>
    <message>
        <source>role: %1</source>
        <translation>角色：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>place in an order</comment>
        <translation>第 %1 位，共 %2 个</translation>
    </message>
    <message>
        <source>needs tokens, and this input has none: put NAME.tokens.json beside the file</source>
        <translation>需要词元，而此输入没有：请把 名称.tokens.json 放在文件旁边</translation>
    </message>
    <message>
        <source>no token comes twice in one sequence</source>
        <translation>同一序列中没有重复出现的词元</translation>
    </message>
    <message>
        <source>needs gold links, and this input has none</source>
        <translation>需要人工标注对齐，而此输入没有</translation>
    </message>
    <message>
        <source>needs weights, whose rows sum to 1</source>
        <translation>需要每行之和为 1 的权重</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>至 %1</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>no role from .50 on</source>
        <translation>没有达到 .50 的角色</translation>
    </message>
    <message>
        <source>every head a column, sorted by %1</source>
        <translation>每个头一列，按%1排序</translation>
    </message>
    <message>
        <source>rows and columns are not the same tokens</source>
        <translation>行与列不是相同的词元</translation>
    </message>
</context>
<context>
    <name>heedmap::HeadsSection</name>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>number of heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>key/value heads</source>
        <translation>KV 头</translation>
    </message>
    <message>
        <source>number of key/value heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>each</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>biases b_Q, b_K, b_V, b_O</source>
        <translation>偏置 b_Q、b_K、b_V、b_O</translation>
    </message>
    <message>
        <source>draw at random</source>
        <translation>随机生成</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>Role of the layer in a Transformer</source>
        <translation>该层在 Transformer 中的角色</translation>
    </message>
    <message>
        <source>Self-attention of an encoder: every token sees every other</source>
        <translation>编码器的自注意力：每个词元都能看到其他所有词元</translation>
    </message>
    <message>
        <source>Self-attention of a decoder: a token sees itself and what is before it</source>
        <translation>解码器的自注意力：词元只能看到自己和之前的词元</translation>
    </message>
    <message>
        <source>Cross-attention: Q from the decoder, K and V from the encoder</source>
        <translation>交叉注意力：Q 来自解码器，K 和 V 来自编码器</translation>
    </message>
    <message>
        <source>Q, K and V are split by columns into so many parts, each with its own α</source>
        <translation>Q、K、V 按列分成这么多份，每份有自己的 α</translation>
    </message>
    <message>
        <source>K and V of one head are shared by several heads of Q (grouped-query attention)</source>
        <translation>一个头的 K 和 V 由 Q 的若干个头共用（分组查询注意力）</translation>
    </message>
    <message>
        <source>What of the heads is shown</source>
        <translation>显示头的哪些内容</translation>
    </message>
    <message>
        <source>The mean of α over the heads, as PyTorch averages it</source>
        <translation>各头 α 的均值，与 PyTorch 的平均方式相同</translation>
    </message>
    <message>
        <source>The largest α over the heads</source>
        <translation>各头中最大的 α</translation>
    </message>
    <message>
        <source>Added to Q, K, V and the output; zeros at first</source>
        <translation>加到 Q、K、V 和输出上；起初为零</translation>
    </message>
    <message>
        <source>seed of the projections</source>
        <translation>投影的种子</translation>
    </message>
    <message>
        <source>Draws W_Q, W_K, W_V and W_O anew with this seed</source>
        <translation>用该种子重新抽取 W_Q、W_K、W_V 和 W_O</translation>
    </message>
    <message>
        <source>%1 with d_k = %2</source>
        <translation>%1 个，d_k = %2</translation>
    </message>
    <message>
        <source>PyTorch has no layer for this; the code spells it out</source>
        <translation>在 PyTorch 中：用基本运算写出，没有对应的层</translation>
    </message>
    <message>
        <source>Copied: %1 lines of Python.</source>
        <translation>已复制 %1 行 Python。</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>A panel a head; Ctrl and a click on some of them show their mean</source>
        <translation>每个头一个面板；按住 Ctrl 单击其中几个可显示它们的均值</translation>
    </message>
    <message>
        <source>Code for PyTorch with these numbers in it, which gives the same α and output: of %1</source>
        <translation>含有这些数的 PyTorch 代码，得到相同的 α 和输出：%1</translation>
    </message>
</context>
<context>
    <name>heedmap::HeatmapView</name>
    <message>
        <source>Heatmap %1, %2 rows, %3 columns</source>
        <translation>热力图 %1，%2 行，%3 列</translation>
    </message>
    <message>
        <source>What can be done with this panel (Menu key)</source>
        <translation>此面板的操作（菜单键）</translation>
    </message>
    <message>
        <source>row %1: %2</source>
        <translation>行 %1：%2</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>列 %1：%2</translation>
    </message>
    <message>
        <source>Wheel zooms · drag pans · Shift+drag zooms into a box · double click or 0 fits · Space locks the crosshair · a click here or Enter shows only this panel</source>
        <translation>滚轮缩放 · 拖动平移 · Shift+拖动框选放大 · 双击或 0 适应窗口 · 空格锁定十字线 · 单击此处或按 Enter 只显示此面板</translation>
    </message>
</context>
<context>
    <name>heedmap::InputsPanel</name>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
</context>
<context>
    <name>heedmap::InspectorPanel</name>
    <message>
        <source>Choose a cell to see why it is what it is: click it, or move with the arrow keys.</source>
        <translation>选择一个单元格，看它的值从何而来：单击，或用方向键移动。</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>What the inspector tells of the cell</source>
        <translation>检查器显示单元格的哪些内容</translation>
    </message>
    <message>
        <source>The formula with its numbers, the row, the context</source>
        <translation>代入数值的公式、该行、上下文</translation>
    </message>
    <message>
        <source>From score over mask and normalizer to weight and context, step by step</source>
        <translation>从分数经掩码和归一化到权重和上下文，逐步进行</translation>
    </message>
    <message>
        <source>Other weights, and how the context moves</source>
        <translation>改变权重，看上下文如何移动</translation>
    </message>
</context>
<context>
    <name>heedmap::Lab</name>
    <message>
        <source>rate %1</source>
        <translation>学习率 %1</translation>
    </message>
    <message>
        <source>clip %1</source>
        <translation>裁剪 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::LabBar</name>
    <message>
        <source>A file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>sentence pairs</source>
        <translation>句对</translation>
    </message>
    <message>
        <source>The sentence pairs that are trained with: made from a small grammar, or a file of yours</source>
        <translation>用于训练的句对：由小型语法生成，或来自您的文件</translation>
    </message>
    <message>
        <source>Models that are trained side by side</source>
        <translation>同时训练的模型</translation>
    </message>
    <message>
        <source>Press Reset to change this</source>
        <translation>按“重置”后才能更改</translation>
    </message>
</context>
<context>
    <name>heedmap::LabPlots</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Accuracy by length</source>
        <translation>各长度的准确率</translation>
    </message>
    <message>
        <source>Path length</source>
        <translation>路径长度</translation>
    </message>
    <message>
        <source>smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Loss of every step</source>
        <translation>每一步的损失</translation>
    </message>
    <message>
        <source>Exactly right, by sentence length</source>
        <translation>各句长的完全正确率</translation>
    </message>
    <message>
        <source>How far a gradient reaches</source>
        <translation>梯度能传多远</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>The cross-entropy of every training step, and of held-out pairs from time to time</source>
        <translation>每个训练步的交叉熵，以及不时在留出句对上的交叉熵</translation>
    </message>
    <message>
        <source>The bottleneck: without attention, long sentences do not fit into one vector</source>
        <translation>瓶颈：没有注意力时，长句装不进一个向量</translation>
    </message>
    <message>
        <source>The path length: how much the last output feels an input so many positions before</source>
        <translation>路径长度：最后的输出对若干位置之前的输入有多敏感</translation>
    </message>
    <message>
        <source>Press Train: the loss of every step is drawn here.</source>
        <translation>按“训练”：这里会画出每一步的损失。</translation>
    </message>
    <message>
        <source>Press Train: how many held-out sentences of each length are translated exactly.</source>
        <translation>按“训练”：各长度的留出句有多少被完全译对。</translation>
    </message>
    <message>
        <source>words in the source sentence</source>
        <translation>源句词数</translation>
    </message>
    <message>
        <source>exactly right</source>
        <translation>完全正确</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>distance |t − i|</source>
        <translation>距离 |t − i|</translation>
    </message>
    <message>
        <source>gradient norm ‖∂out_t/∂in_i‖</source>
        <translation>梯度范数 ‖∂out_t/∂in_i‖</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>loss (nat a word)</source>
        <translation>损失（nat/词）</translation>
    </message>
    <message>
        <source>recurrent net</source>
        <translation>普通 RNN</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1（平滑）</translation>
    </message>
    <message>
        <source>%1, held out</source>
        <translation>%1（留出）</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>留出</translation>
    </message>
</context>
<context>
    <name>heedmap::LabWorkspace</name>
    <message>
        <source>Steps taken</source>
        <translation>已训练步数</translation>
    </message>
    <message>
        <source>held-out pair</source>
        <translation>留出句对</translation>
    </message>
    <message>
        <source>Held-out pair whose α is drawn</source>
        <translation>画出其 α 的留出句对</translation>
    </message>
    <message>
        <source>A pair that the models are not trained with; type to search</source>
        <translation>未用于训练的句对；输入以搜索</translation>
    </message>
    <message>
        <source>The sentence pairs cannot be used</source>
        <translation>无法使用这些句对</translation>
    </message>
    <message>
        <source>Open sentence pairs</source>
        <translation>打开句对</translation>
    </message>
    <message>
        <source>Text with a pair a line (*.txt *.tsv *.tab *.csv);;All files (*)</source>
        <translation>每行一对的文本 (*.txt *.tsv *.tab *.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>重新训练</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1 pairs</source>
        <translation>%1 对</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>rate %1</source>
        <translation>学习率 %1</translation>
    </message>
    <message>
        <source>reading the sentence pairs…</source>
        <translation>正在读取句对…</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source> · %1 ms a step</source>
        <translation> · 每步 %1 ms</translation>
    </message>
    <message>
        <source>Open in Explore</source>
        <translation>在“探索”中打开</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Copy numbers</source>
        <translation>复制数值</translation>
    </message>
</context>
<context>
    <name>heedmap::LinesView</name>
    <message>
        <source>Lines from %1 keys to %2 queries, %3 panels</source>
        <translation>从 %1 个键到 %2 个查询的连线，%3 个面板</translation>
    </message>
    <message>
        <source>%1 %2: click or press %3 to hide or show its lines</source>
        <comment>panel, remark, key</comment>
        <translation>%1 %2：单击或按 %3 以隐藏或显示它的线</translation>
    </message>
    <message>
        <source>row %1: %2</source>
        <translation>行 %1：%2</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>列 %1：%2</translation>
    </message>
</context>
<context>
    <name>heedmap::MainWindow</name>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Close Heedmap</source>
        <translation>关闭 Heedmap</translation>
    </message>
    <message>
        <source>The models trained under Align are lost when Heedmap closes.</source>
        <translation>关闭 Heedmap 后，“对齐”中训练的模型将丢失。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>heedmap::MaskFiguresView</name>
    <message>
        <source>from key</source>
        <translation>从键</translation>
    </message>
    <message>
        <source>to query</source>
        <translation>到查询</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>paths from key</source>
        <translation>路径起点的键</translation>
    </message>
    <message>
        <source>The token that is looked at, counted from 0</source>
        <translation>被看的词元，从 0 数起</translation>
    </message>
    <message>
        <source>paths to query</source>
        <translation>路径终点的查询</translation>
    </message>
    <message>
        <source>The token that looks, counted from 0</source>
        <translation>看的词元，从 0 数起</translation>
    </message>
    <message>
        <source>layers of paths</source>
        <translation>路径的层数</translation>
    </message>
    <message>
        <source>Layers of attention, one after another</source>
        <translation>依次相接的注意力层</translation>
    </message>
    <message>
        <source>saves %1 of %2 cells: %3 multiply–adds and %4 bytes of α in float32</source>
        <translation>省去 %2 格中的 %1 格：%3 次乘加和 float32 的 α %4 字节</translation>
    </message>
    <message>
        <source>paths: at least %1</source>
        <translation>路径数：至少 %1</translation>
    </message>
    <message>
        <source>paths: %1</source>
        <translation>路径数：%1</translation>
    </message>
    <message>
        <source>no path yet; the first is through %1 layers</source>
        <translation>还没有路径；最少要经过 %1 层</translation>
    </message>
    <message>
        <source>no path, however many layers there are</source>
        <translation>无论多少层都没有路径</translation>
    </message>
</context>
<context>
    <name>heedmap::MaskGrid</name>
    <message>
        <source>custom mask</source>
        <translation>自定义掩码</translation>
    </message>
    <message>
        <source>Rows are queries, columns are keys. Click or drag to allow or forbid; arrow keys and Space do the same</source>
        <translation>行是查询，列是键。单击或拖动来允许或禁止；方向键和空格键作用相同</translation>
    </message>
    <message>
        <source>picture of the mask</source>
        <translation>掩码的图</translation>
    </message>
    <message>
        <source>Rows are queries, columns are keys; what is colored is allowed</source>
        <translation>行是查询，列是键；着色的单元格是允许的</translation>
    </message>
</context>
<context>
    <name>heedmap::MaskSection</name>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>from file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>No query sees a later key: j ≤ i</source>
        <translation>查询看不到之后的键：j ≤ i</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Only the first keys are real, the rest is padding</source>
        <translation>只有前面的键是真实的，其余为填充</translation>
    </message>
    <message>
        <source>first </source>
        <translation>前 </translation>
    </message>
    <message>
        <source> keys</source>
        <translation> 个键</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Keys near the query: |i − j| ≤ window</source>
        <translation>查询附近的键：|i − j| ≤ 窗口</translation>
    </message>
    <message>
        <source>global</source>
        <translation>全局</translation>
    </message>
    <message>
        <source>The first tokens see all and are seen by all</source>
        <translation>最前面的词元看到全部，也被全部看到</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>So many keys a row, drawn without repetition</source>
        <translation>每行随机选取若干个键，不重复</translation>
    </message>
    <message>
        <source> keys a row</source>
        <translation> 个键/行</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Painted by hand below, or from a file: 1 is allowed, 0 is not</source>
        <translation>在下方手工绘制，或来自文件：1 为允许，0 为不允许</translation>
    </message>
    <message>
        <source>A matrix with one row a query and one column a key</source>
        <translation>每行一个查询、每列一个键的矩阵</translation>
    </message>
    <message>
        <source>Paint the mask</source>
        <translation>绘制掩码</translation>
    </message>
    <message>
        <source>%1 mask</source>
        <translation>%1掩码</translation>
    </message>
    <message>
        <source>number of the %1 mask</source>
        <translation>%1掩码的数值</translation>
    </message>
    <message>
        <source>Change %1 mask</source>
        <translation>更改%1掩码</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>seed of the random mask</source>
        <translation>随机掩码的种子</translation>
    </message>
    <message>
        <source>The same seed draws the same keys</source>
        <translation>相同种子选取相同的键</translation>
    </message>
    <message>
        <source>Change seed of the mask</source>
        <translation>更改掩码的种子</translation>
    </message>
    <message>
        <source>Switch %1 mask on</source>
        <translation>启用%1掩码</translation>
    </message>
    <message>
        <source>Switch %1 mask off</source>
        <translation>停用%1掩码</translation>
    </message>
    <message>
        <source>every key is allowed</source>
        <translation>允许所有键</translation>
    </message>
    <message>
        <source>%1 of the cells allowed</source>
        <translation>允许 %1 的单元格</translation>
    </message>
    <message>
        <source>Mask from a file</source>
        <translation>从文件读取掩码</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The mask stays as it was: %1.</source>
        <translation>掩码保持不变：%1。</translation>
    </message>
    <message>
        <source>dilated</source>
        <translation>空洞</translation>
    </message>
    <message>
        <source>A window with gaps: keys on each side, a distance apart</source>
        <translation>带间隔的窗口：两侧的键按间距取</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Keys of the same block of so many tokens</source>
        <translation>同一块（含这么多词元）中的键</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>间距</translation>
    </message>
    <message>
        <source>distance of the dilated mask</source>
        <translation>空洞掩码的间距</translation>
    </message>
    <message>
        <source>From key to key of the dilated window</source>
        <translation>空洞窗口中相邻键的距离</translation>
    </message>
    <message>
        <source>Change distance of the mask</source>
        <translation>更改掩码的间距</translation>
    </message>
    <message>
        <source> key</source>
        <translation> 个键</translation>
    </message>
    <message>
        <source> token</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source> key a row</source>
        <translation> 个键/行</translation>
    </message>
</context>
<context>
    <name>heedmap::MatrixDelegate</name>
    <message>
        <source>number in row %1, column %2</source>
        <translation>行 %1、列 %2 的数值</translation>
    </message>
</context>
<context>
    <name>heedmap::MatrixModel</name>
    <message>
        <source>%1 stays as it was: %2.</source>
        <translation>%1 保持不变：%2。</translation>
    </message>
    <message>
        <source>Edit of %1</source>
        <translation>编辑 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::MatrixSection</name>
    <message>
        <source>fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Fill the matrix: zeros, identity, random, from a file</source>
        <translation>填充矩阵：零、单位矩阵、随机、从文件</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Copy, paste, add and remove rows and columns</source>
        <translation>复制、粘贴、增删行和列</translation>
    </message>
    <message>
        <source>matrix %1</source>
        <translation>矩阵 %1</translation>
    </message>
    <message>
        <source>%1 × %2  float64</source>
        <translation>%1 × %2  float64</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>rows × columns, and the type of the numbers</source>
        <translation>行 × 列，以及数值类型</translation>
    </message>
    <message>
        <source>No numbers yet. Fill it, or paste a block with the edit menu.</source>
        <translation>尚无数值。请填充，或通过“编辑”菜单粘贴数据块。</translation>
    </message>
    <message>
        <source>columns %1–%2 of %3</source>
        <translation>第 %1–%2 列，共 %3 列</translation>
    </message>
    <message>
        <source>The identity is used: nothing is changed by it. Fill it to change that.</source>
        <translation>使用单位矩阵：不改变任何东西。填入数值即可更改。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Reading the pasted numbers… %1 %</source>
        <translation>正在读取粘贴的数值…… %1 %</translation>
    </message>
</context>
<context>
    <name>heedmap::MatrixTable</name>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>The selected cells, to be pasted into a spreadsheet</source>
        <translation>选中的单元格，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>A block from a spreadsheet, CSV, or a Python or NumPy literal</source>
        <translation>电子表格数据块、CSV，或 Python、NumPy 字面量</translation>
    </message>
    <message>
        <source>Set to zero</source>
        <translation>置零</translation>
    </message>
    <message>
        <source>Zeros in the selected cells</source>
        <translation>把选中的单元格置零</translation>
    </message>
    <message>
        <source>Insert row</source>
        <translation>插入行</translation>
    </message>
    <message>
        <source>A row of zeros below this one</source>
        <translation>在此行下方插入一行零</translation>
    </message>
    <message>
        <source>Remove rows</source>
        <translation>删除行</translation>
    </message>
    <message>
        <source>The rows of the selected cells</source>
        <translation>选中单元格所在的行</translation>
    </message>
    <message>
        <source>Insert column</source>
        <translation>插入列</translation>
    </message>
    <message>
        <source>A column of zeros right of this one</source>
        <translation>在此列右侧插入一列零</translation>
    </message>
    <message>
        <source>Remove columns</source>
        <translation>删除列</translation>
    </message>
    <message>
        <source>The columns of the selected cells</source>
        <translation>选中单元格所在的列</translation>
    </message>
    <message>
        <source>Nothing was pasted: %1.</source>
        <translation>未粘贴任何内容：%1。</translation>
    </message>
    <message>
        <source>Paste into %1</source>
        <translation>粘贴到 %1</translation>
    </message>
    <message>
        <source>Zeros in %1</source>
        <translation>%1 置零</translation>
    </message>
    <message>
        <source>The last row stays: %1 needs at least one.</source>
        <translation>最后一行保留：%1 至少需要一行。</translation>
    </message>
    <message>
        <source>The last column stays: %1 needs at least one.</source>
        <translation>最后一列保留：%1 至少需要一列。</translation>
    </message>
</context>
<context>
    <name>heedmap::MatrixTabs</name>
    <message>
        <source>Q: queries, one row a target token</source>
        <translation>Q：查询，每行一个目标词元</translation>
    </message>
    <message>
        <source>K: keys, one row a source token</source>
        <translation>K：键，每行一个源词元</translation>
    </message>
    <message>
        <source>V: values, one row a source token</source>
        <translation>V：值，每行一个源词元</translation>
    </message>
    <message>
        <source>X: the sequence, one row a token</source>
        <translation>X：序列，每行一个词元</translation>
    </message>
    <message>
        <source>W: of the general score function, d_q × d_k</source>
        <translation>W：双线性打分函数的参数，d_q × d_k</translation>
    </message>
    <message>
        <source>W_s: of the additive score function, applied to queries</source>
        <translation>W_s：加性打分函数的参数，作用于查询</translation>
    </message>
    <message>
        <source>W_h: of the additive score function, applied to keys</source>
        <translation>W_h：加性打分函数的参数，作用于键</translation>
    </message>
    <message>
        <source>v: of the additive score function, one number a hidden unit</source>
        <translation>v：加性打分函数的参数，每个隐藏单元一个数</translation>
    </message>
    <message>
        <source>W_Q: makes queries, Q = X W_Q</source>
        <translation>W_Q：产生查询，Q = X W_Q</translation>
    </message>
    <message>
        <source>W_K: makes keys, K = X W_K</source>
        <translation>W_K：产生键，K = X W_K</translation>
    </message>
    <message>
        <source>W_V: makes values, V = X W_V</source>
        <translation>W_V：产生值，V = X W_V</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>W_O: mixes the heads, output = (contexts side by side) W_O</source>
        <translation>W_O：混合各头，输出 =（并排的上下文）W_O</translation>
    </message>
    <message>
        <source>b_Q: added to every query</source>
        <translation>b_Q：加到每个查询上</translation>
    </message>
    <message>
        <source>b_K: added to every key</source>
        <translation>b_K：加到每个键上</translation>
    </message>
    <message>
        <source>b_V: added to every value</source>
        <translation>b_V：加到每个值上</translation>
    </message>
    <message>
        <source>b_O: added to every row of the output</source>
        <translation>b_O：加到输出的每一行上</translation>
    </message>
</context>
<context>
    <name>heedmap::MethodRows</name>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Performer</source>
        <translation>Performer</translation>
    </message>
    <message>
        <source>random features</source>
        <translation>随机特征数</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Softmax itself, or what comes near it in time linear in n; the line below says how near</source>
        <translation>softmax 本身，或以线性时间近似它的方法；底部一行写明有多接近</translation>
    </message>
    <message>
        <source>The normalizer itself</source>
        <translation>归一化方式本身</translation>
    </message>
    <message>
        <source>Linear attention: feature map elu + 1 (Katharopoulos et al. 2020)</source>
        <translation>线性注意力：特征映射 elu + 1（Katharopoulos 等 2020）</translation>
    </message>
    <message>
        <source>Positive orthogonal random features, FAVOR+ (Choromanski et al. 2021)</source>
        <translation>正的正交随机特征 FAVOR+（Choromanski 等 2021）</translation>
    </message>
    <message>
        <source>random features of Performer</source>
        <translation>Performer 的随机特征数</translation>
    </message>
    <message>
        <source>More features come nearer to softmax</source>
        <translation>特征越多越接近 softmax</translation>
    </message>
    <message>
        <source>seed of the random features</source>
        <translation>随机特征的种子</translation>
    </message>
    <message>
        <source>The same seed draws the same features</source>
        <translation>同一种子抽取相同的特征</translation>
    </message>
    <message>
        <source>Compute by %1</source>
        <translation>以%1计算</translation>
    </message>
    <message>
        <source>Change random features</source>
        <translation>更改随机特征数</translation>
    </message>
    <message>
        <source>Change seed of the features</source>
        <translation>更改特征的种子</translation>
    </message>
</context>
<context>
    <name>heedmap::ModelDialog</name>
    <message>
        <source>%1 × %2 heads of %3, d = %4</source>
        <translation>%1 × %2 个头，每头 %3，d = %4</translation>
    </message>
    <message>
        <source>encoder %1; decoder %2</source>
        <translation>编码器 %1；解码器 %2</translation>
    </message>
    <message>
        <source>Encoder to itself</source>
        <translation>编码器对自身</translation>
    </message>
    <message>
        <source>Decoder to itself</source>
        <translation>解码器对自身</translation>
    </message>
    <message>
        <source>Decoder to encoder</source>
        <translation>解码器对编码器</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>&amp;Picture (PNG)</source>
        <translation>图片（PNG）(&amp;P)</translation>
    </message>
    <message>
        <source>What the model reads</source>
        <translation>模型所读的内容</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>Left empty, the model writes by itself</source>
        <translation>留空则由模型自己写</translation>
    </message>
    <message>
        <source>&amp;Written</source>
        <translation>所写(&amp;W)</translation>
    </message>
    <message>
        <source>A second text, for models that read pairs</source>
        <translation>第二段文本，用于读成对文本的模型</translation>
    </message>
    <message>
        <source>Pa&amp;ir</source>
        <translation>成对(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>注意力(&amp;A)</translation>
    </message>
    <message>
        <source>α of all layers and heads</source>
        <translation>所有层和头的 α</translation>
    </message>
    <message>
        <source>Q, K and V of one layer, to be edited</source>
        <translation>一层的 Q、K 和 V，可供编辑</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>显示(&amp;H)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation>打开图片</translation>
    </message>
</context>
<context>
    <name>heedmap::NextWordSection</name>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Probability of the word with the model&apos;s own weights</source>
        <translation>用模型自己的权重时该词的概率</translation>
    </message>
    <message>
        <source>Probability of the word with the weights chosen here</source>
        <translation>用这里所选权重时该词的概率</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>下一个词</translation>
    </message>
    <message>
        <source>of the model that made this pair</source>
        <translation>来自生成此句对的模型</translation>
    </message>
    <message>
        <source>It still says %1.</source>
        <translation>模型仍输出 %1。</translation>
    </message>
    <message>
        <source>It would say %1 instead of %2.</source>
        <translation>模型会说 %1，而不是 %2。</translation>
    </message>
</context>
<context>
    <name>heedmap::Notice</name>
    <message>
        <source>Click to hide</source>
        <translation>单击以隐藏</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
</context>
<context>
    <name>heedmap::NumberField</name>
    <message>
        <source>%1 stays as it was: %2.</source>
        <translation>%1保持不变：%2。</translation>
    </message>
    <message>
        <source>%1 stays as it was: it has to be finite.</source>
        <translation>%1保持不变：必须是有限数。</translation>
    </message>
    <message>
        <source>%1 stays as it was: it has to be from %2 to %3.</source>
        <translation>%1保持不变：必须在 %2 到 %3 之间。</translation>
    </message>
</context>
<context>
    <name>heedmap::PairList</name>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>No example matches “%1”</source>
        <translation>没有与“%1”匹配的示例</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Search, or type a sentence to translate</source>
        <translation>搜索，或输入要翻译的句子</translation>
    </message>
    <message>
        <source>Translate and align</source>
        <translation>翻译并对齐</translation>
    </message>
    <message>
        <source> · not known: %1</source>
        <translation>· 不认识：%1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>sentence, translation</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Reading the corpora…</source>
        <translation>正在读取语料…</translation>
    </message>
    <message>
        <source>%1, held out</source>
        <translation>%1（留出的句对）</translation>
    </message>
</context>
<context>
    <name>heedmap::PairPicker</name>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Choose an example or a sentence pair, type a sentence, or open a file</source>
        <translation>选择示例或句对，输入句子，或打开文件</translation>
    </message>
</context>
<context>
    <name>heedmap::PanelMenu</name>
    <message>
        <source>Show all panels</source>
        <translation>显示所有面板</translation>
    </message>
    <message>
        <source>Show only this panel</source>
        <translation>只显示此面板</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy numbers</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Linked zoom, cursor and color range</source>
        <translation>联动缩放、光标和颜色范围</translation>
    </message>
    <message>
        <source>link panel</source>
        <translation>联动面板</translation>
    </message>
    <message>
        <source>unlink panel</source>
        <translation>取消联动面板</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>duplicate panel</source>
        <translation>创建面板副本</translation>
    </message>
    <message>
        <source>Move forward</source>
        <translation>前移</translation>
    </message>
    <message>
        <source>Move back</source>
        <translation>后移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>remove panel</source>
        <translation>移除面板</translation>
    </message>
    <message>
        <source>move panel</source>
        <translation>移动面板</translation>
    </message>
    <message>
        <source>Exchange rows and columns</source>
        <translation>交换行与列</translation>
    </message>
</context>
<context>
    <name>heedmap::ParametersSection</name>
    <message>
        <source>normalizer</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>sparsemax</source>
        <translation>sparsemax</translation>
    </message>
    <message>
        <source>1.5-entmax</source>
        <translation>1.5-entmax</translation>
    </message>
    <message>
        <source>hard max</source>
        <translation>hardmax</translation>
    </message>
    <message>
        <source>sharpness β of cosine</source>
        <translation>余弦相似度的锐度 β</translation>
    </message>
    <message>
        <source>sharpness β</source>
        <translation>锐度 β</translation>
    </message>
    <message>
        <source>hidden size of additive</source>
        <translation>加性的隐藏层大小</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>draw at random</source>
        <translation>随机生成</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>How scores become weights that sum to 1</source>
        <translation>分数如何变为和为 1 的权重</translation>
    </message>
    <message>
        <source>Every allowed key gets a weight above 0</source>
        <translation>每个允许的键都得到大于 0 的权重</translation>
    </message>
    <message>
        <source>Projects onto the simplex: small scores get exactly 0</source>
        <translation>投影到单纯形：较小的分数恰得 0</translation>
    </message>
    <message>
        <source>Between softmax and sparsemax</source>
        <translation>介于 softmax 与 sparsemax 之间</translation>
    </message>
    <message>
        <source>1 for the largest score, shared among equal ones</source>
        <translation>最大的分数得 1，相等者平分</translation>
    </message>
    <message>
        <source>e = β cos(q, k): the larger β, the sharper the weights</source>
        <translation>e = β cos(q, k)：β 越大，权重越尖锐</translation>
    </message>
    <message>
        <source> units</source>
        <translation> 个单元</translation>
    </message>
    <message>
        <source>hidden size of additive attention</source>
        <translation>加性注意力的隐藏层大小</translation>
    </message>
    <message>
        <source>Rows of W_s and W_h, entries of v; new ones are drawn at random</source>
        <translation>W_s 和 W_h 的行数，v 的项数；新增部分随机生成</translation>
    </message>
    <message>
        <source>seed of the parameters</source>
        <translation>参数的种子</translation>
    </message>
    <message>
        <source>The same seed gives the same parameters on every computer</source>
        <translation>相同种子在任何计算机上产生相同参数</translation>
    </message>
    <message>
        <source>Draws W, W_s, W_h and v anew with this seed</source>
        <translation>以此种子重新生成 W、W_s、W_h 和 v</translation>
    </message>
    <message>
        <source>Normalize with %1</source>
        <translation>以 %1 归一化</translation>
    </message>
    <message>
        <source>Change β</source>
        <translation>更改 β</translation>
    </message>
    <message>
        <source>New random parameters (seed %1)</source>
        <translation>新的随机参数（种子 %1）</translation>
    </message>
    <message>
        <source>Hidden size %1</source>
        <translation>隐藏层大小 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::PlotView</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Pictures and numbers (*.png *.svg *.pdf *.tsv)</source>
        <translation>图片和数值 (*.png *.svg *.pdf *.tsv)</translation>
    </message>
    <message>
        <source>%1 exists. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The plot cannot be exported</source>
        <translation>无法导出图表</translation>
    </message>
    <message>
        <source>Export or copy this plot</source>
        <translation>导出或复制此图表</translation>
    </message>
    <message>
        <source>%1: export or copy</source>
        <translation>%1：导出或复制</translation>
    </message>
    <message>
        <source>%1: %2 points, the last %3 at %4</source>
        <translation>%1：%2 个点，最后一个在 %4 处为 %3</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 随 %2 的变化</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Copy numbers</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
</context>
<context>
    <name>heedmap::ProblemBar</name>
    <message>
        <source>additive</source>
        <translation>加性</translation>
    </message>
    <message>
        <source>dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>general</source>
        <translation>双线性（general）</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>additive (Bahdanau 2015): e = v·tanh(W_s q + W_h k)</source>
        <translation>加性（Bahdanau 2015）：e = v·tanh(W_s q + W_h k)</translation>
    </message>
    <message>
        <source>dot (Luong 2015): e = q·k</source>
        <translation>点积（Luong 2015）：e = q·k</translation>
    </message>
    <message>
        <source>general (Luong 2015): e = qᵀWk</source>
        <translation>通用（Luong 2015）：e = qᵀWk</translation>
    </message>
    <message>
        <source>scaled dot (Vaswani 2017): e = q·k/√d_k</source>
        <translation>缩放点积（Vaswani 2017）：e = q·k/√d_k</translation>
    </message>
    <message>
        <source>cosine: e = β·cos(q, k)</source>
        <translation>余弦：e = β·cos(q, k)</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Self or cross attention</source>
        <translation>自注意力或交叉注意力</translation>
    </message>
    <message>
        <source>Self: Q, K and V from one sequence X</source>
        <translation>自注意力：Q、K 和 V 来自同一个序列 X</translation>
    </message>
    <message>
        <source>Cross: Q from the target, K and V from the source</source>
        <translation>交叉注意力：Q 来自目标，K 和 V 来自源</translation>
    </message>
    <message>
        <source>Score functions on show</source>
        <translation>显示的打分函数</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Temperature τ, logarithmic</source>
        <translation>温度 τ，对数刻度</translation>
    </message>
    <message>
        <source>Temperature τ: scores are divided by it before the normalizer</source>
        <translation>温度 τ：分数在归一化之前除以它</translation>
    </message>
    <message>
        <source>Temperature τ</source>
        <translation>温度 τ</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手工输入</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Which keys a query may look at: %1</source>
        <translation>查询可以注视哪些键：%1</translation>
    </message>
    <message>
        <source>mask: %1</source>
        <translation>掩码：%1</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>window ±2</source>
        <translation>窗口 ±2</translation>
    </message>
    <message>
        <source>global 1</source>
        <translation>全局 1</translation>
    </message>
    <message>
        <source>Edit the mask…</source>
        <translation>编辑掩码…</translation>
    </message>
    <message>
        <source>change τ</source>
        <translation>更改 τ</translation>
    </message>
</context>
<context>
    <name>heedmap::ReadingLine</name>
    <message>
        <source>read otherwise</source>
        <translation>换一种读法</translation>
    </message>
    <message>
        <source>How the file was read</source>
        <translation>文件的读取方式</translation>
    </message>
    <message>
        <source>Labels, decimal comma and encoding of the file</source>
        <translation>文件的标签、小数逗号与编码</translation>
    </message>
    <message>
        <source>The first row and the first column are labels.</source>
        <translation>首行与首列是标签。</translation>
    </message>
    <message>
        <source>The first row is labels.</source>
        <translation>首行是标签。</translation>
    </message>
    <message>
        <source>The first column is labels.</source>
        <translation>首列是标签。</translation>
    </message>
    <message>
        <source>Labels in the first row</source>
        <translation>首行为标签</translation>
    </message>
    <message>
        <source>Labels in the first column</source>
        <translation>首列为标签</translation>
    </message>
    <message>
        <source>Decimal comma</source>
        <translation>小数逗号</translation>
    </message>
</context>
<context>
    <name>heedmap::ResultsPanel</name>
    <message>
        <source>held-out pairs</source>
        <translation>留出句对</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>完全正确</translation>
    </message>
    <message>
        <source>AER</source>
        <translation>AER</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Sentences that are translated right to the last word</source>
        <translation>每个词都译对的句子</translation>
    </message>
    <message>
        <source>Alignment error rate: how far the largest weight of each row is from the gold links</source>
        <translation>对齐错误率：每行最大权重与人工标注对齐相差多少</translation>
    </message>
    <message>
        <source>Words that are right after the right words before them</source>
        <translation>前面的词正确时译对的词</translation>
    </message>
    <message>
        <source>Mean cross-entropy of a word, in nat</source>
        <translation>每个词的平均交叉熵，单位 nat</translation>
    </message>
    <message>
        <source>Results on held-out pairs</source>
        <translation>留出句对上的结果</translation>
    </message>
    <message>
        <source>all %1, after %2 steps</source>
        <translation>全部 %1 对，%2 步之后</translation>
    </message>
    <message>
        <source>%1 of %2, after %3 steps</source>
        <translation>%2 对中的 %1 对，%3 步之后</translation>
    </message>
</context>
<context>
    <name>heedmap::RoleDrawing</name>
    <message>
        <source>Where Q, K and V come from</source>
        <translation>Q、K、V 从哪里来</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>%1 from %2 %3</source>
        <translation>%1 来自 %2 %3</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 个头</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>→ W_O → output %1</source>
        <translation>→ W_O → 输出 %1</translation>
    </message>
    <message>
        <source>→ output %1</source>
        <translation>→ 输出 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::RowSection</name>
    <message>
        <source>Scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Scores of the row before mask and normalizer</source>
        <translation>该行在掩码和归一化之前的分数</translation>
    </message>
    <message>
        <source>Weights of the row</source>
        <translation>该行的权重</translation>
    </message>
    <message>
        <source>e of row %1, masked ones hatched</source>
        <translation>行 %1 的 e，斜线为遮蔽</translation>
    </message>
    <message>
        <source>e of row %1</source>
        <translation>行 %1 的 e</translation>
    </message>
    <message>
        <source>α of row %1, %2</source>
        <translation>行 %1 的 α，%2</translation>
    </message>
    <message>
        <source>α of row %1, %2 and (gray) %3</source>
        <translation>行 %1 的 α，%2与（灰）%3</translation>
    </message>
    <message>
        <source>sum %1 · entropy %2 nat</source>
        <translation>和 %1 · 熵 %2 nat</translation>
    </message>
    <message>
        <source>row %1, %2</source>
        <translation>第“%1”行，%2</translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation>总和 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::SaturationDialog</name>
    <message>
        <source>variance of e</source>
        <translation>e 的方差</translation>
    </message>
    <message>
        <source>entropy of α, nat</source>
        <translation>α 的熵，nat</translation>
    </message>
    <message>
        <source>Var e</source>
        <translation>Var e</translation>
    </message>
    <message>
        <source>Variance of all scores</source>
        <translation>所有分数的方差</translation>
    </message>
    <message>
        <source>Mean entropy of the rows, nat; at most ln 32 = 3.47</source>
        <translation>各行的平均熵，nat；最大为 ln 32 = 3.47</translation>
    </message>
    <message>
        <source>How much the weights respond to the scores: the factor that gradients are multiplied by</source>
        <translation>权重对分数的响应程度：梯度要乘的因子</translation>
    </message>
    <message>
        <source>Largest weight of a row, mean</source>
        <translation>每行最大权重的均值</translation>
    </message>
    <message>
        <source>Why scores are divided by √d_k</source>
        <translation>为什么分数要除以 √d_k</translation>
    </message>
    <message>
        <source>at this d_k and τ</source>
        <translation>在此 d_k 和 τ 下</translation>
    </message>
    <message>
        <source>α of one query</source>
        <translation>一个查询的 α</translation>
    </message>
    <message>
        <source>q·k in color, q·k / √d_k gray</source>
        <translation>彩色为 q·k，灰色为 q·k / √d_k</translation>
    </message>
    <message>
        <source>Dimension d_k</source>
        <translation>维数 d_k</translation>
    </message>
    <message>
        <source>So many columns of the same random Q and K are used</source>
        <translation>使用同一组随机 Q 和 K 的前若干列</translation>
    </message>
    <message>
        <source>Temperature τ, logarithmic</source>
        <translation>温度 τ，对数刻度</translation>
    </message>
    <message>
        <source>Scores are divided by it before the softmax</source>
        <translation>在 softmax 之前分数要除以它</translation>
    </message>
    <message>
        <source>seed of the random numbers</source>
        <translation>随机数的种子</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>q·k of two vectors with %1 independent entries of mean 0 and variance 1 has variance %1 (measured: %2). The softmax of such scores puts %3 of the weight on one key, and its slope ‖∂α/∂e‖ is %4: little is left to learn from. Divided by √d_k the variance is 1 whatever d_k is, and the slope stays at %5.</source>
        <translation>两个各有 %1 个独立分量（均值 0、方差 1）的向量，其 q·k 的方差为 %1（实测 %2）。对这样的分数做 softmax，%3 的权重落在一个键上，斜率 ‖∂α/∂e‖ 只有 %4：几乎没有可供学习的梯度。除以 √d_k 后，无论 d_k 多大方差都是 1，斜率保持在 %5。</translation>
    </message>
</context>
<context>
    <name>heedmap::SentenceBar</name>
    <message>
        <source>source sentence</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>target sentence</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>Type a sentence: it is translated and aligned at once by the trained models</source>
        <translation>输入句子：训练好的模型会立即翻译并对齐</translation>
    </message>
    <message>
        <source>What the additive model writes; type another translation to see it aligned, or clear it</source>
        <translation>加性模型写出的译文；可输入另一种译文查看其对齐，或清空它</translation>
    </message>
    <message>
        <source>Four models were trained on this corpus, one for each score function</source>
        <translation>在此语料上训练了四个模型，每种打分函数一个</translation>
    </message>
    <message>
        <source>Translate “%1”</source>
        <translation>翻译“%1”</translation>
    </message>
    <message>
        <source>The models do not know “%1”.</source>
        <translation>模型不认识“%1”。</translation>
    </message>
    <message>
        <source>The models do not know “%1”. Closest words: %2.</source>
        <translation>模型不认识“%1”；相近的词：%2。</translation>
    </message>
</context>
<context>
    <name>heedmap::SentenceChooser</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>The file holds the alignments of %1 sentences. Each that is chosen gets a panel.</source>
        <translation>文件里有 %1 个句子的对齐。选中的每个句子得到一个面板。</translation>
    </message>
    <message>
        <source>Search sentences</source>
        <translation>搜索句子</translation>
    </message>
    <message>
        <source>Sentences of the file</source>
        <translation>文件中的句子</translation>
    </message>
    <message>
        <source>   %1 × %2</source>
        <comment>rows, columns</comment>
        <translation>   %1 × %2</translation>
    </message>
</context>
<context>
    <name>heedmap::ShowSection</name>
    <message>
        <source>when they fit</source>
        <translation>空间足够时</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>gold links</source>
        <translation>人工标注对齐</translation>
    </message>
    <message>
        <source>linked zoom and cursor</source>
        <translation>联动缩放和光标</translation>
    </message>
    <message>
        <source>linked color range</source>
        <translation>联动颜色范围</translation>
    </message>
    <message>
        <source>numbers in cells</source>
        <translation>单元格数值</translation>
    </message>
    <message>
        <source>token labels</source>
        <translation>词元标签</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Outlines the links of the gold alignment: solid for sure, dashed for possible</source>
        <translation>描出人工标注对齐：实线为确定，虚线为可能</translation>
    </message>
    <message>
        <source>All panels zoom, pan and select together</source>
        <translation>所有面板一起缩放、平移和选择</translation>
    </message>
    <message>
        <source>One color range for all panels, so that colors can be compared</source>
        <translation>所有面板共用一个颜色范围，便于比较颜色</translation>
    </message>
    <message>
        <source>The value of each cell, written in it</source>
        <translation>把数值写在单元格中</translation>
    </message>
    <message>
        <source>Tokens beside and above the picture</source>
        <translation>图片左侧和上方的词元</translation>
    </message>
    <message>
        <source>Show gold links</source>
        <translation>显示人工标注对齐</translation>
    </message>
    <message>
        <source>Hide gold links</source>
        <translation>隐藏人工标注对齐</translation>
    </message>
    <message>
        <source>Link the panels</source>
        <translation>联动面板</translation>
    </message>
    <message>
        <source>Unlink the panels</source>
        <translation>取消面板联动</translation>
    </message>
    <message>
        <source>Link the color ranges</source>
        <translation>联动颜色范围</translation>
    </message>
    <message>
        <source>Unlink the color ranges</source>
        <translation>取消颜色范围联动</translation>
    </message>
    <message>
        <source>Numbers in cells: %1</source>
        <translation>单元格数值：%1</translation>
    </message>
    <message>
        <source>Token labels: %1</source>
        <translation>词元标签：%1</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>画法</translation>
    </message>
    <message>
        <source>heatmaps</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>A heatmap for each panel, or all panels as lines from keys to queries</source>
        <translation>每个面板一张热力图，或把所有面板画成从键到查询的连线</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>square</source>
        <translation>正方形</translation>
    </message>
    <message>
        <source>stretched</source>
        <translation>拉伸填满</translation>
    </message>
    <message>
        <source>As high as wide, or stretched so that a long, narrow matrix fills the room; automatic stretches what would be a strip</source>
        <translation>高宽相等，或拉伸使狭长的矩阵填满空间；“自动”只拉伸会成为细条的矩阵</translation>
    </message>
    <message>
        <source>Cells: %1</source>
        <translation>单元格：%1</translation>
    </message>
</context>
<context>
    <name>heedmap::SlopeMatrix</name>
    <message>
        <source>∂α/∂e of the row, a matrix of keys by keys</source>
        <translation>该行的 ∂α/∂e，键 × 键的矩阵</translation>
    </message>
</context>
<context>
    <name>heedmap::SlopeSection</name>
    <message>
        <source>how the weights respond to the scores</source>
        <translation>权重对分数的响应</translation>
    </message>
    <message>
        <source>∂α by the score of the chosen key</source>
        <translation>∂α 对所选键的分数</translation>
    </message>
    <message>
        <source>If e of %1 grows a little, α of %1 changes by %2 times as much, and the others give way.</source>
        <translation>%1 的 e 略微增大时，%1 的 α 按 %2 倍变化，其余权重相应减小。</translation>
    </message>
    <message>
        <source>‖∂α/∂e‖ = %1.</source>
        <translation>‖∂α/∂e‖ = %1。</translation>
    </message>
    <message>
        <source>Below: the %1 keys of the largest weight, of %2.</source>
        <translation>下图：权重最大的 %1 个键，共 %2 个。</translation>
    </message>
</context>
<context>
    <name>heedmap::StatusLine</name>
    <message>
        <source>Facts about the picture</source>
        <translation>图片信息</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop computing; what was there stays</source>
        <translation>停止计算；已有内容保留</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Compute what was asked for</source>
        <translation>计算所要求的内容</translation>
    </message>
</context>
<context>
    <name>heedmap::StepsSection</name>
    <message>
        <source>as the panel</source>
        <translation>与面板相同</translation>
    </message>
    <message>
        <source>exp((e − max e)/τ) = exp((%1 − (%2))/%3) = %4. The largest score becomes 1, so that nothing overflows.</source>
        <translation>exp((e − max e)/τ) = exp((%1 − (%2))/%3) = %4。最大的分数变为 1，因此不会溢出。</translation>
    </message>
    <message>
        <source>e/τ − θ = %1/%2 − (%3) = %4. The threshold θ is chosen so that what stays above 0 sums to 1.</source>
        <translation>e/τ − θ = %1/%2 − (%3) = %4。阈值 θ 的取法使大于 0 的部分之和为 1。</translation>
    </message>
    <message>
        <source>e/(2τ) − θ = %1/(2·%2) − (%3) = %4. The threshold θ is chosen so that the squares of what stays above 0 sum to 1.</source>
        <translation>e/(2τ) − θ = %1/(2·%2) − (%3) = %4。阈值 θ 的取法使大于 0 的部分的平方和为 1。</translation>
    </message>
    <message>
        <source>1 for the largest score of the row, %1, and 0 for every other: here %2.</source>
        <translation>行中最大的分数 %1 得 1，其余得 0：这里是 %2。</translation>
    </message>
    <message>
        <source>What is below 0 becomes exactly 0: α = max(%1, 0) = %2.</source>
        <translation>小于 0 的恰好变为 0：α = max(%1, 0) = %2。</translation>
    </message>
    <message>
        <source>What is below 0 becomes exactly 0, the rest is squared: α = max(%1, 0)² = %2.</source>
        <translation>小于 0 的恰好变为 0，其余取平方：α = max(%1, 0)² = %2。</translation>
    </message>
    <message>
        <source>Divided by the sum of the row: α = %1/%2 = %3. The row sums to 1.</source>
        <translation>除以该行之和：α = %1/%2 = %3。该行之和为 1。</translation>
    </message>
    <message>
        <source>The mask forbids nothing in this row: every score stays.</source>
        <translation>掩码在这一行没有禁止任何键：所有分数不变。</translation>
    </message>
    <message>
        <source>The mask forbids %1: its score counts as −∞. Forbidden in this row: %2 of %3 keys.</source>
        <translation>掩码禁止 %1：其分数视为 −∞。这一行共禁止 %3 个键中的 %2 个。</translation>
    </message>
    <message>
        <source>The mask allows %1: its score stays. Forbidden in this row: %2 of %3 keys.</source>
        <translation>掩码允许 %1：其分数不变。这一行共禁止 %3 个键中的 %2 个。</translation>
    </message>
    <message>
        <source>score function that is stepped through</source>
        <translation>逐步讲解的打分函数</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Step from score to context</source>
        <translation>从分数到上下文的步骤</translation>
    </message>
    <message>
        <source>Score of query and key</source>
        <translation>查询与键的分数</translation>
    </message>
    <message>
        <source>Mask: what may be looked at</source>
        <translation>掩码：可以看什么</translation>
    </message>
    <message>
        <source>Normalizer, before the sum</source>
        <translation>归一化，求和之前</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Context, the weighted sum of values</source>
        <translation>上下文，值的加权和</translation>
    </message>
    <message>
        <source>The row at this step</source>
        <translation>这一步的行</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>← → go through them</source>
        <translation>← → 逐步查看</translation>
    </message>
    <message>
        <source>score function</source>
        <translation>打分函数</translation>
    </message>
    <message>
        <source>How well %1 and %2 fit: e = %3, under %4.</source>
        <translation>%1 与 %2 的匹配程度：e = %3（%4）。</translation>
    </message>
    <message>
        <source>before the sum</source>
        <translation>求和之前</translation>
    </message>
    <message>
        <source>This row allows no key: its weights and its context are 0.</source>
        <translation>这一行不允许任何键：权重和上下文均为 0。</translation>
    </message>
    <message>
        <source>Forbidden: exactly 0.</source>
        <translation>被禁止：恰好为 0。</translation>
    </message>
    <message>
        <source>c = Σ α v = (%1). Gray: what %2 gives, %3 of its value.</source>
        <translation>c = Σ α v = (%1)。灰色：%2 的贡献，为其值的 %3 倍。</translation>
    </message>
    <message>
        <source>How well %1 and %2 fit: e = ln(φ(q)·φ(k)) = %3, as the features under %4 imply.</source>
        <translation>%1 与 %2 有多契合：e = ln(φ(q)·φ(k)) = %3，由 %4 下的特征得出。</translation>
    </message>
    <message>
        <source>%1 → %2 is %3; the row sums to %4.</source>
        <translation>%1 → %2 为 %3；该行之和为 %4。</translation>
    </message>
    <message>
        <source>Words and hidden tokens have only weights: for the steps from score to context, show all pieces.</source>
        <translation>合并后的词与隐藏的词元只有权重：要查看从分数到上下文的各步，请显示全部子词。</translation>
    </message>
    <message>
        <source>How it came about is not in this panel: the steps from score to weight need Q and K, or scores with a normalizer, and the context needs V.</source>
        <translation>此面板中没有它的由来：从分数到权重的各步需要 Q 和 K，或分数与归一化函数；上下文需要 V。</translation>
    </message>
</context>
<context>
    <name>heedmap::TensorChooser</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Tensors of the file</source>
        <translation>文件中的张量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Use as</source>
        <translation>用作</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>The file holds several tensors. Show matrices of weights or scores as they are, or compute α from Q and K.</source>
        <translation>文件中有多个张量。可直接显示权重或分数矩阵，也可由 Q 和 K 计算 α。</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>α</source>
        <translation>α</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Use %1 as</source>
        <translation>%1 用作</translation>
    </message>
    <message>
        <source>a single number</source>
        <translation>单个数值</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Q, K, V and X can each be only one tensor.</source>
        <translation>Q、K、V 和 X 各只能是一个张量。</translation>
    </message>
    <message>
        <source>Q and K are needed together; without V, the keys are taken for the values.</source>
        <translation>Q 和 K 必须同时给出；没有 V 时以键作为值。</translation>
    </message>
    <message>
        <source>Choose at least one tensor.</source>
        <translation>请至少选择一个张量。</translation>
    </message>
    <message>
        <source>The tensor holds a batch. Choose one of its entries, or show all of them.</source>
        <translation>该张量含有一个批。请选择其中一项，或显示全部。</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批</translation>
    </message>
</context>
<context>
    <name>heedmap::TokenEditor</name>
    <message>
        <source>source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>按文本编辑</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1词元</translation>
    </message>
    <message>
        <source>Edit the tokens as one line of text, with spaces between them</source>
        <translation>把词元作为一行文本编辑，以空格分隔</translation>
    </message>
    <message>
        <source>edit the %1 tokens as text</source>
        <translation>把%1词元作为文本编辑</translation>
    </message>
    <message>
        <source>%1 tokens as text</source>
        <translation>文本形式的%1词元</translation>
    </message>
    <message>
        <source>Spaces separate tokens; Enter takes them, Escape leaves them as they were</source>
        <translation>以空格分隔词元；按 Enter 采用，按 Esc 保持不变</translation>
    </message>
    <message>
        <source>tokens with spaces between them</source>
        <translation>以空格分隔的词元</translation>
    </message>
    <message>
        <source>keys, 1 column</source>
        <translation>键，1 列</translation>
    </message>
    <message>
        <source>keys, %1 columns</source>
        <translation>键，%1 列</translation>
    </message>
    <message>
        <source>queries, 1 row</source>
        <translation>查询，1 行</translation>
    </message>
    <message>
        <source>queries, %1 rows</source>
        <translation>查询，%1 行</translation>
    </message>
    <message>
        <source>queries and keys, 1 token</source>
        <translation>查询和键，1 个词元</translation>
    </message>
    <message>
        <source>queries and keys, %1 tokens</source>
        <translation>查询和键，%1 个词元</translation>
    </message>
    <message>
        <source>The last token stays: a sequence needs at least one.</source>
        <translation>最后一个词元保留：序列至少需要一个词元。</translation>
    </message>
    <message>
        <source>Change %1 tokens</source>
        <translation>更改%1词元</translation>
    </message>
    <message>
        <source>Change number of %1 tokens</source>
        <translation>更改%1词元的个数</translation>
    </message>
    <message>
        <source>K and V</source>
        <translation>K 和 V</translation>
    </message>
    <message>
        <source>%1: a row of zeros was added.</source>
        <translation>%1：添加了一行零。</translation>
    </message>
    <message>
        <source>%1: %2 rows of zeros were added.</source>
        <translation>%1：添加了 %2 行零。</translation>
    </message>
    <message>
        <source>%1: a row was removed.</source>
        <translation>%1：删除了一行。</translation>
    </message>
    <message>
        <source>%1: %2 rows were removed.</source>
        <translation>%1：删除了 %2 行。</translation>
    </message>
</context>
<context>
    <name>heedmap::TokenFlow</name>
    <message>
        <source>Double click or F2 changes a token, Insert adds one, Delete removes it; pasting a sentence replaces all</source>
        <translation>双击或按 F2 修改词元，Insert 添加，Delete 删除；粘贴句子则全部替换</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… 还有 %1 个</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>numbered; type or paste a sentence</source>
        <translation>仅有编号；请输入或粘贴句子</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>词元 %1</translation>
    </message>
</context>
<context>
    <name>heedmap::TokensSection</name>
    <message>
        <source>tokens as</source>
        <translation>词元显示为</translation>
    </message>
    <message>
        <source>they are</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>words, rows averaged</source>
        <translation>词，行取平均</translation>
    </message>
    <message>
        <source>words, first row</source>
        <translation>词，取首行</translation>
    </message>
    <message>
        <source>words, last row</source>
        <translation>词，取末行</translation>
    </message>
    <message>
        <source>the other weights</source>
        <translation>其余权重</translation>
    </message>
    <message>
        <source>renormalized</source>
        <translation>重新归一化</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>leave out</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>tokens that are left out</source>
        <translation>省略的词元</translation>
    </message>
    <message>
        <source>Pieces of words, as tokenizers cut them, become words: columns are summed, rows averaged, or the first or last is taken. α itself stays as it is.</source>
        <translation>把分词器切成的子词合并为词：列求和，行取平均，或取首行、末行。α 本身不变。</translation>
    </message>
    <message>
        <source>Tokens with commas between them; “special” for all that stand in angle or square brackets; rows:3 or columns:0-2 for positions. Empty: everything is shown.</source>
        <translation>词元之间用逗号分隔；“special”指所有尖括号或方括号中的词元；rows:3 或 columns:0-2 指位置。留空则全部显示。</translation>
    </message>
    <message>
        <source>Whether the weights that remain share what was left out, so that rows still sum to 1</source>
        <translation>其余权重是否分得被省略的部分，使每行之和仍为 1</translation>
    </message>
    <message>
        <source>Show pieces</source>
        <translation>显示子词</translation>
    </message>
    <message>
        <source>Merge pieces to words</source>
        <translation>把子词合并为词</translation>
    </message>
    <message>
        <source>Renormalize the other weights</source>
        <translation>其余权重重新归一化</translation>
    </message>
    <message>
        <source>Keep the other weights</source>
        <translation>其余权重保持不变</translation>
    </message>
    <message>
        <source>Show all tokens</source>
        <translation>显示全部词元</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>省略 %1</translation>
    </message>
    <message>
        <source>This input has no tokens to make words of.</source>
        <translation>此输入没有可合并为词的词元。</translation>
    </message>
    <message>
        <source>Not a token here: %1</source>
        <translation>此处没有的词元：%1</translation>
    </message>
</context>
<context>
    <name>heedmap::TrainingSection</name>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Each takes one batch of pairs</source>
        <translation>每步用一批句对</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>So many pairs are looked at together in a step</source>
        <translation>一步中一起处理的句对数</translation>
    </message>
    <message>
        <source>size</source>
        <translation>隐藏单元数</translation>
    </message>
    <message>
        <source>Units of the decoder; the encoder has half as many in each direction</source>
        <translation>解码器的单元数；编码器每个方向为其一半</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Of the first weights and the order of the pairs; the same seed, the same course</source>
        <translation>决定初始权重和句对顺序；种子相同，过程相同</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Every weight has a step length of its own</source>
        <translation>每个权重有自己的步长</translation>
    </message>
    <message>
        <source>Plain gradient descent; it wants a larger rate</source>
        <translation>普通梯度下降；需要更大的学习率</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>How far a step goes; it may be changed while the models learn</source>
        <translation>每步走多远；训练中也可更改</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>The rate stays as it is</source>
        <translation>学习率保持不变</translation>
    </message>
    <message>
        <source>The rate falls to 0 at the last step, along a line</source>
        <translation>学习率沿直线降到最后一步的 0</translation>
    </message>
    <message>
        <source>The rate falls to 0 at the last step, slowly at both ends</source>
        <translation>学习率逐渐降低，最后一步为 0，两端变化较慢</translation>
    </message>
    <message>
        <source>clip at</source>
        <translation>梯度裁剪阈值</translation>
    </message>
    <message>
        <source>Longer gradients are shortened to this norm; 0: they are not</source>
        <translation>更长的梯度缩短到此范数；0 表示不裁剪</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Pulls every weight towards 0</source>
        <translation>把每个权重拉向 0</translation>
    </message>
    <message>
        <source>Press Reset to change this</source>
        <translation>按“重置”后才能更改</translation>
    </message>
</context>
<context>
    <name>heedmap::VariantCard</name>
    <message>
        <source>Open in Explore</source>
        <translation>在“探索”中打开</translation>
    </message>
    <message>
        <source>Edit Q, K and V of this pair, ask why a weight is what it is, compare score functions</source>
        <translation>编辑该句对的 Q、K、V，查看权重的由来，比较打分函数</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>loss %1 · rate %2 · %3</source>
        <translation>损失 %1 · 学习率 %2 · %3</translation>
    </message>
    <message>
        <source>says %1</source>
        <comment>the model&apos;s own translation</comment>
        <translation>译为 %1</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>尚未训练</translation>
    </message>
</context>
<context>
    <name>heedmap::ViewActions</name>
    <message>
        <source>About Heedmap</source>
        <translation>关于 Heedmap</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Heedmap %1&lt;/h3&gt;&lt;p&gt;Look at attention: compute it, draw it, compare it, explain it.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Heedmap %1&lt;/h3&gt;&lt;p&gt;观察注意力：计算、绘制、比较、解释。&lt;/p&gt;&lt;p&gt;自由软件，依据 GNU 通用公共许可证第 3 版或更高版本发布。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>heedmap::WeightSliders</name>
    <message>
        <source>weight of %1</source>
        <translation>%1 的权重</translation>
    </message>
</context>
<context>
    <name>heedmap::WhatIfSection</name>
    <message>
        <source>what is changed</source>
        <translation>修改对象</translation>
    </message>
    <message>
        <source>weights of this row</source>
        <translation>这一行的权重</translation>
    </message>
    <message>
        <source>this weight = 0</source>
        <translation>此权重 = 0</translation>
    </message>
    <message>
        <source>selection = 0</source>
        <translation>选区 = 0</translation>
    </message>
    <message>
        <source>this key = 0</source>
        <translation>此键 = 0</translation>
    </message>
    <message>
        <source>this head = 0</source>
        <translation>此头 = 0</translation>
    </message>
    <message>
        <source>renormalise the rest</source>
        <translation>其余重新归一化</translation>
    </message>
    <message>
        <source>as they were</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <source>components</source>
        <translation>分量</translation>
    </message>
    <message>
        <source>component across</source>
        <translation>横向分量</translation>
    </message>
    <message>
        <source>component upwards</source>
        <translation>纵向分量</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>change</source>
        <translation>改变</translation>
    </message>
    <message>
        <source>For every query</source>
        <translation>对所有查询</translation>
    </message>
    <message>
        <source>The context of the head is 0 before W_O (Michel, Levy, Neubig 2019)</source>
        <translation>该头的上下文在 W_O 之前为 0（Michel, Levy, Neubig 2019）</translation>
    </message>
    <message>
        <source>The others share what is left, so that the row still sums to 1</source>
        <translation>其余权重分享剩下的部分，使该行之和仍为 1</translation>
    </message>
    <message>
        <source>how far the context of each query moves</source>
        <translation>每个查询的上下文移动多远</translation>
    </message>
    <message>
        <source>How far the context of each query moves</source>
        <translation>每个查询的上下文移动多远</translation>
    </message>
    <message>
        <source>context moves ‖Δc‖ = %1 (%2 % of ‖c‖), by %3°; the row sums to %4</source>
        <translation>上下文移动 ‖Δc‖ = %1（‖c‖ 的 %2 %），转过 %3°；该行之和为 %4</translation>
    </message>
    <message>
        <source>This panel is no head of a multi-head layer. Choose heads in the inputs.</source>
        <translation>此面板不是多头层中的一个头。请在输入中选择头数。</translation>
    </message>
    <message>
        <source>without head %1 the output of this query moves by %2 (%3 %), by %4°</source>
        <translation>去掉头 %1 后，此查询的输出移动 %2（%3 %），转过 %4°</translation>
    </message>
    <message>
        <source>Needs weights, and this row holds numbers below 0, or that are none: as scores, open them with a normalizer.</source>
        <translation>需要权重，而该行含有负数或非数值：若是分数，请用归一化函数打开。</translation>
    </message>
    <message>
        <source>Without the head its context is 0; what that does needs V and W_O, and this input holds only α.</source>
        <translation>去掉该头后其上下文为 0；要知道影响需要 V 和 W_O，而此输入只有 α。</translation>
    </message>
    <message>
        <source>%1 % of the row&apos;s weight moves; the row sums to %2. How the context moves needs V, %3.</source>
        <translation>该行 %1 % 的权重发生移动；该行之和为 %2。上下文如何移动需要 V，%3。</translation>
    </message>
    <message>
        <source>which words have not</source>
        <translation>而合并后的词没有 V</translation>
    </message>
    <message>
        <source>and this input holds only α</source>
        <translation>而此输入只有 α</translation>
    </message>
    <message>
        <source>of this row, gray as it was</source>
        <translation>该行的权重，灰色为原值</translation>
    </message>
    <message>
        <source>Weights of the row, changed and as they were</source>
        <translation>该行的权重，改变后与原值</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>改变后</translation>
    </message>
    <message>
        <source>as it was</source>
        <translation>原值</translation>
    </message>
</context>
<context>
    <name>heedmap::WorkspaceArea</name>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
</context>
</TS>
