export const strategies = {
  Winnow: "Winnow",
  "CentAgent: tool outputs put aside": "CentAgent：把工具输出放到一边",
  "SWE-agent: last n observations": "SWE-agent：最后 n 个观察结果",
  "CentAgent: budget truncation": "CentAgent：按预算截断",
  "Manus: recoverable compression": "Manus：可恢复的压缩",
  "General rules: large texts by path or URL": "通用规则：大文本以路径或 URL 代替",
  "Roo Code: sliding window": "Roo Code：滑动窗口",
  "Roo Code: sliding window, non-destructive": "Roo Code：非破坏性滑动窗口",
  "Kilo Code: sliding window, pair-safe": "Kilo Code：成对安全的滑动窗口",
  "OpenHands: observation masking": "OpenHands：观察结果遮盖",
  "OpenHands: browser output": "OpenHands：浏览器输出",
  "OpenHands: recent events": "OpenHands：最近的事件",
  "OpenHands: amortised forgetting": "OpenHands：摊销式遗忘",
  "OpenHands: conversation window": "OpenHands：对话窗口",
  "OpenHands: LLM attention condenser": "OpenHands：LLM 注意力压缩",
  "Anthropic: clear tool uses": "Anthropic：清除工具使用",
  "Anthropic: clear thinking": "Anthropic：清除思考",
  "OpenCode: prune": "OpenCode：修剪",
  "DCP: deduplicate calls": "DCP：去除重复调用",
  "DCP: supersede writes": "DCP：取代写入",
  "DCP: purge inputs of failed calls": "DCP：清除失败调用的输入",
  "Gemini CLI: tool output masking": "Gemini CLI：遮盖工具输出",
  "Gemini CLI: token budget for tool outputs": "Gemini CLI：工具输出的 token 预算",
  "headroom: newest turn only": "headroom：仅最新一轮",
  "context-guru: frozen edits of new outputs": "context-guru：新输出的冻结编辑",
  "lean-ctx: repeated reads and shell output": "lean-ctx：重复读取与 shell 输出",
  "rtk: shell output by command": "rtk：按命令处理 shell 输出",
  "headroom: crush by content": "headroom：按内容压缩",
  "headroom: logs": "headroom：日志",
  "headroom: diffs": "headroom：diff",
  "headroom: search results": "headroom：搜索结果",
  "headroom: prose": "headroom：散文",
  "headroom: stale and superseded reads": "headroom：过时与被取代的读取",
  "LangChain: ClearToolUsesEdit": "LangChain：ClearToolUsesEdit",
  "LangChain Python: ClearToolUsesEdit": "LangChain Python：ClearToolUsesEdit",
  "LangChain: trimMessages": "LangChain：trimMessages",
  "AI SDK: pruneMessages": "AI SDK：pruneMessages",
  "Cline: duplicate reads, then one hole": "Cline：先去重复读取，再留一个空洞",
  "Cline SDK: basic compaction": "Cline SDK：基本压缩",
  "Cline SDK: budget projection": "Cline SDK：按预算投影",
  "Continue: pruning before each request": "Continue：每次请求前修剪",
  "Codex CLI: user messages only": "Codex CLI：仅用户消息",
  "Codex CLI: new window without a summary": "Codex CLI：不带摘要的新窗口",
  "Goose: tool responses from the middle outwards": "Goose：工具回答从中间向外去掉",
  "pi: the newest 20,000 tokens": "pi：最新的 20,000 token",
  "Aider: the newest half of its budget": "Aider：其预算中最新的一半",
  "Letta: sliding eviction": "Letta：滑动逐出",
  "OpenAI Responses: truncation auto": "OpenAI Responses：truncation auto",
  "Fixed threshold": "固定阈值",
  "Sliding window of turns": "按轮次的滑动窗口",
  "Importance: least important first": "按重要性：最不重要的优先",
  "Task boundary": "任务边界",
  "supercompact: turns with rare entities": "supercompact：含罕见实体的轮次",
  "supercompact: turns with unique entities": "supercompact：唯一含有其实体的轮次",
  "Claude Code 2.1: compact": "Claude Code 2.1：压缩",
  "Claude Code: compact": "Claude Code：压缩",
  "Roo Code 3.25: condense, else sliding window": "Roo Code 3.25：压缩，否则滑动窗口",
  "Roo Code: fresh start, else sliding window": "Roo Code：全新开始，否则滑动窗口",
  "Continue: compact up to a message": "Continue：压缩至某条消息",
  "Continue CLI: automatic compaction": "Continue CLI：自动压缩",
  "Factory: anchored iterative summary": "Factory：锚定的迭代摘要",
  "Regenerative full summary": "重新生成的完整摘要",
  "Opaque: a provider's compaction item": "不透明：服务商的压缩项",
  "OpenAI: compaction item": "OpenAI：压缩项",
  "Anthropic: compaction block": "Anthropic：压缩块",
  "Anthropic: compaction on demand": "Anthropic：按需压缩",
  "Codex CLI: local compaction": "Codex CLI：本地压缩",
  "Codex CLI: remote compaction, version 2": "Codex CLI：远程压缩，第 2 版",
  "Codex CLI: remote compaction": "Codex CLI：远程压缩",
  "OpenCode: compact": "OpenCode：压缩",
  "Kilo CLI: compact": "Kilo CLI：压缩",
  "Gemini CLI: compress": "Gemini CLI：压缩",
  "LangChain: summarization middleware": "LangChain：摘要中间件",
  "LangChain Python: summarization middleware": "LangChain Python：摘要中间件",
  "OpenHands: LLM summarising condenser": "OpenHands：LLM 摘要压缩",
  "OpenHands: structured summary condenser": "OpenHands：结构化摘要压缩",
  "OpenHands SDK: LLM summarising condenser": "OpenHands SDK：LLM 摘要压缩",
  "Goose: compact": "Goose：压缩",
  "Goose: oldest tool calls summarised one by one": "Goose：逐个摘要最旧的工具调用",
  "Crush: summarise": "Crush：摘要",
  "Cline SDK 0.0.86: agentic compaction": "Cline SDK 0.0.86：智能体式压缩",
  "Cline SDK: agentic compaction": "Cline SDK：智能体式压缩",
  "DCP 3.1: compress a range, then prune": "DCP 3.1：压缩一个范围，然后修剪",
  "DCP: compress a range": "DCP：压缩一个范围",
  "pi 1.5: compaction": "pi 1.5：压缩",
  "pi: compaction": "pi：压缩",
  "Aider: history summary": "Aider：历史摘要",
  "Letta: sliding window summary": "Letta：滑动窗口摘要",
  "Letta: partial eviction": "Letta：部分逐出",
  "you want a safe default: it protects the cache, specifics and the agent’s own words":
    "想要一个兼顾缓存、保留具体内容与智能体所写内容的默认方法",
  "a store and a tool to read it are available": "有存储以及读取它的工具可用",
  "prompts are not cached: it breaks the cached prefix at each request, so in short cached sessions it costs more than it saves":
    "提示词没有缓存：它在每次请求时都会破坏缓存的前缀，因此在短的有缓存会话中花费多于节省",
  "a hard limit in characters is needed, as a safety net after another strategy":
    "需要字符数的硬上限，作为另一策略之后的安全网",
  "files and pages can be read again by path or URL, and a plan should stay in view":
    "文件与页面可按路径或 URL 重新读取，且计划应保持可见",
  "texts can be referenced by path or URL, and failures must stay": "文本可用路径或 URL 指代，且失败必须保留",
  "a strict limit must be kept without a model, and the oldest messages matter least":
    "必须在没有模型时守住严格的限制，且最旧的消息最不重要",
  "calls are native tool calls and none may lose its result": "调用是原生工具调用，任何一个都不能失去其结果",
  "old tool outputs fill the prompt and their full text is rarely needed again":
    "旧的工具输出占满提示词，且很少再需要其全文",
  "browser pages fill the prompt": "浏览器页面占满提示词",
  "rewrites must be rare: half is removed each time": "重写必须少：一次去掉一半",
  "a model may choose what stays": "可以让模型选择保留什么",
  "requests go to Anthropic, which does the same on its side": "请求发往 Anthropic，由它在其一侧完成同样的事",
  "old thinking is long, and the provider allows its removal": "旧的思考很长，且服务商允许去掉",
  "calls are repeated, files are read after being written, or failed calls had long inputs":
    "调用重复、文件写入后又被读取，或失败的调用输入很长",
  "prompts are cached and outputs are long: each output is shortened only once, when it arrives":
    "提示词有缓存且输出很长：每个在到达时缩短一次",
  "prompts are cached and outputs repeat themselves: each output is shortened only once, when it arrives":
    "提示词有缓存且输出重复：每个在到达时缩短一次",
  "the same unchanged files are read repeatedly": "同样的文件一再被读取且没有变化",
  "command outputs fill the prompt, and their exact text is rarely needed again":
    "命令输出占满提示词，且不需要逐字取回",
  "outputs are long lists, logs, diffs or search results, and a reference to the full text is enough":
    "输出是长列表、日志、diff 或搜索结果，且有指向全文的引用就够",
  "files are read, changed and read again": "文件被读取、更改又再次读取",
  "only the newest messages need their calls and reasoning": "只有最新的消息需要其调用与推理",
  "files are read repeatedly": "文件一再被读取",
  "the user's messages contain everything that matters": "用户输入的内容已说明一切",
  "the task is written down in files, and no dialogue needs to stay": "文件中的笔记承载任务，说过的话不必保留",
  "the start and the end of the work matter more than its middle": "工作的开头与结尾比中间更重要",
  "files are sent separately from the history": "文件与历史分开发送",
  "requests go to OpenAI's older API": "请求发往 OpenAI 的旧 API",
  "simplicity matters more than compressing at the best time": "更看重简单，而不是最佳的压缩时机",
  "the size must be predictable, older turns are done with, and no summary is wanted":
    "大小必须可预测，较旧的轮次已经结束，且不需要摘要",
  "you run a coding agent: the article behind this strategy calls it the best balance between a predictable size and what is kept":
    "运行编程智能体时：文章称其在大小可预测与保留内容之间最为平衡",
  "more than five typed turns or forty steps": "超过五个输入轮次或四十个步骤",
  "Sliding window with structured summary": "滑动窗口加结构化摘要",
  "Number of newest typed turns to keep": "保留的最新输入轮次数",
  "Maximum number of the agent's newest steps to keep": "最多保留的最新智能体步骤数",
  "Steps that may accumulate beyond `steps` before the window slides, so that not every request rewrites the prompt":
    "窗口滑动前可超出 `steps` 的步骤数，使提示词不必每次请求都重写",
  "files and errors must outlive chatter": "文件与错误必须比闲谈留得更久",
  "tasks are independent of each other": "各任务相互独立",
  "the user writes often, and turns must be kept verbatim": "用户经常发言，且轮次必须逐字保留",
  "the user writes often; turns, and names that occur in only one turn, must be kept verbatim":
    "用户经常发言，轮次必须逐字保留，只有一轮含有的名称也必须保留",
  "work on a few files must continue immediately": "必须能立即继续处理少数文件",
  "the course of the work matters more than its exact words": "工作的过程比确切的文字更重要",
  "you want a summary, and a cut if it fails": "想要摘要，并在摘要失败时截断",
  "you know where the finished work ends": "您知道已完成的工作在哪里结束",
  "sessions run to a hundred messages or more, files matter, and you must be able to check what was kept":
    "会话达到上百条消息以上，文件重要，且必须核对保留了什么",
  "the summary must read well, phases are clear, and each is reviewed in full":
    "摘要必须易读，阶段清楚，且每个阶段都完整审阅",
  "the saving must be the largest, sessions are short and fetching again is cheap":
    "节省必须最大，会话短，且重新取回便宜",
  "requests go to OpenAI": "请求发往 OpenAI",
  "requests go to Anthropic": "请求发往 Anthropic",
  "requests go to Anthropic, and you want to choose when to compact": "请求发往 Anthropic，且您想自行选择压缩时机",
  "what the user typed must be kept verbatim": "用户输入的内容必须逐字保留",
  "what the user typed must be kept verbatim, and requests go to OpenAI":
    "用户输入的内容必须逐字保留，且请求发往 OpenAI",
  "the newest two turns must stay": "最新的两轮必须保留",
  "quality drops long before the window is full": "质量在窗口远未满时就下降",
  "the newest messages must stay": "最新的消息必须保留",
  "the first messages must be kept verbatim": "最初的消息必须逐字保留",
  "the summary is read by a program": "摘要由程序读取",
  "single calls matter, and one line for each is enough": "单次调用重要，且每个占一行就够",
  "a model can tell which range of the work is done": "模型知道哪个范围的工作已完成",
  "when a rewrite pays; at 100,000 tokens it cuts to 60,000": "重写划算之处；在 100,000 token 时截至 60,000",
  "every request": "每次请求",
  "over its budget": "超过其预算",
  "a share of the window": "窗口的一定比例",
  "more than a fixed number of events": "超过固定数量的事件",
  "on request": "按需",
  "100,000 tokens": "100,000 token",
  "more than 20,000 tokens can be removed": "可去掉的超过 20,000 token",
  "more than 30,000 tokens can be removed": "可去掉的超过 30,000 token",
  "outputs above a budget": "输出超过预算",
  "more than 100,000 tokens": "超过 100,000 token",
  "over its size": "超过其大小",
  "close to the end of the window": "接近窗口末尾",
  "nine tenths of the window": "窗口的十分之九",
  "four fifths of the window": "窗口的五分之四",
  "over a sixteenth of the window": "超过窗口的十六分之一",
  "more than five turns": "超过五轮",
  "a task is done": "一个任务完成",
  "80,000 tokens": "80,000 token",
  "33,000 tokens before the end of the window, or on request": "窗口末尾之前 33,000 token，或按需",
  "94 % of the window, or on request": "窗口的 94 %，或按需",
  "a share or all of the window": "窗口的一定比例或全部",
  "on request, up to a chosen message": "按需，至选定的消息",
  "the provider's": "服务商的",
  "150,000 tokens": "150,000 token",
  "a share of the window, or close to its end": "窗口的一定比例，或接近其末尾",
  "half of the window": "窗口的一半",
  "a share, tokens or messages": "比例、token 或消息数",
  "more calls than fit": "调用多于可容纳的",
  "100,000 tokens, or a named range": "100,000 token，或指定的范围",
  "150,000 tokens, or a named range": "150,000 token，或指定的范围",
  "drops the oldest dialogue above the limit": "超过限制时去掉最旧的对话",
  "none: everything that cannot be removed is kept": "无：不能去掉的会保留",
  "drops the oldest dialogue": "去掉最旧的对话",
  "the newest events": "最新的事件",
  "one hole in the middle": "中间的一个空洞",
  "an error": "报错",
  "the original history": "原来的历史",
  "the sliding window": "滑动窗口",
  "the oldest messages are removed until the rest fits": "去掉最旧的消息，直到其余放得下",
  "no compaction": "不压缩",
  "truncated outputs": "截断的输出",
  "fewer tool responses, middle outwards": "减少工具回答，从中间向外",
  "drops the oldest": "去掉最旧的",
  "36,611 messages of Factory's own coding sessions, answers to probe questions judged by GPT-5.2; the sessions are not public, so our figures come from other logs":
    "Factory 自己的编程会话的 36,611 条消息，对探测问题的回答由 GPT-5.2 评判；这些会话未公开，因此我们的数字来自其他日志",
  "Outputs and inputs of at least this many characters count as large": "达到这么多字符的输出与输入算作大的",
  "Number of newest requests whose new content stays in full": "新内容完整保留的最新请求数",
  "Number of newest requests whose tool inputs stay in full, because edits quote them":
    "工具输入完整保留的最新请求数，因为编辑会引用它们",
  "Share of a text to keep as an excerpt: the lines found nowhere else": "文本中作为摘录保留的比例：别处没有的行",
  "Number of requests within which a rewrite of cached tokens must pay for itself; 0: half the number of requests made so far":
    "重写缓存的 token 必须在多少次请求内划算；0：已有请求数的一半",
  "Decides only once per this many requests": "每隔这么多次请求才作一次决定",
  "A prompt of this many tokens is cut, if that pays; 0: only if the window is full":
    "达到这么多 token 的提示词在划算时会被截断；0：仅在窗口已满时",
  "Minimum share of the messages to keep, unless a floor, a target or the window requires less":
    "消息中至少保留的份额，除非下限、目标或窗口要求更少",
  "If set, a prompt at the trigger is cut to about this many tokens, including dialogue; 0: `leave` decides":
    "若设置，达到触发点的提示词会截断到约这么多 token，对话也包括在内；0：由 `leave` 决定",
  "Maximum tokens for the list of dropped names; it lists names only, not content":
    "列出去掉内容的名称时可用的最多 token；名称不是其内容",
  "Outputs of at least this many characters are put aside": "达到这么多字符的输出会放到一边",
  "Number of newest tool results to keep in full; the product puts every one aside":
    "完整保留的最新工具结果数；该产品会把每个都放到一边",
  "Number of last lines to keep of a log": "保留的日志末尾行数",
  "Number of first entries to keep of a list": "保留的列表开头项数",
  "Number of fields to keep in the preview of a JSON object": "JSON 对象在预览中保留的字段数",
  "Number of first lines to keep of any other text": "保留的其他文本的开头行数",
  "Maximum characters of a line in a preview": "预览的最长行",
  "Maximum characters of a preview": "预览的最多字符数",
  "Number of newest tool results to keep": "保留的最新工具结果数",
  "The masked set changes only once per this many results, so that more of the cached prefix survives":
    "遮盖的集合每隔这么多结果才变化；更多的缓存前缀得以保留",
  "The first tool result stays in full": "第一个工具结果完整保留",
  "Tools whose results always stay": "其结果总会保留的工具",
  "Tools whose results are always removed, even the newest": "其结果总会去掉的工具，最新的也一样",
  "What `budget` counts. characters: those of the history without system messages; estimated-tokens: half as many, an estimate that is safe for Chinese; tokens: those of the whole request":
    "`budget` 计数的对象。characters：历史的字符数，不含系统消息；estimated-tokens：其一半，此估计对中文安全；tokens：整个请求的 token",
  "Maximum size of the prompt in the chosen `unit`; a target of the request replaces it":
    "提示词的最大大小，以所选的 `unit` 计；请求中的目标会取代它",
  "Tool outputs longer than this many characters are removed first": "超过这么多字符的工具输出算作长的，先去掉",
  "If early dialogue has to be dropped, a summary that fits the budget replaces it":
    "必须去掉早期对话时，以符合预算的摘要代替",
  "Maximum tokens of the summary": "摘要的最多 token",
  "Observations of at least this many characters lose their content": "达到这么多字符的观察结果会失去其内容",
  "Number of newest observations to keep": "保留的最新观察结果数",
  "The view changes only once per this many observations": "视图每隔这么多观察结果才变化",
  "Cached content stays unchanged until more than this share of the window is full":
    "在窗口的占用超过此比例之前，缓存的内容保持不变",
  "Repeats the current plan at the end of the prompt": "在提示词末尾重复当前计划",
  "Varies the wording of neighbouring placeholders, so that the model does not imitate their pattern":
    "相邻的占位文字措辞不同，以免模型照其节奏模仿",
  "What to keep of a large text: errors and debugging, or ideas and revisions":
    "大文本保留什么：错误与调试，或想法与修订",
  "Texts of at least this many characters are replaced if they have a path or URL":
    "有路径或 URL 且达到这么多字符的文本会被替换",
  "Number of newest tool results to keep in full": "完整保留的最新工具结果数",
  "Share to remove of the messages after the first one, rounded down to an even number":
    "第一条之后的消息中去掉的比例，向下取偶数",
  "Safety share of the window: the limit is (1 - buffer) of the window minus the reserved tokens":
    "窗口的安全比例：限制为窗口的（1 - buffer）减去预留的 token",
  "Starts when the token count reaches (>=) or exceeds (>) the limit": "token 达到（>=）或超过（>）限制时开始",
  "Roo's system prompt is not in its history; `counted` treats system messages like any other":
    "Roo 的提示词不在其历史中；`counted` 把系统消息当作普通消息",
  "Cut exactly as the product does, through calls and results; a broken result is refused, and the rule it breaks is reported":
    "完全按产品的做法截断，会切断调用与结果；破坏的结果会被拒绝，并指出违反的规则",
  "`counted`: a system message is a message like any other, as in the fix's own example; `apart`: it is not in the history":
    "`counted`：系统消息与其他消息一样，如该修复自己的示例；`apart`：不在历史中",
  "Examine only the message at the cut and compare no ids, as the fix does; a broken result is refused, and the rule it breaks is reported":
    "只检查截断处的消息而不比较 id，如该修复的做法；破坏的结果会被拒绝，并指出违反的规则",
  "Number of newest events whose observations are kept": "观察结果得以保留的最新事件数",
  "Number of newest pages to keep in full": "完整保留的最新页面数",
  "Number of events to keep, from the start and the end together": "保留的事件数，开头与末尾合计",
  "Number of events to keep at the start": "开头保留的事件数",
  "If there is no room for a tail, the product keeps everything (it slices from -0); the fix keeps nothing":
    "没有留给尾部的空间时，产品会保留全部（从 -0 切片）；修复则一个也不留",
  "Number of events above which half of them are forgotten": "超过这么多事件就忘记其中一半",
  "Starts when the events reach (>=) or exceed (>) the limit": "事件数达到（>=）或超过（>）限制时开始",
  "Also forgets later prompts, even the newest, as the product does": "也忘记之后的提示词，包括最新的，如产品的做法",
  "What `value` counts: tokens of the prompt, or tool uses": "`value` 计数的对象：提示词的 token，或工具使用",
  "Starts at this many tokens or tool uses, depending on `trigger`":
    "达到这么多 token 或工具使用时开始，取决于 `trigger`",
  "Number of newest tool uses to keep": "保留的最新工具使用数",
  "Does nothing unless at least this many tokens are cleared": "除非至少清除这么多 token，否则不做任何事",
  "Tools whose uses are never cleared": "其使用从不清除的工具",
  "Also empties the arguments of the cleared calls": "同时清空被清除的调用的参数",
  "Tools whose cleared calls also lose their arguments": "被清除的调用也失去参数的工具",
  "Number of newest assistant turns whose thinking is kept": "保留其思考的最新助手轮次数",
  "Tokens of the newest tool outputs to keep": "保留的最新工具输出的 token",
  "Prunes only when more tokens than this can be removed": "只有可去掉的超过这么多 token 时才修剪",
  "What is counted: messages, as in the product, or typed prompts": "计数单位：消息（与该产品相同）或键入的提示词",
  "Number of newest turns to leave unchanged": "不改动的最新轮次数",
  "How many of the newest `unit`s stay untouched": "最新的多少个 `unit` 保持不变",
  "Tools whose outputs are neither counted nor pruned": "其输出既不计入也不修剪的工具",
  "Starts when the count of prunable tokens reaches (>=) or exceeds (>) the minimum":
    "可修剪的 token 达到（>=）或超过（>）下限时开始",
  "Tools that are never pruned": "从不修剪的工具",
  "Number of newest `unit`s that are never pruned; the product's default, when enabled, is 4":
    "不修剪的最新 `unit` 数；该产品启用时自身的值为 4",
  "What is counted: model answers, as in the product, or typed prompts":
    "计数单位：模型的回答（与该产品相同）或键入的提示词",
  "Number of newest `unit`s whose failed calls are kept": "保留其失败调用的最新 `unit` 数",
  "Leave the fields that name a file; the product replaces every string": "保留指明文件的字段；产品会替换每个字符串",
  "Masks only when at least this many tokens can be removed": "只有至少可去掉这么多 token 时才遮盖",
  "Tools whose outputs are never masked": "其输出从不遮盖的工具",
  "Tokens of tool outputs to keep in full, newest first": "完整保留的工具输出的 token，最新的优先",
  "Characters to keep of any other output: a fifth from its start, the rest from its end":
    "其他输出剩下的字符：开头占五分之一，其余取自末尾",
  "Outputs of fewer tokens than this stay in full": "少于这么多 token 的输出完整保留",
  "Failed tool results stay in full": "失败的工具结果完整保留",
  "File reads are only shortened losslessly": "对文件的读取从不有损缩短",
  "codesmart: the product's default, but without its model; codesafe: also reduces long outputs to their first and last lines":
    "codesmart：产品的默认值，但不用其模型；codesafe：还把长输出缩减到开头与末尾的行",
  "Outputs of fewer tokens than this are not checked for repeats or failed runs":
    "少于这么多 token 的输出不检查重复或失败的运行",
  "Outputs of at least this many tokens lose repeated lines, blank lines and progress bars":
    "至少这么多 token 的输出会去掉重复行、空行与进度条",
  "With codesafe, outputs of more tokens than this keep only their first and last twenty lines":
    "codesafe：超过这么多 token 的输出只保留开头与末尾各二十行",
  "Lines longer than this many characters are cut in the middle": "超过这么多字符的行在中间截断",
  "A read that repeats what an earlier one showed becomes a line of about 13 tokens":
    "再次显示较早内容的读取变为约 13 token 的一行",
  "Outputs of known commands are shortened; those of failing builds and tests are kept verbatim":
    "已知命令的输出会缩短；失败的构建与测试逐字保留",
  "Failed commands stay in full; the product shortens failing builds and tests too":
    "失败的命令完整保留；产品也会缩短失败的构建与测试",
  "Number of newest messages to leave unchanged": "不改动的最新消息数",
  "Puts aside reads of files that were edited later": "把之后被编辑的文件的读取放到一边",
  "Puts aside reads whose lines a later read shows again; this breaks the cached prefix more often":
    "把其行被之后的读取再次显示的读取放到一边；这更常破坏缓存的前缀",
  "Results of fewer bytes than this stay in full": "少于这么多字节的结果完整保留",
  "Keep the cached part of the prompt unchanged": "服务商已缓存的内容保持原样",
  "Starts at this share of the window; 0 = not used": "在窗口的此比例时开始；0 = 不使用",
  "Starts at this many tokens; 0 = not used": "在这么多 token 时开始；0 = 不使用",
  "Starts at this many messages; 0 = not used": "在这么多消息时开始；0 = 不使用",
  "any: starts at the first of the three limits; all: starts once every limit that is set is reached":
    "any：达到三个限制之一即开始；all：所有已设置的限制都达到后开始",
  "Tokens of the newest tool results to keep; 0 = `keep` decides": "保留的最新工具结果的 token 数；0 = 由 `keep` 决定",
  "Tools whose results are never cleared": "其结果从不清除的工具",
  "Text that replaces a cleared result": "代替被清除的结果的文本",
  "As in the product: excluded tools count among the newest, and results without a call are cleared regardless of the trigger":
    "如产品：排除的工具占用最新者的名额，没有调用的结果无论触发条件如何都会清除",
  "Starts when the prompt has more tokens than this": "提示词超过这么多 token 时开始",
  "Stops once this many tokens are cleared, oldest first; 0 = clears everything allowed":
    "清除这么多 token 后停止，最旧的优先；0 = 清除全部可去掉的",
  "Tokens of messages to keep; null = the target, else the window less the reserve":
    "保留的消息的 token；null = 目标值，否则为窗口减去预留",
  "Which end of the history to keep": "保留历史的哪一端",
  "Kind of message with which the kept part begins, if the end of the history is kept":
    "保留历史的末尾时，保留部分以哪种消息开始",
  "Kind of message with which the kept part ends": "保留部分以哪种消息结束",
  "A system message at the start stays; otherwise it counts like any other":
    "开头的系统消息保留；否则与其他消息一样计算",
  "Separates calls from their results and may drop the last user message, as the product does":
    "切断调用与结果，并去掉最后一条用户消息，如产品的做法",
  "Which assistant messages lose their reasoning": "哪些助手消息失去其推理",
  "Which messages lose their tool calls and results": "哪些消息失去其工具调用与结果",
  "Number of newest messages that keep their tool calls and results, if `toolCalls` is before-last-messages":
    "`toolCalls` 为 before-last-messages 时，保留其工具调用与结果的最新消息数",
  "Tools whose calls and results may be removed; empty = all tools": "可去掉其调用与结果的工具；空 = 所有工具",
  "What stays after the first pair; auto: half, or a quarter if the prompt is over twice the limit":
    "第一对之后保留什么；auto：一半，超出两倍时为四分之一",
  "Starts at this share of the window, but never later than at the allowed tokens; 0 = at the allowed tokens":
    "在窗口的此比例时开始，但不晚于允许的 token；0 = 按允许的 token",
  "No cut if removing duplicate reads saves this share of the characters": "重复读取省下这一比例的字符时，不需要截断",
  "Starts when the token count reaches (>=) or exceeds (>) the allowed tokens":
    "token 达到（>=）或超过（>）允许的数量时开始",
  "Target size as a share of the trigger, which is 81 % of the window": "目标大小，以触发值（窗口的 81 %）的比例表示",
  "Starts when the token count reaches (>=) or exceeds (>) the trigger": "token 达到（>=）或超过（>）触发值时开始",
  "Tokens requested for the answer; at most 1000 of them are reserved": "为回答请求的 token；最多预留其中 1000",
  "The model accepts images; otherwise they become a text note": "模型接受图片；否则图片变为文本说明",
  "Leave out answers after the last prompt or result, and join consecutive user messages":
    "省去最后的提示词或结果之后的回答，并合并相邻的用户消息",
  "A trailing tool result without its call is an error, as in the product, and `tidy` also joins the newest prompt":
    "末尾没有调用的工具结果是错误，如产品的做法，且 `tidy` 也合并最新的提示词",
  "Compacts at this share of the window, at most 0.9": "在窗口的此比例时压缩，最多 0.9",
  "Starts a new window at this share of the old one, at most 0.9": "在旧窗口的此比例时开始新窗口，最多 0.9",
  "Starts above this share of the window": "超过窗口的此比例时开始",
  "Starts when fewer tokens than this are left in the window": "窗口剩余的 token 少于此值时开始",
  "Tokens of the newest messages to keep": "保留的最新消息的 token",
  "Share of the window that the chat history may take, 1,024 to 8,192 tokens":
    "聊天历史可占窗口的比例，1,024 至 8,192 token",
  "Evicts above this share of the window": "超过窗口的此比例时逐出",
  "The kept part is below 1 minus this share of the window; eviction starts a tenth above that":
    "保留部分低于窗口的 1 减去此比例；超出十分之一时开始逐出",
  "Starts at this share of the window; 0.7 to 0.8 is recommended": "在窗口的此比例时开始：建议 0.7 至 0.8",
  "Size after the run, as a share of the window; it must be below the start, or the next run follows immediately":
    "运行后的大小，以窗口的比例表示；必须低于开始值，否则会立即再次运行",
  "Number of newest turns to keep": "保留的最新轮次数",
  "Starts when the turns reach (>=) or exceed (>) the number to keep": "轮次数达到（>=）或超过（>）保留的数量时开始",
  "Tokens of the full prompt after the run; smaller prompts are left alone":
    "运行之后整个提示词的 token；低于此值不做任何事",
  "Turns of the agent of up to this many tokens always stay": "智能体不超过这么多 token 的轮次总会保留",
  "How much more the last turn scores than the first, as a share of the best turn's score":
    "最后一轮比第一轮多得的分，以最佳轮次得分的比例表示",
  "Maximum tokens of an answer; more than 20,000 counts as 20,000": "回答的最多 token；超过 20,000 算作 20,000",
  "Starts at this percentage of the usable window, if that is earlier (CLAUDE_AUTOCOMPACT_PCT_OVERRIDE); null = not set":
    "在可用窗口的此百分比时开始，以较早者为准（CLAUDE_AUTOCOMPACT_PCT_OVERRIDE）；null = 未设置",
  "Plan, skills and up to five files follow the summary": "计划、技能与最多五个文件跟在摘要之后",
  "What the summary should emphasise": "摘要应强调什么",
  "Compacts automatically above this share of the window; on request at any size":
    "超过窗口的此比例时自行压缩；按需则任何程度都可",
  "Condenses automatically; otherwise only the sliding window runs": "自行压缩；否则只运行滑动窗口",
  "Condenses at this share of the window": "在窗口的此比例时压缩",
  "Threshold of the profile as a percentage of the window, 5 to 100; -1 or null = `threshold` applies":
    "配置自己的阈值，占窗口的百分比，5 至 100；-1 或 null = 使用 `threshold`",
  "Starts when the token count reaches (>=) or exceeds (>) the threshold": "token 达到（>=）或超过（>）阈值时开始",
  "Index, from 0, of the last message that is summarised; null = everything before the newest turn":
    "被摘要的最后一条消息的序号，从 0 开始；null = 最新一轮之前的全部",
  "Tokens requested for the answer; the window must have room for them": "为回答请求的 token；窗口须为其留出空间",
  "Starts at this share of the window": "在窗口的此比例时开始",
  "Size after a run, summary included, as a share of the window": "运行后的大小（含摘要），占窗口的比例",
  "Starts when the token count reaches (>=) or exceeds (>) the share `fill` of the window":
    "token 达到（>=）或超过（>）窗口的 `fill` 比例时开始",
  "If the provider's item is missing, a result of the same form replaces it: typed messages verbatim and one readable summary":
    "缺少服务商的项时，以同样形式的结果代替：输入的消息逐字保留，加一个可读的摘要",
  "Runs automatically from this many tokens; null = only on request, because the API specifies no number":
    "自行运行的起点 token；null = 只按需，因为 API 没有给出数字",
  "Runs from this many tokens; the API accepts no less than 50,000": "运行的起点 token；API 不接受少于 50,000",
  "Compacts at this share of the window; the product accepts at most nine tenths":
    "在窗口的此比例时压缩；产品不接受超过十分之九",
  "Maximum tokens of user messages to keep, newest first; the one that fits only in part is shortened":
    "最多保留的用户消息的 token，最新的优先；只能放下一部分的那条会被缩短",
  "Starts when the token count reaches (>=) or exceeds (>) the usable window, which is the window less the reserve":
    "token 达到（>=）或超过（>）可用窗口（窗口减去预留）时开始",
  "Number of newest turns to keep, if they fit": "保留的最新轮次数，放得下为限",
  "Maximum tokens of those turns; 0 = a quarter of the usable window, 2,000 to 8,000":
    "这些轮次的最多 token；0 = 可用窗口的四分之一，2,000 至 8,000",
  "Tells the agent to continue after an automatic run that interrupted its work":
    "自动运行打断工作之后，告诉智能体继续",
  "Starts at this percentage of the window, if that is earlier (compaction.threshold_percent); null = not set":
    "在窗口的此百分比时开始，以较早者为准（compaction.threshold_percent）；null = 未设置",
  "Compresses at this share of the window (older versions: 0.7, 0.95)": "在窗口的此比例时压缩（旧版本：0.7、0.95）",
  "Share of the characters to summarise, oldest first": "被摘要的字符比例，最旧的优先",
  "Number of newest messages to keep; a cut inside an exchange moves to before its call":
    "保留的最新消息数；切断一次交互的截断点会移到其调用之前",
  "Tokens of the newest messages to keep; 0 = `keep` decides": "保留的最新消息的 token 数；0 = 由 `keep` 决定",
  "Number of events above which about half of them are summarised": "超过这么多事件时摘要其中约一半",
  "Number of events to keep at the start; the summary follows them": "开头保留的事件数；摘要位于它们之后",
  "Compacts above this share of the window, at most 0.9; 0 and 1: only on request":
    "超过窗口的此比例时压缩，最多 0.9；0 与 1：只按需",
  "Share of the window used to compute how many calls may stay": "用来计算可保留调用数的窗口比例",
  "Number of tool calls that may stay; null = 3 for each 20,000 tokens of the share `threshold` of the window, from 10 to 500":
    "可保留的工具调用数；null = 窗口的 `threshold` 比例中每 20,000 token 为 3 个，10 至 500",
  "Number of newest tool calls that do not count towards the limit": "不计入限制的最新工具调用数",
  "Windows of more tokens than this follow `remaining`, others `share`":
    "超过这么多 token 的窗口按 `remaining`，其他窗口按 `share`",
  "In windows larger than `bigWindow`: starts when this many tokens or fewer are left":
    "窗口大于 `bigWindow` 时：剩余不超过这么多 token 时开始",
  "In other windows: starts when this share of the window or less is left": "其他窗口：剩余不超过窗口的此比例时开始",
  "Starts when the token count reaches (>=) or exceeds (>) the trigger, 81 % of the window":
    "token 达到（>=）或超过（>）触发值（窗口的 81 %）时开始",
  "First message of the range: m0001 is the first, b1 the first block compressed before":
    "范围的第一条消息：m0001 是第一条，b1 是之前压缩的第一块",
  "Last message of the range; null = the last before the newest turn":
    "范围的最后一条消息；null = 最新一轮之前的最后一条",
  "Summary of the range; empty = the summariser writes it": "范围的摘要；空 = 由摘要者撰写",
  "Runs automatically above this many tokens, if no range is given": "没有指定范围时，超过这么多 token 就自行运行",
  "Tools whose outputs are copied into the summary": "其输出会带入摘要的工具",
  "Maximum tokens of the summary; null = the model's maximum output, else the reserve":
    "摘要可用的 token；null = 模型可写的上限，否则与预留相同",
  "The kept part is below 1 minus this share of the window": "保留部分低于窗口的 1 减去此比例",
  "Share of the messages to keep, newest first, starting at the first assistant message among them":
    "保留的消息比例，最新的，从其中第一条助手消息起",
  "three-tool compression essay": "三种工具的压缩文章",
  "Anthropic's kind of summary (Factory)": "Anthropic 的方式，见 Factory 的评估",
  "OpenAI compaction and Anthropic compaction": "OpenAI 压缩与 Anthropic 压缩",
  "no call": "没有调用",
  "a model call at each run": "每次运行调用一次模型",
  "a model call at each run, none by rule": "每次运行调用一次模型，按规则则没有",
  "the cached prefix stays": "缓存的前缀保留",
  "nearly all of the prompt is written to the cache again": "几乎整个提示词重新写入缓存",
  "part of the prompt is written to the cache again": "提示词的一部分重新写入缓存",
  "Tokens reserved for the answer; null = what the request reserves; 0 counts as {tokens}":
    "为回答预留的 token；null = 请求所预留的；0 算作 {tokens}",
  "Tokens reserved for the answer; 0 counts as {tokens}, unless the request reserves some":
    "为回答预留的 token；0 算作 {tokens}，除非请求另有预留",
  "Your own task text for the model that writes the summary, instead of the product's; empty: the product's":
    "自己的任务文本，交给书写摘要的模型，代替产品的文本；留空则用产品的",
} as const;
