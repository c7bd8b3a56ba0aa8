/** Says what a session cost, why, and what to change. */
export const answer = {
  "See the receipt": "查看明细",
  "Too short to judge: {requests}.": "太短，无法判断：{requests}。",
  "This log counts the tokens of the entire session ({tokens} in all prompts), but not of each prompt, so sizes are estimates.":
    "日志只记录了整个会话的 token 数（所有提示词共 {tokens} 个），没有记录每次提示词的 token 数，因此大小为估算值。",
  "{sizes} The cost is unknown.": "{sizes}费用未知。",
  "This log has no token counts for its prompts, so sizes are estimates.":
    "日志没有记录每次提示词的 token 数，因此大小为估算值。",
  "{answer} The client reports a cost of {cost}.": "{answer}客户端给出的费用为 {cost}。",
  " The total leaves out requests of {count, plural, one {a sub-agent} other {# sub-agents}} that are not in the log.":
    "总额不含日志中缺少的 {count, number} 个子智能体的请求。",
  " The total leaves out the price of {count, plural, one {one request} other {# requests}} whose model is unknown or has no known price.":
    "总额不含 {count, number} 次请求的费用，其模型未知或价格未知。",
  " It also leaves out the price of {count, plural, one {one request} other {# requests}} whose model is unknown or has no known price.":
    "也不含 {count, number} 次请求的费用，其模型未知或价格未知。",
  "The models of this session are free or run locally, so there is no cost.{change}":
    "此会话的模型免费或在本机运行，因此没有费用。{change}",
  " The log still shows what to change.": " 日志仍能表明该改什么。",
  " Nothing to change was found.": "没有发现需要改动的地方。",
  "This log has no cache figures, so the cost is between {low} and {high}.{change}":
    "日志没有缓存数据，费用在 {low} 到 {high} 之间。{change}",
  "This log has no cache figures, so the cost is unknown.{change}": "日志没有缓存数据，费用未知。{change}",
  "No price is known for the models of this session, so the cost is unknown.{change}":
    "此会话的模型没有已知价格，因此费用未知。{change}",
  "At most {tokens} tokens ({share} of the input) were paid for again; no price is known.":
    "最多 {tokens} 个 token（占输入的 {share}）又被付费一次；没有已知价格。",
  "{tokens} tokens ({share} of the input) were paid for again; no price is known.":
    "有 {tokens} 个 token（占输入 {share}）重复计费；价格未知。",
  "{cause}: {tokens} tokens; their cost is unknown.": "{cause}：{tokens} 个 token，费用未知。",
  "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}; this log does not show why. {largestCost} with a known cause is {cause}: {known} ({share}).":
    "{count, number} 次缓存失效多花了 {money}（共 {cost}），日志未说明原因。在有原因的费用中，{largestCost}是{cause}：{known}（占 {share}）。",
  "The largest avoidable cost is {cause}: {money} of {cost} ({share}).":
    "最大的可避免费用是{cause}：{money}（共 {cost}，占 {share}）。",
  "{largestCost} found is {cause}: {money} of {cost} ({share}).":
    "在找到的费用中，{largestCost}是{cause}：{money}（共 {cost}，占 {share}）。",
  "{largestCost} with a known cause is {cause}: {money} of {cost} ({share}).":
    "在有原因的费用中，{largestCost}是{cause}：{money}（共 {cost}，占 {share}）。",
  "The largest cost": "最大的费用",
  "Besides compactions, the largest cost": "除压缩之外最大的费用",
  "{cause} cost {money} of {cost}, at most {share}.": "{cause}花费了 {money}（共 {cost}，至多 {share}）。",
  "{cause} probably cost {money} of {cost}, at most {share}.":
    "{cause}很可能花费了 {money}（共 {cost}，至多 {share}）。",
  "The largest certain cost is {cause}: {money} of {cost} ({share}); {rival} may have cost more: {range}.":
    "最大的确定费用是{cause}：{money}（共 {cost}，占 {share}）；{rival}可能花费更多：{range}。",
  "The largest cost may be {cause} ({money} of {cost}, {share}) or {rival} ({range}).":
    "最大的费用可能是{cause}（{money}，共 {cost}，占 {share}）或{rival}（{range}）。",
  "at most {money}": "至多 {money}",
  "At most {share} of this session's cost, {money} of {cost}, has one avoidable cause: {cause}.":
    "本次会话至多 {share} 的费用（{money}，共 {cost}）出自同一个可避免的原因：{cause}。",
  "{share} of this session's cost, {money} of {cost}, has one cause: {cause}.":
    "本次会话 {share} 的费用（{money}，共 {cost}）出自同一原因：{cause}。",
  "{share} of this session's cost, {money} of {cost}, probably has one cause: {cause}.":
    "本次会话 {share} 的费用（{money}，共 {cost}）很可能出自同一原因：{cause}。",
  "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}; this log does not show why.":
    "{count, number} 次缓存失效多花了 {money}（共 {cost}），日志未说明原因。",
  "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost} ({share}) altogether.":
    "{count, number} 次缓存失效共多花了 {money}（共 {cost}，占 {share}）。",
  "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}.":
    "{count, number} 次缓存失效多花了 {money}（共 {cost}）。",
  "{count} cache breaks cost {money} of {cost}; this log does not show why {open} of them happened.":
    "{count} 次缓存失效多花了 {money}（共 {cost}），其中 {open} 次日志未说明原因。",
  "This log shows nothing to change, but {open} of {all} checks need data that it lacks.":
    "就日志所见没有需要更改之处，但 {all} 项检查中有 {open} 项缺少数据。",
  "No cache break": "没有缓存失效",
  "No cache break except after compactions": "除压缩外没有缓存失效",
  " in what this log shows": "就日志所见，",
  "Nothing to change{extent}. {none}, and less than a cent wasted.": "{extent}无需改动。{none}，浪费不足一美分。",
  "Nothing to change{extent}. {none}, and the largest waste found is {money} ({share}).":
    "{extent}无需改动。{none}，最大的浪费为 {money}（{share}）。",
  "Nothing to change{extent}. {count, plural, one {One cache break} other {# cache breaks}} cost {money}.":
    "{extent}无需改动。{count, number} 次缓存失效多花了 {money}。",
  "Nothing to change{extent}. The costliest cause, {cause}, is {money} ({share}).":
    "{extent}无需改动。花费最多的原因是{cause}：{money}（{share}）。",
  "Of {empty} requests that read nothing from the cache, {typed} followed a typed message.":
    "{empty} 次请求没有从缓存读取任何内容，其中 {typed} 次紧接在输入的消息之后。",
  "The client probably left out the reasoning of earlier answers.": "客户端很可能省略了之前回答的推理。",
  "In {turns} of {count} requests, the client probably left out the reasoning of earlier answers.":
    "在 {count} 次请求中的 {turns} 次，客户端很可能省略了之前回答的推理。",
  "Nothing after a cut can be read from the cache, so the avoidable loss may be zero.":
    "裁剪之后的内容都无法从缓存读取，因此可避免的损失可能为零。",
  "{unread} of {written} tokens were written to the cache by the last request of an agent to a model, and no later request in this log read them.":
    "写入缓存的 {written} 个 token 中，有 {unread} 个由某个智能体对某个模型的最后一次请求写入，此日志中之后没有请求读取它们。",
  "Costliest: {part}, at most {tokens} tokens, outdated since {since} and sent {times, plural, one {one more time} other {# more times}}.{overlap}":
    "花费最多：{part}，至多 {tokens} 个 token，自 {since} 起过期，之后又发送 {times, number} 次。{overlap}",
  " Includes tokens rewritten at cache breaks, which are counted there too.":
    "其中包括缓存失效时重写的 token，这些也计入缓存失效。",
  "At most {tokens} tokens repeat an earlier output.": "至多 {tokens} 个 token 重复了之前的输出。",
  "At most {tokens} tokens are failed calls that were retried.": "至多 {tokens} 个 token 属于已重试的失败调用。",
  "At most {tokens} tokens are older lists; only the newest one is needed.":
    "至多 {tokens} 个 token；只需要最新的清单。",
  "{count, plural, one {# definition} other {# definitions}}, never called: {tokens} tokens in each prompt.":
    "{count, number} 个定义，从未调用：每次提示词 {tokens} 个 token。",
  "and {more} more": "另有 {more} 个",
  "What the cheaper model saved is not subtracted.": "未减去改用更便宜模型省下的费用。",
  "A switch followed a pause after which the former model had nothing left to read either.":
    "有一次切换发生在停顿之后，那时原来的模型也已没有可读取的缓存。",
  "At {requests}.": "位于 {requests}。",
  "cache entries live {life}": "缓存有效期 {life}",
  "cache entries live {shortest} or {longest}": "缓存有效期 {shortest} 或 {longest}",
  "the log does not say how long cache entries live": "日志没有说明缓存有效期",
  "{gap} before {request}; {life}.": "{request} 之前空闲 {gap}；{life}。",
  "{count} pauses of about {longest} each; {life}.": "{count} 次空闲，各约 {longest}；{life}。",
  "{count} pauses of {shortest} to {longest}{within}; {life}.":
    "{count} 次空闲，{shortest} 到 {longest}{within}；{life}。",
  ", {count} of them within an hour": "，其中 {count} 次不超过一小时",
  " The client was closed and started again in between, which may have changed the prompt too.":
    "其间客户端关闭后又重新启动，这也可能改变了提示词。",
  " In {count} of them, the client was closed and started again, which may have changed the prompt too.":
    "其中 {count} 次客户端关闭后又重新启动，这也可能改变了提示词。",
  " The agent waited for its calls ({tools}), which may have run that long or needed a person's answer.":
    "智能体在等待其调用（{tools}），这些调用可能一直在运行，或需要有人答复。",
  " In {count} of them, the agent waited for its calls ({tools}), which may have run that long or needed a person's answer.":
    "其中 {count} 次，智能体在等待其调用（{tools}），这些调用可能一直在运行，或需要有人答复。",
  "{who}: what was lost cannot be measured, because the log lacks the previous or the next request.":
    "{who}：日志缺少之前或之后的请求，无法衡量丢失了什么。",
  "{who}: what was lost cannot be measured, because the log lacks the text of {count, plural, one {the summary} other {the summaries}}{again}.":
    "{who}：日志缺少 {count, number} 份摘要的文本，无法衡量丢失了什么{again}。",
  "{who}: this log shows nothing that was needed afterwards.": "{who}：日志中看不到后来需要的内容。",
  "{who}: this log shows no fact that the agent used later without seeing it again{again}.":
    "{who}：日志中看不到智能体未再看到就用到的事实{again}。",
  "{who} dropped {dropped} of {needed} facts that the agent used later without seeing them again ({kinds}){again}.":
    "{who}丢掉了智能体未再看到就用到的 {needed} 条事实中的 {dropped} 条（{kinds}）{again}。",
  "{who} dropped {dropped} of {needed} facts ({share}) that the agent used later without seeing them again: {kinds}{again}.":
    "{who}丢掉了智能体未再看到就用到的 {needed} 条事实中的 {dropped} 条（{share}）：{kinds}{again}。",
  "{count, plural, one {# path} other {# paths}}": "{count, number} 个路径",
  "{count, plural, one {# address} other {# addresses}}": "{count, number} 个网址",
  "{count, plural, one {# command} other {# commands}}": "{count, number} 条命令",
  "{count, plural, one {# name} other {# names}}": "{count, number} 个名称",
  "{count, plural, one {# number} other {# numbers}}": "{count, number} 个数字",
  "{who} kept {needed, plural, one {the one fact that the agent used later without seeing it again} other {all # facts that the agent used later without seeing them again}}, such as paths, errors and names{again}.":
    "{who}保留了智能体未再看到就用到的全部 {needed, number} 条事实（路径、错误、名称等）{again}。",
  "; no file had to be read again": "；没有文件需要重新读取",
  "; re-reading {count} took at most {tokens} tokens, cost unknown":
    "；重新读取 {count}最多用了 {tokens} 个 token，费用未知",
  "; re-reading {count} cost at most {money} when first sent": "；重新读取 {count}，首次发送最多花费 {money}",
  "{count, plural, one {# compaction} other {# compactions}}": "{count, number} 次压缩",
  "This log shows no cause for breaks that cost {money} ({requests}).":
    "费用 {money} 的缓存失效在日志中没有原因（{requests}）。",
  "{count, plural, one {# other cause} other {# other causes}}, and what was checked":
    "另外 {count, number} 个原因，以及检查了什么",
  "Other causes": "其他原因",
  "What was checked": "检查了什么",
  Risks: "风险",
  "Risks (no cost so far)": "风险：日志中没有损失",
  "No compaction in this session": "此会话没有压缩",
  "What it cost, and why": "费用与原因",
  Causes: "原因",
  "choose a cause": "选择原因",
  "Causes overlap, so they are not added up.": "原因之间有重叠，因此不相加。",
  "Cause {rank} of {of}: ": "原因 {rank}（共 {of} 个）：",
  "See the content": "查看内容",
  "Copy setting": "复制设置",
  "How to find out": "如何查明",
  "Record the next session": "录制下一次会话",
  "The client's log leaves out the tools and system prompt, so two prompts cannot be compared in full. A recording of the calls contains both.":
    "客户端日志不含工具和系统提示词，无法完整比较两次提示词。录制的调用两者都有。",
  "Run this in a terminal instead of the client's own command. Its settings stay unchanged, and no key is stored.":
    "在终端中用此命令代替客户端自己的命令。客户端设置保持不变，也不会保存密钥。",
  "What is stored, and running recordings": "保存的内容与正在进行的录制",
  "Run winnow record --upstream with the provider's address, or save the calls as a HAR file and import it here.":
    "运行 winnow record --upstream 并附上服务商地址，或将调用保存为 HAR 文件，再导入到这里。",
  "since version {since}": "自 {since} 版起",
  "update the client first: this session used {version}": "请先更新客户端：此会话使用的是 {version}",
  "source, read on {day}": "来源，读于 {day}",
  "See {request}": "查看 {request}",
  "See the {count} requests": "查看这 {count} 次请求",
  "{count, plural, one {# edit} other {# edits}}": "{count, number} 次修改",
  "{count, plural, one {# error} other {# errors}}": "{count, number} 个错误",
  "{count, plural, one {# list} other {# lists}}": "{count, number} 份清单",
  "What to drop": "可移除的内容",
  "sent at": "发送于",
  "obsolete since": "自此无用",
  "It belongs to the compaction and is part of its cost.": "它属于压缩，是压缩费用的一部分。",
  "One of {count} in cause {rank} ({money}).": "原因 {rank} 的 {count} 次之一（{money}）。",
  "Also checked": "也检查了",
  "nothing found": "没有发现",
  "A proxy capture of the same session would contain the data that these checks need.":
    "同一会话的代理捕获会包含这些检查所需的内容。",
  "not enough data in this log": "无法从此日志判断",
  "No model switch: {model} before and after.": "没有切换模型：前后都是 {model}。",
  "No compaction: the prompt {change}.": "没有压缩：提示词{change}。",
  "kept its size": "大小未变",
  "grew by {tokens} tokens": "增加了 {tokens} token",
  "Only {read} tokens were read. The first {unlogged} tokens are not in the log, so what changed there after the typed message is unknown.":
    "只读取了 {read} 个 token。开头的 {unlogged} 个 token 不在日志中，因此输入消息后那里有何变化未知。",
} as const;
