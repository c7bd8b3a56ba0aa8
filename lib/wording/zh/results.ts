export const results = {
  "{count, plural, one {# break} other {# breaks}}": "{count, number} 次失效",
  "{id}, not valid": "{id}，无效",
  "{id}: saves {saved}, keeps {recall} of what was needed": "{id}：节省 {saved}，保留所需内容的 {recall}",
  oracle: "先知",
  "recall of needed facts ↑{lowest}": "所需事实的召回率 ↑{lowest}",
  ", from {lowest} %": "，自 {lowest} % 起",
  "{tokens} tokens": "{tokens} token",
  Compare: "比较",
  Reversible: "可逆",
  "In place": "就地",
  "the history keeps its structure; single parts get smaller": "历史的形状不变；个别部分变小",
  "entire messages are removed, oldest first or from the middle": "去掉整条消息，从最旧的开始或围绕一个空洞",
  Summarise: "摘要",
  "older messages become a summary": "较旧的消息变为摘要",
  "changes what was already sent": "更改之前发送的内容",
  "decides about each message when it is first sent, then leaves it unchanged":
    "在每条消息首次发送时决定，之后不再更改",
  "Several strategies combined: in sequence, with a fallback, with a trigger, or in turn until a limit is met":
    "组合多个策略：依次、带后备、带触发条件，或轮流直到达到限制",
  "your own": "您自己的",
  "no single strategy meets your needs": "没有单个策略能满足您的需要",
  "what the recipe says": "配方所写",
  "that of its strategies": "取决于其中的策略",
  "custom recipe": "自定义配方",
  "{count, plural, one {# note} other {# notes}} of the import": "导入的 {count, number} 条说明",
  Cache: "缓存",
  "Which model was it?": "当时用的是哪个模型？",
  "The model sets the window, the prices and the cache rules": "它决定窗口、价格和缓存规则",
  "Also for all other {client} logs that name no model": "也用于所有其他未写明模型的 {client} 日志",
  "Not in the model table under this name. Names with a date or a prefix are recognised too.":
    "模型表中没有这个名称；带日期或前缀的名称写法也能找到。",
  "{input} in, {cached} cached, {output} out per M": "每百万 token：输入 {input}，缓存 {cached}，输出 {output}",
  "no prices": "没有价格",
  "window {window} · {price} · cache rules {policy}": "窗口 {window} · {price} · 缓存规则 {policy}",
  "Window in tokens, if it differs from the model's": "窗口大小（token），如果与该模型的不同",
  "You set the model or window. Change it.": "您设置了模型或窗口。点此更改。",
  "The log does not name the model. Which was it?": "日志未写明模型。当时用的是哪个？",
  "Untitled session": "未命名的会话",
  "model unknown": "模型未知",
  "{model} (set by you)": "{model}（由您设置）",
  ", all agents": "（所有智能体）",
  ", main agent": "（主智能体）",
  "Provider responses in the log, rows of one response counted once; all agents.":
    "日志中服务商的响应数，同一响应的多行只计一次；包括所有智能体。",
  "largest prompt": "最大提示词",
  "peak window": "窗口峰值",
  " Counted from the text in the log, which reports no usage.": "由日志所含文本计数得出：日志没有报告用量。",
  "The model's window is unknown, so there is no share.{source}": "模型的窗口未知，因此没有占比。{source}",
  "The largest prompt as a share of the window of {tokens} tokens{statedBy}.{tooLarge}{counted}":
    "最大的提示词占 {tokens} token 窗口的比例{statedBy}。{tooLarge}{counted}",
  " It does not fit, and a provider would refuse it.": "放不下：服务商会拒绝这样的提示词。",
  ", as the log states it": "（日志所述）",
  ", set by you": "（由您设置）",
  ", from the tables of models and clients": "（取自模型与客户端的表）",
  "Cache reads as a share of all prompt tokens of all agents, as the provider reported them. Colours: below 80 %, 80–94 %, 94 % and more; none with fewer than 30 requests.":
    "所有智能体的缓存读取占全部提示词 token 的比例，由服务商报告。分档：低于 80 %、80–94 %、94 % 及以上；少于 30 个请求时不着色。",
  "cache writes per new token": "每个新 token 的缓存写入",
  "Tokens written to the cache, divided by the tokens that were new, over all agents. 1 is ideal; above 1, tokens were written again.":
    "写入缓存的 token 除以新增的 token，包括所有智能体。1 为理想；大于 1 表示有 token 被重复写入。",
  "Reported usage at the model table's list prices for that day.": "报告的用量，按模型表中当日标价计算。",
  "tokens lost to breaks": "因失效损失的 token",
  "Across all agents, at most {lost_tokens} tokens that had been cached were paid for again.{causes}":
    "所有智能体中，最多 {lost_tokens} 个已缓存的 token 又被付费一次。{causes}",
  "Across all agents, {lost_tokens} tokens that had been cached were paid for again.{causes}":
    "所有智能体中，{lost_tokens} 个已缓存的 token 又被付费一次。{causes}",
  " The provider names the cause of {told}; the log alone shows the same for {agreed}.":
    "服务商指明了 {told} 次失效的原因；其中 {agreed} 次仅凭日志也得出相同结论。",
  "input : output": "输入 : 输出",
  "Prompt tokens of all agents' requests, including cached ones, for each token of output. Manus reports about {ratio} : 1 for its agent (July 2025): the higher the ratio, the more the cache decides the cost.":
    "所有智能体的请求中，每输出一个 token 对应的提示词 token（包括缓存的）。Manus 给出其智能体约为 {ratio} : 1（2025 年 7 月）：越悬殊，缓存越决定费用。",
  "recovered failed calls": "失败的调用后来成功",
  "none failed": "没有失败",
  "{recovered} of {failed}": "{recovered} / {failed}",
  "After these failures the same tool succeeded on the same file, or with the same command. Manus calls this one of the clearest signs of an agent (July 2025). Failures are recognised by marks and words.":
    "这些失败之后，同一工具对同一文件或以同一命令成功执行。Manus 认为这是真正智能体最明显的标志之一（2025 年 7 月）。失败由标记和用词识别。",
  compactions: "次压缩",
  "As logged by the client, for all agents. A clearing blanks old tool results but keeps the messages.":
    "由客户端写入日志，包括所有智能体。清除会清空旧的工具结果，保留消息。",
  "+ {count, plural, one {# clearing} other {# clearings}}": "+ {count, number} 次清除",
  Transcript: "对话记录",
  Views: "视图",
  "the views of the session": "此会话的各个视图",
  "Views of this session": "此会话的视图",
  "{meaning}.": "{meaning}。",
  "Zoom the timeline": "缩放时间线",
  "zoom in or out": "放大、缩小",
  "all requests": "所有请求",
  "one step out": "缩小一级",
  "Formula, source and example": "公式、来源与示例",
  "not measured": "未衡量",
  "no evidence": "没有证据",
  "nothing in the prompt was needed later": "提示词中的内容之后都没有被用到",
  "weighted, of {needed} facts needed later": "加权，之后用到 {needed} 条事实",
  "lost facts unknown, not counted": "丢失的事实未知，未计入",
  "all can be fetched again": "全部可以取回",
  "none can be fetched again": "都不能取回",
  "{share} can be fetched again": "{share} 可以取回",
  "it would break: {rules}": "会违反：{rules}",
  refused: "被拒绝",
  "no prices for this model": "此模型没有价格",
  "nothing to do": "无事可做",
  "{count, plural, one {# violation} other {# violations}}": "{count, number} 处违规",
  "it ran and found nothing to change": "已运行，没有发现可更改的内容",
  ": {value} of {limit}": "：{value} / {limit}",
  "trigger not reached ({rule}{at})": "未达到触发条件（{rule}{at}）",
  "nothing saved": "没有节省",
  "{share} saved": "节省 {share}",
  "{tokens} written again": "重新写入 {tokens}",
  "nothing is saved": "没有节省",
  "recall {figure}": "召回率 {figure}",
  "the log ends here": "日志到此结束",
  "as before": "与之前相同",
  "{share} less": "少 {share}",
  "{share} more": "多 {share}",
  "{id} saves {saved} and keeps {recall}": "{id} 节省 {saved}，保留 {recall}",
  "the oracle would save {oracle} and keep everything": "先知会节省 {oracle} 并保留一切",
  "Tool definitions changed": "工具定义有变化",
  "Prompts below the model's minimum": "提示词低于该模型的最小长度",
  "The provider says {reason}. {own}": "服务商称 {reason}。{own}",
  "The prompt has {tokens} tokens; this model caches nothing below {minimum}.":
    "提示词有 {tokens} token；此模型低于 {minimum} 不缓存。",
  "The model changed from {from} to {to}; each model has its own cache.":
    "模型从 {from} 变为 {to}；缓存按模型分别保存。",
  "an unnamed model": "一个未命名的模型",
  "an unnamed one": "一个未命名的模型",
  "{attempts, plural, one {# attempt was} other {# attempts were}} refused in the {gap} between the starts of the two requests; cache entries live {timeToLive}.":
    "两次请求开始之间的 {gap} 内有 {attempts} 次尝试被拒；缓存条目存活 {timeToLive}。",
  "The two requests started {gap} apart; cache entries live {timeToLive} ({source}).":
    "两次请求的开始相隔 {gap}；缓存条目存活 {timeToLive}（{source}）。",
  "from the lifetimes of the cache writes in the log": "据日志中缓存写入的有效期",
  "the provider's default": "服务商的默认值",
  "The conversation was rewound and continued elsewhere.": "对话被回退，并从别处继续。",
  "The prompt shrank by {tokens} tokens although messages were added: something earlier was edited or removed.":
    "提示词减少了 {tokens} token，尽管增加了消息：较早的内容被编辑或移除。",
  "The prompts differ after the first {tokens} tokens: {kind} {id} was {change}.":
    "两个提示词在前 {tokens} token 之后不同：{kind} {id} {change}。",
  "{requests, plural, one {# request} other {# requests}} to another model came before and added {positions} positions to the prompt; the provider looks back {lookBack} from a breakpoint.":
    "此前有 {requests, number} 次请求发给另一个模型，向提示词添加了 {positions} 个位置；提供商只从断点往回查找 {lookBack} 个位置。",
  "{positions} positions were appended since the previous request; the provider looks back {lookBack} from a breakpoint.":
    "自前一次请求起追加了 {positions} 个位置；服务商从断点起回溯 {lookBack} 个。",
  "The read ended at about the size of other short reads in this session, right after {after}, which can change the tools or system prompt.":
    "紧接{after}之后，读取止于与此会话中其他短读取相近的大小，这可能改变了工具或系统提示词。",
  "Thinking blocks begin at this answer: thinking was probably switched on, which rewrites the messages.":
    "思考块从此回答开始出现：很可能开启了思考，这会使消息重新写入缓存。",
  "Thinking blocks end before this answer: thinking was probably switched off, which rewrites the messages.":
    "思考块在此回答之前不再出现：很可能关闭了思考，这会使消息重新写入缓存。",
  "The client's thinking level changed from {from} to {to}, which rewrites the messages.":
    "客户端的思考级别从 {from} 变为 {to}，消息会因此重写。",
  "The mode changed from {from} to {to}, which can change the tools or system prompt.":
    "客户端的模式从 {from} 变为 {to}，这可能改变了工具或系统提示词。",
  "Only the newest entry was not read: it was not readable yet, or another machine answered.":
    "除最新条目外都已读取：它当时还不可读，或由另一台机器应答。",
  "Within the time to live, the prompt begins with the entire previous prompt, byte for byte.":
    "提示词逐字节重复了前一个提示词，且仍在存活时间之内。",
  "The log shows no compaction, edit, model switch or expiry that explains it.":
    "日志中没有能解释它的压缩、编辑、模型切换或过期。",
  "{readable} tokens were readable, {read} were read.": "{readable} token 可读，实际读取：{read}。",
  "exactly 0": "正好 0",
  "Even the tools and the system prompt missed the cache.": "连工具和系统提示词也未命中缓存。",
  "In this session, {times} reads stopped at about {tokens} tokens although more was readable; most likely these are the tools and the system prompt.":
    "此会话中有 {times} 次可读的更多，却只读取约 {tokens} token，很可能是工具和系统提示词。",
  "The read is exactly one entry behind: the newest entry was not readable yet.":
    "读取正好落后一个条目：最新条目当时还不可读。",
  "The provider says {reason}.": "服务商称 {reason}。",
  "Expiry does not explain it: the requests started {gap} apart, and cache entries live {timeToLive}.":
    "不能用过期解释：两次请求的开始相隔 {gap}，条目存活 {timeToLive}。",
  "Expiry is unlikely: the requests started {gap} apart{doubt}.": "不太可能是过期：两次请求的开始相隔 {gap}{doubt}。",
  " (time to live assumed; the log does not say)": "（存活时间为假定值；日志未说明）",
  "Answers are streamed again, with the earlier limits, which rewrites the messages.":
    "回答又以流式返回，恢复了先前的上限，因此消息被重新写入缓存。",
  "This answer was not streamed. For such answers, the client sends other limits for output and thinking, which rewrites the messages.":
    "此回答没有以流式返回。对于这样的回答，客户端发送不同的输出与思考上限，因此消息被重新写入缓存。",
  "The session was closed and resumed in between; the client may have put other text into the prompt.":
    "其间会话被关闭后又恢复；客户端可能在提示词中加入了不同的文本。",
  "The agent waited for its calls ({tools}), which may have run that long or needed a person's answer.":
    "智能体在等待其调用（{tools}），这些调用可能一直在运行，或需要有人答复。",
  "{count, plural, one {# API error} other {# API errors}} in between.": "其间有 {count, number} 次 API 错误。",
  "The break follows {after}, which can change the tools or system prompt.":
    "失效紧接{after}，这可能改变了工具或系统提示词。",
  "The log alone leads to the same cause.": "仅凭日志也得出相同结论。",
  "The log alone does not explain the break. {evidence}": "仅凭日志无法解释这次失效。{evidence}",
  "The log alone points to “{cause}”: {evidence}": "仅凭日志则指向“{cause}”：{evidence}",
  "the prompt went from {before} to {after} tokens": "提示词从 {before} 变为 {after} token",
  "The client compacted the history: {sizes}.": "客户端压缩了历史：{sizes}。",
  "The client cleared old tool results (micro-compaction): {sizes}.": "客户端清除了旧的工具结果（微压缩）：{sizes}。",
  "The log has no compaction marker, but {sizes}.": "日志没有压缩标记，但{sizes}。",
  "a call to {name}": "对 {name} 的调用",
  "the command {name}": "命令 {name}",
  "the arrival of the tool server {name}": "工具服务器 {name} 的加入",
  "the removal of the tool server {name}": "工具服务器 {name} 的移除",
  "Outdated file reads": "过时的读取",
  "Drop old reads of a file once it changes. It can be read again.":
    "文件一旦被更改，就清除对它的旧读取；文件可以再次读取。",
  "Put the later copy aside, or replace a repeated read with a pointer to the first.":
    "把后来的副本放到一边，或对重复读取用指向第一次的引用作答。",
  "Repeated to-do lists": "重复列出的待办清单",
  "Large outputs other than file reads": "较大的输出（文件读取除外）",
  "Ask for a shorter output, such as fewer lines or a shorter report, or put it aside and keep its first lines.":
    "要求更短的输出，例如更少的行或更短的报告，或把输出放到一边而保留其开头。",
  "Outputs of more than 1 % of the window ({tokens} tokens).": "超过窗口 1 %（{tokens} 个 token）的输出。",
  "Outputs of more than {tokens} tokens.": "超过 {tokens} 个 token 的输出。",
  "Unused tool definitions": "未使用的工具定义",
  "Disable MCP servers whose tools are never called.": "关闭那些工具从未被调用的服务器。",
  "{wastedTokens} of {tokens} tokens": "{tokens} token 中的 {wastedTokens}",
  "No waste was found in this prompt: 0 of {tokens} tokens.": "此提示词中没有发现浪费：{tokens} token 中的 0。",
  "{share} were wasted. The cost is unknown, because the log reports no usage or the model has no price.":
    "{share}被浪费。费用未知，因为日志没有报告用量或该模型没有价格。",
  "{wastedCost} of the {cost} spent on sending these parts was wasted: {share}.":
    "发送这些部分花费的 {cost} 中有 {wastedCost} 被浪费：{share}。",
  "{count} of {files} that changed later": "{count}，涉及之后有变化的 {files}",
  "{count} with text from an earlier one": "{count}，含有较早输出中的文本",
  "{count} of failed calls that were retried": "失败后又再次发起的调用的 {count}",
  "{count} of lists that a newer one replaces": "已被新清单取代的 {count}",
  "none in {parts}": "{parts} 中没有",
  "none over {from} tokens": "没有超过 {from} token 的",
  "{count} over {from} tokens: {tools}; not counted as waste": "{count}超过 {from} token：{tools}；不算作浪费",
  "{count} of {defined} never called{names}": "{defined} 中有 {count} 个从未被调用{names}",
  "{called} called; their definitions are not in this log. A proxy capture would show them.":
    "调用了 {called}；其定义不在此日志中。代理捕获可以显示。",
  "stale since {request}": "自 {request} 起过时",
  "repeats {request}": "重复 {request} 的内容",
  "retried at {request}": "在 {request} 再次尝试",
  "newer list at {request}": "{request} 处有更新的清单",
  "And {more} more.": "另有 {more} 个。",
  "{part} ({tokens} tokens), sent in {requests}.": "{part}（{tokens} token），在 {requests}中发送。",
  "none counted": "未计入任何项",
  "{tokens} tokens, under a cent": "{tokens} token，不到一美分",
  "none over 1 % of the window": "没有超过窗口 1 % 的",
  "a time with seconds": "含秒的时间",
  "a clock time": "时刻",
  "today's date": "当天日期",
  "a session or request id": "会话 id 或请求 id",
  "the Git status": "git 状态",
  removed: "移除",
  changed: "更改",
  moved: "移动",
  message: "消息",
  parameters: "参数",
  unnamed: "未命名",
  "a status line": "状态行",
  "a UUID": "UUID",
  specified: "指定",
  "Request {position}{agent}: {evidence}.": "请求 {position}{agent}：{evidence}。",
  "Request {at}{agent}: {sentence}": "请求 {at}{agent}：{sentence}",
  " of {agent}": "（{agent}）",
  "the definition of {block} changed{difference}": "{block} 的定义有变化{difference}",
  "{block} changed{difference}": "{block} 有变化{difference}",
  "the same {count} tools in another order, starting at {block}": "同样的 {count} 个工具换了顺序，从 {block} 开始",
  "removed {removed}": "移除了 {removed}",
  "added {added}": "新增了 {added}",
  "removed {removed}, added {added}": "移除了 {removed}，新增了 {added}",
  "{requests} without any cache mark repeated {tokens} tokens of earlier prompts. The provider cached nothing, so all were paid for in full.":
    "{requests}没有任何缓存标记，共重复了此前提示词中的 {tokens} token，而服务商没有缓存任何内容：全部按原价付费。",
  "{requests} without any cache mark repeat {tokens} tokens of earlier prompts; this provider caches only at marks.":
    "{requests}没有任何缓存标记，共重复了此前提示词中的 {tokens} token；该服务商只在标记处缓存。",
  "{reminder} was {change} after the first {tokens} tokens of the prompt":
    "提示词的前 {tokens} token 之后 {reminder} {change}",
  "{role} {id} was {change} after the first {tokens} tokens of the prompt{difference}":
    "提示词的前 {tokens} token 之后 {role} {id} {change}{difference}",
  "the tool choice went from {before} to {after}": "工具选择从 {before} 变为 {after}",
  "no cache mark at the end of the tools and system prompt ({tokens} tokens){others}":
    "工具与系统提示词（{tokens} token）末尾没有标记{others}",
  "; the same in {count, plural, one {# other request} other {# other requests}}":
    "；另有 {count, number} 次请求也是如此",
  "the prompt contains calls to {tool}, which {wasDefined}{others}":
    "提示词里有对 {tool} 的调用，而它{wasDefined}{others}",
  "is no longer defined": "已不再定义",
  "is not defined": "没有定义",
  "{tokens} tokens were beyond the look-back": "{tokens} token 在回溯范围之外",
  "{typed} of {empty} unexplained reads of exactly 0 come right after a typed message, within the time to live: most likely the client rewrites the system prompt or the tools with each turn (a clock, a list of files). The log does not contain the tools and system prompt, so this is a pattern, not a proof.":
    "在 {empty} 次未能解释的、正好为 0 的读取中，有 {typed} 次紧接输入的消息，且在存活时间之内：很可能客户端在每一轮都重写系统提示词或工具（时钟、文件列表）。日志中没有工具与系统提示词，因此这是规律，而不是证明。",
  "{requests, plural, one {# request is} other {# requests are}} shorter than {minimum} tokens (the first one has {tokens}). Prompts this short are not cached, and the provider does not say so.":
    "{requests, number} 次请求少于 {minimum} token（第一次为 {tokens}）：没有缓存任何内容，服务商也不会说明。",
  "{unread} of {written} written tokens ({share} %) come from the last request of an agent to a model, and no later request in this log read them; what these writes cost beyond plain input was wasted.":
    "写入的 {written} token 中有 {unread}（{share} %）由智能体对某个模型的最后一次请求写入，此日志中之后没有请求读取它们。这些写入高于普通输入的费用被浪费。",
  "{requests, plural, one {# first request} other {# first requests}} of agents began before another agent's first request on the same model was answered. The tokens lost are an upper bound, because the full prompts are not in the log.":
    "有 {requests, number} 次智能体的首次请求在同一模型上另一智能体的首次请求得到回答之前就开始了。所示损失的 token 是上限，因为日志中没有完整提示词。",
  "{from}{count} consecutive rounds of {tool} calls have inputs and results that begin alike, apart from numbers.":
    "{from}连续 {count} 轮 {tool} 调用，除数字外其输入与结果的开头都相似。",
  "Starting at request {from} of {agent}, ": "从 {agent} 的请求 {from} 起，",
  "Starting at request {from}, ": "从请求 {from} 起，",
  "{images} {tool}: about {tokens} tokens in that request.": "{images}{tool}：在该请求中约 {tokens} token。",
  "attached to messages": "附在消息中",
  "in results of {tool}": "在 {tool} 的结果中",
  "The {role} message contains {value} on line {line}: “{quote}”.": "{role} 消息第 {line} 行有{value}：“{quote}”。",
  "{images} took about {tokens} of the window's {window} tokens ({share})":
    "{images}约占 {tokens} token，窗口为 {window} token（{share}）",
  ", {unknownSizes} of them counted as large because their pixel size is not in the log":
    "，其中 {unknownSizes} 张按大图计算，因为日志中没有其像素",
  "{share}, estimated from the pixels by the provider's rule{unknown}; in {requests}, images took a tenth or more of the window":
    "{share}，按服务商的规则由像素估算{unknown}；在 {requests}中图片占窗口的十分之一或更多",
  "auto (the model decides)": "自动（由模型决定）",
  "none (no call)": "无（不调用）",
  "required (some call)": "必须（某个调用）",
  "a list of allowed tools": "允许的工具列表",
  "With {provider}, {field} limits the choice and leaves the list of tools as it is, so the prefix stays cached ({source}, {asOf}).":
    "对 {provider}，{field} 限制选择而工具列表保持不变，因此前缀仍在缓存中（{source}，{asOf}）。",
  "With {provider}, {field} limits the choice: changing it keeps tools and system prompt cached and rewrites the messages; changing the tools rewrites everything ({source}, {asOf}).":
    "对 {provider}，{field} 限制选择：更改它时工具与系统提示词仍在缓存中，消息要重写；而更改工具则一切都要重写（{source}，{asOf}）。",
  ": {before} became {after}": "：{before} 变为 {after}",
  "Text at the start of the prompt changes": "开头的文本有变化",
  "Move what changes (times, ids, status lines) to the end of the conversation, or leave it out.":
    "把会变化的内容（时间、id、状态行）移到对话末尾，或者省去。",
  "The tools or system prompt seem to change with each typed message": "工具或系统提示词似乎随每条输入的消息而变化",
  "Build the tools and system prompt once per session; put the time and other data that changes with each turn into that turn's message.":
    "每个会话只构建一次工具与系统提示词；把时间等每轮的新信息放进该轮自己的消息。",
  "Send the same tools in the same order in every request; switch a tool off by not allowing it, not by removing it.":
    "在每次请求中以同样的顺序发送同样的工具；要停用某个工具，应不允许调用它，而不是移除它。",
  "A block moved between messages": "某个内容块在消息之间移动",
  "Leave injected reminders where they were first placed, even when a session is resumed.":
    "注入的提醒应留在最初的位置，恢复会话时也一样。",
  "The same values with keys in another order": "同样的值，键的顺序不同",
  "Serialise tool inputs and schemas with keys in a fixed order.": "以固定的键顺序序列化工具的输入与 schema。",
  "The history was edited in the middle": "历史的中间部分被编辑",
  "Edit late in the prompt, make many edits in one go, or wait until the cache is cold; shorten results when they are first appended.":
    "编辑应靠近提示词末尾、一次完成多处，或在缓存冷的时候进行；结果应在首次追加时就缩短。",
  "More than 20 blocks since the last breakpoint": "自上一个断点以来超过 20 个内容块",
  "Set a second breakpoint at the end of the previous prompt, or one every 20 blocks.":
    "在前一个提示词的末尾再设一个断点，或每 20 个内容块设一个。",
  "Nothing to do for short conversations. Lengthen the stable start of the prompt only if the added text is useful.":
    "短对话无需处理。只有新增的文本有用时，才加长稳定的开头。",
  "Unused cache writes": "未被读取的缓存写入",
  "Agents started together on a cold cache": "多个智能体在冷缓存上同时启动",
  "Let one agent's first answer begin before starting the others with the same tools and system prompt.":
    "让一个智能体的首个回答开始之后，再启动有同样工具与系统提示词的其他智能体。",
  "The tool choice changed": "工具选择有变化",
  "If changing the tool choice makes the provider write the messages again, keep it the same during a session, or change it when the prefix breaks anyway.":
    "如果更改工具选择会让服务商重写消息，就在整个会话中保持不变，或在前缀本来就会失效时再更改。",
  "No breakpoint at the end of the system prompt": "系统提示词末尾没有断点",
  "Set one of the breakpoints at the end of the tools and system prompt, so that they are still read after a compaction, in a new session and by sub-agents.":
    "在工具与系统提示词的末尾设一个断点，使它们在压缩之后、新会话中以及子智能体中仍能被读取。",
  "No cache mark at all": "没有任何缓存标记",
  "Set a mark (cache_control) at the end of the tools and system prompt and one at the end of the last message: everything before a mark is read again for a tenth of its price.":
    "在工具与系统提示词的末尾设一个标记（cache_control），在最后一条消息的末尾再设一个：标记之前的内容再次读取时只收原价的十分之一。",
  "Calls to tools that are not defined": "调用了未定义的工具",
  "Keep a tool's definition for as long as the prompt contains calls to it. To stop further calls, restrict the tool choice instead: without the definition, a model may repeat the calls or invent their input.":
    "只要提示词中还有对某个工具的调用，就保留它的定义。若要避免继续调用，请改为限制工具选择：没有定义时，模型可能重复这些调用，或编造其输入。",
  "Many similar exchanges in a row": "连续出现许多相似的交互",
  "Combine similar calls if the tool allows it, for example several changes in one edit. Otherwise vary the wording, order or format of new results a little; never change what was sent. Models tend to repeat a pattern past its usefulness.":
    "如果工具允许，合并这类调用，例如一次编辑做多处修改；否则稍微改变新结果的措辞、顺序或格式；绝不要更改已发送的内容。模型会按这样的节奏继续，即使已不合适。",
  "Images take much of the window": "图片占用了大部分窗口",
  "Send images smaller or cropped to what matters, and drop an image once it has been used, because it is sent again with every later request.":
    "发送较小的图片或只裁剪重要部分，并去掉回答已经用过的图片：每张图片在之后的每次请求中都会再次发送。",
  "Text at the start of the prompt changes between sessions": "提示词开头的文本随会话而变化",
  "Put this text at the end of the conversation, or keep only what stays true: a date without a time, no ids.":
    "把这段文本放到对话末尾，或只保留始终成立的部分：只有日期没有时间，没有 id。",
  "the window of this session is unknown": "此会话的窗口未知",
  "this log reports no cache use": "此日志没有报告缓存使用",
  "this log reports no cache writes": "此日志没有报告缓存写入",
  "this log contains no text": "此日志没有文本",
  "this log contains no tool calls, or only as plain text": "此日志没有工具调用，或仅以文本形式记录",
  "the requests of the sub-agents are not in this log": "子智能体的请求不在此日志中",
  "some requests of the sub-agents are not in this log": "子智能体的部分请求不在此日志中",
  "found, but not known to have caused any loss": "有，但没有损失确知由其引起",
  "{unread} of {written} tokens, under 5 %": "{written} 中的 {unread} token，不到 5 %",
  "the tools and system prompt are not in this log": "工具与系统提示词不在此日志中",
  "tool definitions are not in this log": "工具定义不在此日志中",
  "the minimum cacheable length of this session's models is unknown": "此会话模型的最小缓存长度未知",
  "this log does not contain the request bodies as sent": "此日志没有所发送请求体的原文",
  "none in {count, plural, one {# request} other {# requests}}": "{count, number} 次请求中没有",
  "Tools and system prompt rewritten each turn": "工具与系统提示词每轮重写",
  "Tools reordered or changed": "工具的顺序或内容有变化",
  "Reminders that move": "会移动的提醒",
  "Keys in another order": "键的顺序不同",
  "History edited in the middle": "历史中间被编辑",
  "Look-back overflow": "超出回溯范围",
  "Prompts below the minimum": "提示词低于最小长度",
  "Changed tool choice": "工具选择改变",
  "No breakpoint after the system prompt": "系统提示词之后没有断点",
  "Calls to undefined tools": "对未定义工具的调用",
  "Long runs of similar exchanges": "一长串相似的交互",
  "Images that fill the window": "占满窗口的图片",
  "Results sent twice": "发送了两次的结果",
  "Results of tools sent twice": "工具结果被发送了两次",
  "No client setting prevents this. Start a new session instead of resuming this one, and report the problem to the client's authors.":
    "客户端没有能停止此事的设置。请开始新会话，而不要恢复此会话，并向客户端的作者报告。",
  "the prompt contains {results} twice, {tokens} tokens more than needed{others}":
    "提示词中有 {results}出现了两次，多用 {tokens} token{others}",
  "needed facts": "所需事实",
  "runs of six words": "六词连串",
  "rare words": "罕见词",
  "Needed facts, runs of six words and rare words do not contradict each other here.":
    "所需事实、六词连串与罕见词在此并不矛盾。",
  "Only needed facts could be measured here; nothing else was repeated later to check them against.":
    "此处只能衡量所需事实：之后没有再次写出可供核对的内容。",
  "The measures disagree: {first} keeps more of the needed facts than {second} ({facts}) and less of the {measure} ({others}){count}. Do not choose by needed facts alone.":
    "各指标不一致：{first} 比 {second} 保留更多所需事实（{facts}），但保留较少的{measure}（{others}）{count}。不要只凭所需事实来选择。",
  " vs. ": " 对 ",
  "; {count} of {of} pairs are contradicted": "；{of} 对中有 {count} 对矛盾",
  "no needed fact is lost": "没有丢失所需事实",
  "all that is lost can be fetched again": "丢失的都可以取回",
  "not all that is lost can be fetched again": "丢失的并非都能取回",
  "pays immediately": "立即回本",
  "pays for itself after {count, plural, one {# request} other {# requests}}": "{count, number} 次请求后回本",
  Balanced: "均衡",
  Cheapest: "最便宜",
  Safest: "最安全",
  "Use “{strategy}” here: saves {saved}, {paysAfter}, {fetch}.":
    "在此使用 {strategy}：节省 {saved}，{paysAfter}，{fetch}。",
  "{change} over {requests}.": "{requests}{change}。",
  "{change} over {requests}, {paid} after paying for {lost}.": "{requests}{change}；为{lost}付费后 {paid}。",
  "The other goals would choose: {choices}": "其他目标会建议：{choices}",
  "This applies while a lost fact costs less than {price}; above that: {next}.":
    "当一条丢失的事实低于 {price} 时成立；高于此价：{next}。",
  "“{strategy}” looks cheaper, but its summary here is written by rule; a model would write a different one.":
    "“{strategy}”看起来更便宜，但这里的摘要是按规则写的，模型会写出不同的摘要。",
  "{strategy} would cost less, but loses {lost} of the {needed} facts that were needed later.":
    "{strategy} 花费更少，但会丢失后来所需 {needed, number} 条事实中的 {lost, number} 条。",
  "It loses {lost} of the {needed} facts that were needed later.":
    "它会丢失后来所需 {needed, number} 条事实中的 {lost, number} 条。",
  "No strategy is recommended. “{strategy}” would be, but the measures disagree on whether it keeps more than “{other}”.":
    "不建议任何策略：本应是 {strategy}，但各项指标对它是否比 {other} 保留更多并不一致。",
  "loses most": "丢失大部分",
  "leave it as it is": "保持原样",
  "This applies at any higher price of a lost fact.": "一条丢失的事实价格再高也成立。",
  "Leave this request as it is: {count, plural, one {the only strategy that changes it is not} other {none of # strategies is}} worth it over {requests, plural, one {# request} other {# requests}}.":
    "此请求保持原样：在 {requests, number} 次请求内，{count, number} 个策略都不值得。",
  "{count, plural, one {The strategy changed nothing here, because its trigger was not reached. Run it anyway} other {None of the # strategies changed anything here, because no trigger was reached. Run them anyway}}, or choose a request with a longer prompt.":
    "{count, number} 个策略在此都没有改变任何内容：未达到触发条件。请强制运行，或选择提示词更长的请求。",
  "The changes here are invalid or depend on a summary that no model wrote. Set up a summary model, or choose strategies that need none.":
    "在此有变化的策略无效，或依赖并非由模型撰写的摘要。请设置摘要模型，或选择不需要摘要的策略。",
  "No price is known for this model, so no strategy can be called cheaper.":
    "此模型没有已知价格，因此无法说哪个策略更便宜。",
  "No fact of this prompt was needed later in the log, so what a strategy loses is unknown.":
    "此提示词中的事实在日志中之后都没有被用到，因此无法说明策略丢失了什么。",
  "The measures of what is kept contradict each other here, so no strategy is the safest.":
    "衡量保留内容的各指标在此互相矛盾，因此没有最安全的。",
  "no verdict: the measures contradict each other": "无结论：各指标互相矛盾",
  "no cause in the log": "日志中没有原因",
  "model switched": "切换了模型",
  "earlier reasoning left out": "先前的推理被省略",
  "shorter prompt": "提示词变短",
  certain: "确定",
  likely: "很可能",
  "You left the model unknown. Change it.": "您将模型设为未知。点此更改。",
  "Usage ledger: what the last request read and wrote": "用量账目：上一次请求读取与写入的内容",
  "Ideal: the longest common prefix is always read": "理想：总是读取最长的公共前缀",
  "Anthropic: breakpoints, 20 positions of look-back": "Anthropic：断点，回溯 20 个位置",
  "OpenAI up to GPT-5.5: implicit, at fixed intervals": "OpenAI（至 GPT-5.5）：隐式，按固定间隔",
  "OpenAI from GPT-5.6: exact breakpoints": "OpenAI（自 GPT-5.6）：精确断点",
  "Gemini: implicit, best effort": "Gemini：隐式，尽力而为",
  "DeepSeek: complete prefix units": "DeepSeek：完整的前缀单元",
  "DeepSeek 2024: units of 64 tokens": "DeepSeek 2024：64 token 的单元",
  "vLLM: chained block hashes, LRU": "vLLM：链式块哈希，LRU",
  "SGLang: radix tree, LRU leaves": "SGLang：基数树，LRU 叶子",
  "{fetchable} can be fetched, {gone} cannot": "{fetchable} 条可取回，{gone} 条无法取回",
} as const;
