export const results = {
  "{id}, not valid": "{id}，无效",
  "{id}: saves {saved}, keeps {recall} of what was needed": "{id}：节省 {saved}，保留所需内容的 {recall}",
  oracle: "先知",
  "recall of needed facts ↑{lowest}": "所需事实的召回率 ↑{lowest}",
  ", from {lowest} %": "，自 {lowest} % 起",
  Keep: "保留",
  "Anthropic Messages": "Anthropic Messages",
  "OpenAI Chat Completions": "OpenAI Chat Completions",
  "OpenAI Responses": "OpenAI Responses",
  "Vercel AI SDK": "Vercel AI SDK",
  "Imported file, byte for byte": "导入的文件（逐字节原样）",
  "Winnow session": "Winnow 会话",
  "HTML page": "HTML 页面",
  "CSV of the requests": "请求的 CSV",
  "Context of this request": "此请求的上下文",
  "History of this agent": "此智能体的历史",
  "Mask each secret": "遮盖每个密钥",
  "Drop each text that holds one": "删去含有密钥的文本",
  "{count, plural, one {# note} other {# notes}} of the import": "导入的 {count, number} 条说明",
  "line {line}": "第 {line} 行",
  Cache: "缓存",
  exact: "精确",
  "Which model was it?": "当时用的是哪个模型？",
  "It sets the window, the prices and the cache rules": "它决定窗口、价格和缓存规则",
  "The session is being read again…": "正在重新读取会话…",
  "Also for all other {client} logs that name no model": "也用于所有其他未写明模型的 {client} 日志",
  "Not in the model table under this name; dated and prefixed forms of a name are found as well.":
    "模型表中没有这个名称；带日期或前缀的名称写法也能找到。",
  "{input} in, {cached} cached, {output} out per M": "每百万 token：输入 {input}，缓存 {cached}，输出 {output}",
  "no prices": "没有价格",
  "window {window} · {price} · cache rules {policy}": "窗口 {window} · {price} · 缓存规则 {policy}",
  "Window in tokens, if it was another than the model's": "窗口大小（token），如果与该模型的不同",
  "Model or window set by you: change": "模型或窗口由您设置：更改",
  "The log names no model: which was it?": "日志未写明模型：当时用的是哪个？",
  "Untitled session": "未命名的会话",
  "model unknown": "模型未知",
  "{model} (set by you)": "{model}（由您设置）",
  ", all agents": "（所有智能体）",
  ", main agent": "（主智能体）",
  "Provider responses in the log, rows of one response counted once; all agents.":
    "日志中服务商的响应数，同一响应的多行只计一次；包括所有智能体。",
  "largest prompt": "最大提示",
  "peak window": "窗口峰值",
  " Counted from the text that the log holds: it reports no usage.": "由日志所含文本计数得出：日志没有报告用量。",
  "The model's window is not known, so there is no share.{source}": "模型的窗口未知，因此没有占比。{source}",
  "Largest prompt of {tokens} tokens of window{statedBy}.{tooLarge}{counted}":
    "最大的提示占 {tokens} token 窗口的比例{statedBy}。{tooLarge}{counted}",
  " It does not fit: a provider refuses such a prompt.": "放不下：服务商会拒绝这样的提示。",
  ", as the log states it": "（日志所述）",
  ", set by you": "（由您设置）",
  ", from the tables of models and clients": "（取自模型与客户端的表）",
  "Cache reads over all prompt tokens of all agents, as the provider reported them. Bands: below 80 %, 80–94 %, 94 % and more.":
    "所有智能体的缓存读取占全部提示 token 的比例，由服务商报告。分档：低于 80 %、80–94 %、94 % 及以上。",
  "The log reports nothing about its cache. Rules: {title}. The Cache tab draws it and lets you choose others.":
    "日志对其缓存没有任何报告。规则：{title}。“缓存”页会画出它，并可选择其他规则。",
  "cache writes per new token": "每个新 token 的缓存写入",
  "Tokens written to the cache, divided by the tokens that were new, over all agents. 1 is ideal; above 1, tokens were written again.":
    "写入缓存的 token 除以新增的 token，包括所有智能体。1 为理想；大于 1 表示有 token 被重复写入。",
  ", partial": "（部分）",
  "Reported usage at list prices. Some requests report no usage or only part of their output, so this is a floor.":
    "报告的用量，按标价计算。有些请求没有报告用量或只报告了部分输出，因此这是下限。",
  "Reported usage at the list prices of the day in the model table.": "报告的用量，按模型表中当日标价计算。",
  "cost, simulated": "费用，模拟",
  "Simulated cache and counted tokens at list prices. The log reports no usage, so this enters no total.":
    "模拟的缓存与计数的 token，按标价计算。日志没有报告用量，因此不计入任何总计。",
  "{count, plural, one {# break} other {# breaks}}": "{count, number} 次中断",
  "tokens lost to breaks": "因中断损失的 token",
  "{lost_tokens} tokens of all agents that had been cached were paid for again.{causes}":
    "所有智能体中，{lost_tokens} 个已缓存的 token 又被付费一次。{causes}",
  " The provider names the cause of {told}; the log alone shows the same for {agreed}.":
    "服务商指明了 {told} 次中断的原因；其中 {agreed} 次仅凭日志也得出相同结论。",
  "input : output": "输入 : 输出",
  "Prompt tokens of all agents' requests, cached ones included, for each token of output. Manus gives about {ratio} : 1 for its agent (July 2025): the more uneven, the more the cache decides the cost.":
    "所有智能体的请求中，每输出一个 token 对应的提示 token（包括缓存的）。Manus 给出其智能体约为 {ratio} : 1（2025 年 7 月）：越悬殊，缓存越决定费用。",
  compactions: "次压缩",
  "Written in the log by the client, for any agent.": "由客户端写入日志，包括所有智能体。",
  "More figures": "更多数字",
  "{short}, sim.": "{short}，模拟",
  Transcript: "对话记录",
  Composition: "构成",
  Findings: "发现",
  Compare: "比较",
  Replay: "重放",
  Views: "视图",
  "the views of the session": "此会话的各个视图",
  "Views of this session": "此会话的视图",
  "{meaning}.": "{meaning}。",
  "Zoom the timeline": "缩放时间线",
  "closer, wider": "放大、缩小",
  "all requests": "所有请求",
  "one step out": "缩小一级",
  "Formula, source and example": "公式、来源与示例",
  reported: "已报告",
  anchored: "锚定",
  estimated: "估算",
  simulated: "模拟",
  "Reported by the provider or the client": "由服务商或客户端报告",
  "Exact: counted, or computed from reported figures": "精确：由计数得到，或由报告的数字算出",
  "Anchored: estimated for each part, scaled so that the sum is the reported total":
    "锚定：先逐部分估算，再按报告的总数缩放",
  "Estimated or modelled": "估算或建模",
  "Simulated: what cache rules would have given; the log reports nothing of it":
    "模拟：按缓存规则会得到的结果；日志对此没有任何报告",
  "Source: {basis}": "来源：{basis}",
  "The cache expired while idle": "空闲期间缓存过期",
  "Ask for the one-hour time to live where pauses are common; a write then costs 2 × instead of 1.25 × plain input, once.":
    "在停顿频繁的场合请求一小时的存活时间；写入费用从普通输入的 1.25 × 变为 2 ×，只付一次。",
  "Compact or start anew before a long pause: a cold prompt is written whole, so a smaller one is cheaper, and changing it costs nothing extra.":
    "在长时间停顿之前压缩或重新开始：冷的提示要整个重写，因此越小越便宜，而且此时改动它没有额外费用。",
  "The model was switched inside the session": "会话中途切换了模型",
  "Caches are kept per model. Choose the model at the start, or give the other model's work to a sub-agent with a prompt of its own.":
    "缓存按模型分别保存。请在开始时选定模型，或把另一个模型的工作交给有自己提示的子智能体。",
  "Rewrites after compactions": "压缩后的重写",
  "They belong to the compaction and are part of its price.": "它们属于压缩，是压缩价格的一部分。",
  "Earlier parts of the prompt were changed": "提示中较早的部分被更改",
  "Keep what has been sent. Edit late in the prompt, many things at once, or when the cache is cold anyway.":
    "保留已发送的内容。修改应靠近提示末尾、一次完成多处，或在缓存本来就冷的时候进行。",
  "Tool definitions changed": "工具定义有变化",
  "Load every tool at the start, in a fixed order; mask a tool by instruction instead of taking it out.":
    "在开始时按固定顺序加载所有工具；用指令屏蔽工具，而不是把它移除。",
  "The system prompt changed": "系统提示有变化",
  "Move what changes behind the conversation. Update the client between sessions, not inside one.":
    "把会变化的内容移到对话之后。在会话之间更新客户端，而不是在会话中途。",
  "Request parameters changed": "请求参数有变化",
  "Keep cache key, effort, verbosity and output format fixed for the session.":
    "在会话中保持缓存键、推理力度、详略程度和输出格式不变。",
  "Prompts below the model's minimum": "提示低于该模型的最小长度",
  "Nothing to do for short conversations: nothing is cached below the minimum.":
    "短对话无需处理：低于最小长度的内容不会被缓存。",
  "More was appended at once than the provider looks back over": "一次追加的内容超出服务商的回溯范围",
  "Set a further breakpoint before long runs of blocks, at most 20 positions apart.":
    "在一长串内容块之前再设一个断点，最多相隔 20 个位置。",
  "Only the start of the prompt survived after tools or skills were loaded": "加载工具或技能后，只有提示开头仍在缓存中",
  "Load skills and tool servers at the start of the session: what is later added to tools or system prompt invalidates all that follows.":
    "在会话开始时加载技能和工具服务器：之后加入工具或系统提示的内容会使其后的一切失效。",
  "Misses on the provider's side, suspected": "疑为服务商一侧的未命中",
  "Nothing in the prompt explains them. Send requests of one conversation one after the other, and report repeated cases with their request ids.":
    "提示中没有能解释它们的内容。请依次发送同一对话的请求，并附上请求 id 报告反复出现的情况。",
  "Cache breaks without a logged cause": "日志未写明原因的缓存中断",
  "The log does not hold tools and system prompt. Record the session through a proxy capture and import that: both prompts can then be compared byte for byte.":
    "日志中没有工具与系统提示。请通过代理捕获来记录会话并导入：这样就能逐字节比较两个提示。",
  "The provider says {reason}. {own}": "服务商称 {reason}。{own}",
  "The prompt has {tokens} tokens; this model caches nothing below {minimum}.":
    "提示有 {tokens} token；此模型低于 {minimum} 不缓存。",
  "The model changed from {from} to {to}; caches are kept per model.": "模型从 {from} 变为 {to}；缓存按模型分别保存。",
  "an unnamed model": "一个未命名的模型",
  "an unnamed one": "一个未命名的模型",
  "{gap} passed from start to start; entries live {timeToLive} ({source}).":
    "两次开始之间相隔 {gap}；缓存条目存活 {timeToLive}（{source}）。",
  "by the log's write split": "据日志中写入的划分",
  "the provider's default": "服务商的默认值",
  "The conversation was rewound and continued elsewhere.": "对话被回退，并从别处继续。",
  "The prompt shrank by {tokens} tokens although messages were added: something earlier was edited or removed.":
    "提示减少了 {tokens} token，尽管增加了消息：较早的内容被编辑或移除。",
  "The prompts differ after {tokens} tokens: {kind} {id} was {change}.":
    "两个提示在 {tokens} token 之后不同：{kind} {id} {change}。",
  "{positions} positions were appended at once; the provider looks back {lookBack} from a breakpoint.":
    "一次追加了 {positions} 个位置；服务商从断点起回溯 {lookBack} 个。",
  "The read fell to a size that recurs in this session right after {after}, which can change tools or system prompt.":
    "紧接{after}之后，读取降到此会话中反复出现的大小，这可能改变了工具或系统提示。",
  "Everything but the newest entry was read: it was not readable yet, or another machine answered.":
    "除最新条目外都已读取：它当时还不可读，或由另一台机器应答。",
  "The prompt repeats the one before it byte for byte, within its time to live.":
    "提示逐字节重复了前一个提示，且仍在存活时间之内。",
  "The log holds no compaction, edit, model switch or expiry that explains it.":
    "日志中没有能解释它的压缩、编辑、模型切换或过期。",
  "{readable} tokens were readable, {read} were read.": "{readable} token 可读，读取了 {read}。",
  "exactly 0": "正好 0",
  "Not even tools and system prompt were read.": "连工具和系统提示也没有读取。",
  "Reads fell to {tokens} tokens {times} times in this session, most likely tools and system prompt.":
    "此会话中读取有 {times} 次降到 {tokens} token，很可能是工具和系统提示。",
  "The read is exactly one entry behind: the newest entry was not readable yet.":
    "读取正好落后一个条目：最新条目当时还不可读。",
  "The provider says {reason}.": "服务商称 {reason}。",
  "Expiry does not explain it: {gap} from start to start, entries live {timeToLive}.":
    "不能用过期解释：两次开始之间相隔 {gap}，条目存活 {timeToLive}。",
  "Expiry is unlikely: {gap} from start to start{doubt}.": "不太可能是过期：两次开始之间相隔 {gap}{doubt}。",
  " (time to live assumed; the log does not say)": "（存活时间为假定值；日志未说明）",
  "The client was left and the session resumed in between: blocks that it injects may have moved.":
    "其间离开过客户端并恢复了会话：它注入的内容块可能移动了位置。",
  "{count, plural, one {# API error} other {# API errors}} in between.": "其间有 {count, number} 次 API 错误。",
  "It follows {after}, which can change tools or system prompt.": "它紧接{after}，这可能改变了工具或系统提示。",
  "The log alone says the same.": "仅凭日志也得出相同结论。",
  "The log alone says {cause}: {evidence}": "仅凭日志则是 {cause}：{evidence}",
  "the prompt went from {before} to {after} tokens": "提示从 {before} 变为 {after} token",
  "The client compacted the history: {sizes}.": "客户端压缩了历史：{sizes}。",
  "The client cleared old tool results (micro-compaction): {sizes}.": "客户端清除了旧的工具结果（微压缩）：{sizes}。",
  "The log has no compaction marker, but {sizes}.": "日志没有压缩标记，但{sizes}。",
  "a call of {name}": "对 {name} 的调用",
  "the command {name}": "命令 {name}",
  "a pause longer than the cache lives": "停顿时间超过缓存的存活时间",
  "a switch of model": "切换模型",
  "the rewrite after a compaction": "压缩后的重写",
  "an edit of what had been sent": "修改了已发送的内容",
  "a change of the tools": "工具有变化",
  "a change of the system prompt": "系统提示有变化",
  "a change of the request's parameters": "请求参数有变化",
  "a prompt below the provider's minimum": "提示低于服务商的最小长度",
  "more at once than the provider looks back over": "一次追加超出服务商的回溯范围",
  "a change at the start of the prompt": "提示开头有变化",
  "a miss on the provider's side, as far as the log shows": "就日志所示，是服务商一侧的未命中",
  "without a cause in the log": "日志中没有原因",
  "It is": "它",
  "The largest is": "最大的一次",
  "The largest that can be avoided is": "可避免的最大一次",
  "{count, plural, one {One break} other {# breaks}} cost {lost} of {of}. {which} at request {at}, {cause}: {largest}.":
    "{count, number} 次中断花费了 {of} 中的 {lost}。{which}在请求 {at}，原因是{cause}：{largest}。",
  "{count, plural, one {One break} other {# breaks}} had {lost} tokens processed again; no price is known. {which} at request {at}, {cause}: {largest} tokens.":
    "{count, number} 次中断使 {lost} token 被重新处理；价格未知。{which}在请求 {at}，原因是{cause}：{largest} token。",
  "No cache break; {read} was read from cache.{peak}": "没有缓存中断；{read} 从缓存读取。{peak}",
  " The window peaked at {peak}.": "窗口峰值为 {peak}。",
  "The log reports no usage, so what this session cost and what its cache lost cannot be told.":
    "日志没有报告用量，因此无法说明此会话的费用及其缓存的损失。",
  "The log reports nothing about its cache. A simulation of the provider's rules has {breaks}; it enters no total.":
    "日志对其缓存没有任何报告。按服务商规则的模拟有{breaks}；不计入任何总计。",
  "The log does not say what was written to the cache, so that its breaks cannot be told.":
    "日志未说明写入缓存的内容，因此无法判断中断。",
  "{agent} alone; all agents cost {all}.": "仅{agent}；所有智能体共花费 {all}。",
  "{lost} of it could have been avoided; the rest follows from compactions and pauses.":
    "其中 {lost} 本可避免；其余来自压缩与停顿。",
  "A log with the provider's token counts would settle it.": "有服务商 token 计数的日志可以给出答案。",
  certain: "确定",
  likely: "很可能",
} as const;
