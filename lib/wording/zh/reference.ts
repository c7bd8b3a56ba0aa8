export const reference = {
  "{count} strategies that make a prompt shorter, and {older} older versions of them, each taken from its product's source or rebuilt from an article.":
    "让提示词变短的 {count} 种策略及其 {older} 个旧版本，各自依据产品源码或文章重现。",
  "{saved} and {recall} are means over long prompts of real sessions.":
    "{saved}与{recall}是真实会话中长提示词的平均值。",
  "Saved tokens": "节省的 token",
  "recall of needed facts": "所需事实的召回率",
  "Means over requests of real sessions; for each figure, higher is better.":
    "真实会话中多次请求的平均值；每个数字都是越大越好。",
  "{count} messages kept": "{count} 条消息保留",
  "Money saved on later requests": "后续请求节省的费用",
  "Needed recall": "所需召回",
  "At the worst request": "最差的一次请求",
  "Recall of identifiers": "标识符召回率",
  "{count} found": "找到 {count} 个",
  Versions: "版本",
  "Use it when {use_when}.": "适用情形：{use_when}。",
  "starts at {share}": "从 {share} 开始",
  "goes down to {share} or less": "降到 {share} 或更低",
  "What it keeps and drops": "保留什么，丢掉什么",
  "The small example could not be computed.": "小例子暂时无法计算。",
  "Example: debugging a login that returns 401. {count} messages in a 4,800-token window, compressed even if the trigger has not been reached: {before} → {after} tokens.":
    "返回 401 的登录：4,800 token 的窗口中有 {count} 条消息，即使未达到触发条件也运行：{before} → {after} token。",
  "It changes nothing in so short a history.": "历史太短，它什么也没改。",
  "It could not run here: {why}": "在这里无法运行：{why}",
  shortened: "缩短",
  stays: "保留",
  "{fate}: {count}": "{fate}：{count}",
  "When it starts": "何时启动",
  "Its parameters": "参数",
  "into the summary": "并入摘要",
  "{count, plural, one {# message was} other {# messages were}} added.": "新增 {count} 条消息。",
  "What it writes": "它写了什么",
  "The sections of its summary": "摘要的各个小节",
  "Written by rule from the same history. A model would fill the same sections.":
    "按规则、用同一段历史写成；模型填写的也是这些小节。",
  "None in these messages.": "这些消息中没有。",
  "Its prompt": "提示词",
  "No prompt: this strategy is a rule.": "没有提示词：此策略是规则。",
  "No prompt: a provider writes this summary, with a prompt that is not public.":
    "没有提示词：摘要由服务商书写，其提示词未公开。",
  "This strategy wrote no summary of this short history, so there is no prompt to show.":
    "它没有为这段短历史撰写摘要，因此没有提示词可以显示。",
  "Fixed frame: it prevents text in the transcript from acting as instructions. It cannot be changed.":
    "固定框架：防止对话记录中的文字被当作指令，因此不能修改。",
  "Task text": "任务文本",
  "Variant name": "变体名称",
  "Save as my own variant": "另存为自己的变体",
  "Saved. You can now choose it on the Compare page, in this strategy's parameters.":
    "已保存。现在可以在比较页此策略的参数中选择它。",
  "Copy for the API": "复制给 API 用",
  "Deleted.": "已删除。",
  "Cost and failure": "费用与失败",
  "If it fails: {fallback}.": "如果无法完成：{fallback}。",
  "Removed content can be fetched by its reference.": "拿走的内容可凭引用取回。",
  "Removed content cannot be fetched again.": "拿走的内容无法再取回。",
  "Measured results": "实测结果",
  "Not measured on real sessions yet.": "尚未在真实会话上测量。",
  "Published: {removed} removed, quality {figure} of 5; {measured_on}.":
    "公布的数据：去除 {removed}，质量 {figure}（满分 5）；{measured_on}。",
  "Checked against its source on {read}; our version: {version}.": "{read} 与来源核对过；我们的版本为 {version}。",
  "Also called: ": "又称：",
  "Every request sends the whole conversation again. With a cached prefix, {count} requests take {times} times less work.":
    "每次请求都重新发送整个对话。有缓存前缀时，{count} 次请求的计算量只有 {times} 分之一。",
  "Why: memory, time, and what a cache break costs": "原因：内存、时间，以及缓存失效的代价",
  "Two ways to make it shorter": "两种变短的方法",
  "Three products, limits on tools, when to compress, work in phases": "三种产品、限制工具、何时压缩、分阶段工作",
  "See it": "亲眼看看",
  "The articles' examples, each run by the engine": "文章中的示例，逐个由引擎运行",
  "Every strategy on a small history, with its prompt": "每种策略在小历史上的效果及其提示词",
  "Windows and prices of models": "各模型的窗口与价格",
  "#{request}: {tokens}": "#{request}：{tokens}",
  "Pairs of tokens that the model compares for each request, in billions; below, the request and the tokens of its prompt.":
    "每次请求中模型比较的 token 对（十亿）；下方为请求序号及其提示词的 token 数。",
  "without a cache: {whole} in all": "无缓存：共 {whole}",
  "with a cached prefix: {cached} in all": "有缓存前缀：共 {cached}",
  "Each example opens in Compare, next to its article's description (→).":
    "每个示例在“比较”中打开，旁边是文章的说法（→）。",
  "Open {title}": "打开{title}",
  "Roo's sliding window cuts seven messages at one half": "Roo 的滑动窗口在一半处截断七条消息",
  "Seven messages of about equal size, the first of them the task.": "七条长度相近的消息，第一条是任务。",
  "Continue prunes the oldest messages before a request": "Continue 在请求前裁剪最旧的消息",
  "A system message, old dialogue that fills the window, an empty message, and a call whose result is the newest message.":
    "一条系统消息、占满窗口的旧对话、一条空消息，以及结果最新的一次调用。",
  "Claude Code compacts the history above 94 % of the window": "Claude Code 在窗口 94 % 以上压缩历史",
  "A task on React components. Its files fill more than 94 % of a 200,000-token window.":
    "一项 React 组件任务，其文件占 200,000 token 窗口的 94 % 以上。",
  "Claude Code's /compact, with instructions": "Claude Code 的 /compact，附带要求",
  "The same debugging session, far from full, compacted by hand with the instruction to keep errors and the steps that solved them.":
    "同一调试会话，远未占满窗口，手动压缩，要求保留错误及解决步骤。",
  "132,848 tokens for a window of 131,072": "131,072 的窗口，132,848 个 token",
  "A request that needs 1,776 tokens more than the model's window has, and is refused.":
    "一次请求比模型窗口多出 1,776 个 token，被拒绝。",
  "The login that returns 401": "返回 401 的登录",
  "A debugging session: 401 at the login, traced to a stale Redis connection, two tests still failing.":
    "一次调试会话：登录返回 401，查到是过期的 Redis 连接，仍有两个测试失败。",
  "The same session, with a good and a poor summary": "同一会话，好的摘要与差的摘要",
  "The same session. One summary of its start names the error, the cause and the files; the other does not.":
    "同一会话，一条摘要写明开头的错误、原因和文件，另一条没有。",
  "An anchored summary and a regenerated one": "锚定摘要与重新生成的摘要",
  "The same debugging session, compressed at the same point by three kinds of summary.":
    "同一调试会话，在同一处以三种摘要压缩。",
  "A file is put aside, its path stays": "文件移出，路径保留",
  "Six files that were read in full, and a command that failed with a long traceback.":
    "六个完整读取的文件，以及一条失败并输出长堆栈的命令。",
  "A todo.md is repeated at the end": "在末尾复述 todo.md",
  "A plan that the agent wrote into todo.md at the start, then work that pushed it far up.":
    "智能体一开始写入 todo.md 的计划，之后的工作把它推得很远。",
  "A log of 200 lines is put aside": "200 行日志移出",
  "200 lines of a container's log in the middle of a debugging session.": "调试会话中途一个容器的日志，共 200 行。",
  "One character above a budget of 12,000": "比 12,000 的预算多一个字符",
  "A history of 12,001 characters, nearly all of them in one log.": "12,001 个字符的历史，几乎都在一份日志里。",
  "Scenario 1: a call with its result": "场景 1：调用与其结果",
  "A short dialogue, then one tool call and its result; half of the messages are to be cut.":
    "一段短对话，然后是一次工具调用和回答它的结果；要删去一半。",
  "Scenario 2: a result without its call": "场景 2：没有调用的结果",
  "A text, and a tool result whose call was removed earlier.": "一段文本，以及一个调用早已被截掉的工具结果。",
  "Scenario 3: the cut falls between a call and its result": "场景 3：截断落在调用与其结果之间",
  "Six messages; half of them would be cut, between the call and its result.":
    "六条消息；要删去一半，正好在调用与其结果之间。",
  "Old outputs are masked, the calls stay": "旧输出被遮蔽，调用保留",
  "Eight commands with long outputs, one after the other.": "八条输出很长的命令，一条接一条。",
  "How three tools compress: an essay on Claude Code, Roo Code and Continue, October 2025":
    "三种工具如何压缩：关于 Claude Code、Roo Code 和 Continue 的文章，2025 年 10 月",
  "Strategies for compressing a context: a skill for agents, December 2025":
    "上下文压缩策略：智能体技能，2025 年 12 月",
  "CentAgent: two ways to spend fewer tokens": "CentAgent：减少 token 消耗的两种方法",
  "Manus: context engineering for AI agents, July 2025": "Manus：AI 智能体的上下文工程，2025 年 7 月",
  "Kilo Code: tool pairs after a compression, November 2025": "Kilo Code：压缩后的工具调用对，2025 年 11 月",
  "Besides the articles: masking instead of summaries": "文章之外：以遮蔽代替摘要",
} as const;
