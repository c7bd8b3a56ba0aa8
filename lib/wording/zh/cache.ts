export const cache = {
  "Request {current} compared with {previous}": "请求 {current} 与 {previous} 对照",
  "Request {current}": "请求 {current}",
  "to scale, kinds in prompt order, {simulated}cache state on the outer edge":
    "按比例，类别按提示词中的顺序，外缘为{simulated}缓存状态",
  "simulated ": "模拟",
  "same, {mark}": "相同，{mark}",
  "Request {position}: {words}": "请求 {position}：{words}",
  "No cache breaks: every prefix held.": "没有缓存失效：每个前缀都保持有效。",
  "Nothing was read from the cache, so there was nothing to break.": "没有从缓存读取任何内容，因此无从失效。",
  "No simulated break: under these rules every prefix would have held.":
    "没有模拟的失效：按这些规则，每个前缀都会保持有效。",
  "The log shows what was read from the cache but not what was written, so breaks cannot be recognised.":
    "日志写明了从缓存读取的内容，但没有写明写入的内容，因此无法识别失效。",
  "Cache breaks": "缓存失效",
  money: "金额",
  "what changed": "有何变化",
  "grey: outside the zoom": "灰色：在缩放范围之外",
  "There is no prompt to analyse.": "没有可分析的提示词。",
  "This agent's log reports no cache use": "此智能体的日志没有报告缓存使用",
  "Other agents of this session report theirs, so nothing is simulated here.":
    "此会话的其他智能体报告了缓存使用，因此不作模拟。",
  "all agents · ": "所有智能体 · ",
  "The selected request": "选中的请求",
  Cause: "原因",
  "By these rules, these tokens would have been cached but not read.": "按这些规则它们本应在缓存中，却不会被读取。",
  "Earlier usage shows that these tokens were cached, but they were not read.":
    "此前的用量表明它们在缓存中；但没有被读取。",
  "The log reports no cache writes, so the number of cached tokens that were not read is a range.":
    "日志没有报告缓存写入，因此已缓存却没有被读取的 token 数只能给出范围。",
  "Tokens lost × (price charged − cache-read price).": "损失的 token ×（实际收费 − 读取价格）。",
  "at {paid} − {read} per M": "按 {paid} − {read} / 百万",
  "no price known": "价格未知",
  "pause; entries live {time}": "间隔；条目存活 {time}",
  "pause; how long entries live is unknown": "间隔；条目存活多久未知",
  "For: ": "支持：",
  "Ruled out: ": "已排除：",
  "perfect caching": "完美缓存",
  "no caching": "不用缓存",
  "What the session would have cost": "此会话本来的费用",
  "{scope}list prices": "{scope}标价",
  "The provider's rule with perfect breakpoints and the observed times to live.":
    "服务商的规则，断点完美，存活时间按观察值。",
  "Reported usage at list prices.": "报告的用量，按标价计算。",
  "Unread cache writes cost {amount} more than plain input.":
    "此日志中没有请求读取过的缓存写入比普通输入多花费 {amount}。",
  "What differs": "差异",
  "What differs, according to the log": "就日志所示的差异",
  "after {tokens} tokens, {blocks} blocks": "{tokens} token、{blocks} 个内容块之后",
  "Text difference": "文本差异",
  ", at character {at}": "，位于第 {at} 个字符",
  "The two blocks differ in kind; their texts are in the transcript.": "这两个内容块种类不同；它们的文本在对话记录中。",
  Added: "新增",
  "The text is identical; it was just not in this model’s cache.": "文本相同，只是当时不在此模型的缓存中。",
  "The log shows no difference: both prompts are the same up to the end of the earlier one. The tools and system prompt may be missing from the log. To compare them, import a proxy capture of the session.":
    "日志没有显示差异：其中的两个提示词直到较早者的末尾都相同。日志可能缺少工具与系统提示词。若要比较它们，请导入此会话的代理捕获。",
  "What to do": "该怎么做",
  Finding: "发现",
  Money: "金额",
  risk: "风险",
  "Simulated read": "模拟读取",
  "Prefix lanes as a table": "前缀泳道（表格）",
  "{name}, simulated": "{name}（模拟）",
  "Save the lanes": "保存泳道",
  "CSV: every request": "CSV：每次请求",
  "PNG: the lanes at this zoom": "PNG：当前缩放下的泳道",
  "reported only": "仅报告值",
  "Prefix lanes": "前缀泳道",
  "┊ always cached: {floor}": "┊ 失效后仍读取 {floor}",
  "┃ {name}: request {selected} should have read {expected}, reported {read}":
    "┃ {name}：请求 {selected} 本应读取 {expected}，报告为 {read}",
  "{count, plural, one {# request} other {# requests}} top to bottom, prompt tokens left to right":
    "{count, number} 次请求自上而下，提示词 token 从左到右",
  "Simulated reads": "模拟的读取",
  Zoom: "缩放",
  "Show the lanes as": "泳道显示方式",
  ", break {letter}, {lostTokens} tokens lost": "，失效 {letter}，损失 {lostTokens} token",
  "Request {selected} of {count}, {tokens} tokens, {share}{lost}":
    "请求 {selected} / {count}，{tokens} token，{share}{lost}",
  "reported usage": "报告的用量",
  "documented optimum": "文档所述最优",
  "What earlier requests left in the cache, according to their reported usage.":
    "按报告的用量，此前的请求留在缓存中的内容。",
  "The provider's published rule with perfect breakpoints.": "服务商公布的规则，断点完美。",
  "The provider's rule with observed or assumed breakpoints.": "服务商的规则，断点为观察值或假定值。",
  "The realistic one, scaled to this session's reported reads.": "现实情形，按此会话报告的读取缩放。",
  "Reported and simulated reads": "报告的与模拟的读取",
  "{scope}priced if agreement is at least {leastAgreement}": "{scope}一致度达到 {leastAgreement} 才计价",
  agreement: "一致度",
  "{meaning} {exact} of {transitions} reads exact, mean error {error} of the reported reads.":
    "{meaning}{transitions} 次读取中有 {exact} 次完全一致，对报告读取的平均误差为 {error}。",
  "The simulation disagrees with the log too much for one price": "与日志相差太大，无法计价",
  "{low} to {high}": "{low} 至 {high}",
  "Simulated with other rules": "按其他规则模拟",
  "Answers without a reported size are counted by Winnow. Prices are the list prices of the session's model, even under the rules of other caches.":
    "没有报告大小的回答由 Winnow 计数。价格是会话所用模型的标价，其他缓存的规则也一样。",
  "Simulated with each cache's rules": "按各缓存的规则模拟",
  "no cost": "没有费用",
  "{amount} without a cache": "不用缓存为 {amount}",
  rules: "规则",
  ": no break here": "：此处没有失效",
  ": read less than the previous request": "：读取少于前一次请求",
  "Requests that read less than the previous one": "读取少于前一次的请求",
  "The log reports what was read from the cache, but not what was written. These requests read less than the previous one. The figures are upper bounds (≤): the end of the previous prompt may not have been cached, and text after a cut may be new.":
    "日志说明了从缓存读取了什么，但没有说明写入了什么。这些请求读取的少于前一次请求。数字是损失的上限（≤）：前一个提示词的末尾可能没有被缓存，裁剪处之后的文本可能是新的。",
  "Previous break": "上一个失效",
  "Next break": "下一个失效",
  "previous or next break or drop in the list": "列表中的上一个、下一个失效或下降",
  "Previous in the list": "列表中的上一个",
  "Next in the list": "列表中的下一个",
  "Pauses are taken from the log.": "停顿取自日志。",
  "Some requests have no time; each is assumed to start at the same time as the previous one.":
    "有些请求没有时间，视为与前一个请求同时开始。",
  "The log has no times, so the simulation assumes no pauses and no expiry.":
    "日志没有时间，因此模拟时假定没有停顿，也不会过期。",
  "no model known": "没有已知模型",
  "of {model}": "属于 {model}",
  "Simulated cache": "模拟缓存",
  "This log reports nothing about its cache.": "此日志对其缓存没有任何报告。",
  "This log reports nothing about its cache. By these rules, ~{read_share} of all prompt tokens would have been read from the cache.":
    "此日志对其缓存没有任何报告。按这些规则，约 {read_share} 的提示词 token 会从缓存读取。",
  "Without a model there are no prices.": "没有模型就没有价格。",
  "Source of the rules: {source}, read on {as_of}.": "规则来源：{source}，读于 {as_of}。",
  "Cache rules": "缓存规则",
  "lanes as chart or table": "泳道图表或表格",
  "Request in the prefix lanes": "前缀泳道中的请求",
  "the first request of its chain": "其链条中的第一次请求",
  "no break: what was cached was read": "没有失效：缓存的内容都被读取",
  "no break: {fresh} new tokens after the previous prompt": "没有失效：在前一个提示词之后新增 {fresh} token",
  "first divergence at {mark}{what}": "首个分歧在 {mark}{what}",
  "nothing was read, not even the tools and system prompt": "什么也没有读取，连工具和系统提示词也没有",
  "inside the tools and system prompt, which are not in the log": "在工具和系统提示词之内，而日志中没有它们",
  "the log shows no difference there: the prompt continues the previous one":
    "日志在该处没有显示差异：提示词与前一个相接",
  "the read ended at {mark}": "读取止于 {mark}",
  "not read: {behind} tokens; the previous request had read {lost_tokens} more":
    "未读取：{behind} token；前一次请求多读取了 {lost_tokens}",
  "the read ended at {mark}, {where}": "读取止于 {mark}，{where}",
  "new: {behind} tokens": "新增：{behind} token",
  "not read: {behind} tokens, at most {lost_tokens} of which were cached before":
    "未读取：{behind} token，其中最多 {lost_tokens} 此前已缓存",
  "rewritten: {behind} tokens, of which {lost_tokens} had been cached":
    "重新写入：{behind} token，其中 {lost_tokens} 此前已缓存",
  "tool {name}": "工具 {name}",
  "{gap} pause, entries live {tier}": "停顿 {gap}，条目保留 {tier}",
  "another model": "另一个模型",
  "read 0, not even the start": "读取 0，连开头也没有",
  "read fell to {read}": "读取降至 {read}",
  "only ~{saved} cheaper": "仅便宜 ~{saved}",
  "no cheaper": "并不更便宜",
  "Perfect caching would have saved ~{saved}: some of the breaks ({amount}), and misses too small to count as breaks.":
    "完美缓存可节省约 {saved}：部分失效（{amount}），以及因太小而不算失效的未命中。",
  "The breaks lost {amount}, yet perfect caching is {cheaper}. Even with ideal breakpoints, no cache can read across compactions, model switches, long pauses or changes of the prompt. To avoid these breaks, change a setting or a habit.":
    "失效损失了 {amount}，而完美缓存{cheaper}。即使断点理想，也没有缓存能跨越压缩、模型切换、过长的停顿或提示词变化。要避免这些失效，需要改变设置或习惯。",
  "{count, plural, one {# request} other {# requests}}; the log does not say what the cache did.":
    "{count, number} 次请求；日志未说明缓存的情况。",
  "{tokens} tokens{cost}": "{tokens} token{cost}",
  "at most {tokens} tokens{cost}": "最多 {tokens} token{cost}",
  "{count, plural, one {# request} other {# requests}}; {share} of all prompt tokens were read from the cache; {breaks}":
    "{count, number} 次请求；全部提示词 token 的 {share} 从缓存读取；{breaks}",
  "breaks are unknown without writes": "没有写入数据，无法判断失效",
  " lost {lost}": "，损失 {lost}",
  realistic: "现实",
  calibrated: "校准",
  "A request reads everything that the previous one, by the provider's counters, left in the cache, unless it has expired.":
    "按服务商自己的计数，前一次请求留在缓存中的内容，只要仍存活就会被读取。",
  "The common prefix of two prompts is always read, however old it is. No real cache can do better.":
    "两个提示词共有的开头总会被读取，无论多旧：真实的缓存不可能做得更好。",
  "The prompt is cached up to each breakpoint of the request, and read up to the last one found.":
    "提示词缓存到请求所设的每个断点，并从能找到的最后一个断点读取。",
  "The provider caches automatically, at fixed intervals of tokens from the start of the prompt.":
    "服务商自行缓存，从提示词开头起按固定的 token 间隔进行。",
  "A prompt is cached at the end of its latest message and at marks; only an identical prefix is read.":
    "提示词在最新消息的末尾和标记处缓存；只有完全相同的开头才会被读取。",
  "The provider guarantees nothing: only some of the prefixes sent earlier are read from the cache.":
    "提供商不作任何保证：此前发送的前缀只有一部分会从缓存中读取。",
  "Prompts and answers are stored on disk as units; a prompt reads the longest unit that it starts with.":
    "提示词与回答以完整单元保存在磁盘上；提示词读取它所开头的最长单元。",
  "The common prefix of two prompts is read, rounded down to full units of tokens.":
    "读取两个提示词共有的开头，向下取整到完整的 token 单元。",
  "The server stores prompts in blocks of tokens, and drops the least recently used block.":
    "服务器以 token 块保存提示词，并丢弃最久未用的块。",
  "The server stores every prompt as a path of a tree, and drops the least recently used leaf.":
    "服务器把每个提示词保存为树中的一条路径，并丢弃最久未用的叶子。",
  " It cost {cost}; {without} without a cache, {perfect} with a perfect one.":
    "费用为 {cost}；没有缓存时为 {without}，完美缓存时为 {perfect}。",
  "Time to the first token": "首个 token 的时间",
  "{from} to {to} of the prompt cached: median {time} ({requests} requests, median prompt {prompt} tokens)":
    "提示词的 {from} 到 {to} 来自缓存：中位数 {time}（{requests} 次请求，提示词中位数 {prompt} token）",
  "Why a cached prefix is cheaper and faster": "为什么缓存前缀更便宜、更快",
} as const;
