export const replay = {
  fired: "触发",
  "the main agent": "主智能体",
  "the agent {agent}": "智能体 {agent}",
  ", {cost} of {total}": "，费用为 {total} 中的 {cost}",
  "These figures are for {name} only: {requests} of the session's {all} requests{money}.":
    "此处的数字只属于{name}：会话 {all} 次请求中的 {requests} 次{money}。",
  "again after {tokens} tokens": "增长 {tokens} token 后再次运行",
  "at {share}": "{share} 时",
  "No strategy ran, because no prompt reached its trigger. Set a smaller share of the window.":
    "没有策略运行：没有提示词达到触发条件。请设置更小的窗口占比。",
  "Including the cost of fetching lost facts again, no policy here is cheaper than the log.":
    "计入取回所丢失内容的费用之后，此处没有方案比日志更便宜。",
  "No policy is clearly cheaper. Best guess: {policy}, {paid} ({change}).":
    "没有确定更便宜的方案。最可能：{policy}，{paid}（{change}）。",
  "The cheapest is unclear. Best guess: {policy}, {paid} ({change}).":
    "哪个最便宜并不明确。最可能：{policy}，{paid}（{change}）。",
  "{percent} less": "少 {percent}",
  "{percent} more": "多 {percent}",
  "{share}; between {low} and {high}": "{share}；在{low}与{high}之间",
  "Fewer than {requests} requests are too few to say which is cheapest. Best guess: {policy}, {paid} ({change}).":
    "少于 {requests} 次请求不足以判断哪个最便宜。最可能：{policy}，{paid}（{change}）。",
  "{policy} is the cheapest: {paid} including fetches, {saved} less than the log{interval}. It loses {facts} that the agent needed later; the log lost {lost}.":
    "{policy} 最便宜：计入取回费用为 {paid}，比日志少 {saved}{interval}。它丢失了 {facts}智能体之后用到的内容；日志丢失 {lost} 条。",
  "{policy} costs least, {paid} including fetches, but loses {facts} that the agent needed later; the log lost {lost}. That is more than advice allows.":
    "{policy} 计入取回费用后花费最少（{paid}），但会丢失 {facts}智能体之后用到的内容；日志丢失 {lost} 条。这超出了建议所允许的范围。",
  "Keeping everything": "全部保留",
  ": {change}": "：{change}",
  "{level} intervals over this session’s tasks: of {known, plural, one {# policy} other {# policies}}, {less} clearly cost less than the logged session, {more} clearly more; {open, plural, one {# is} other {# are}} unclear.":
    "按此会话各任务计算的 {level} 区间：{known, number} 个方案中，{less} 个确定比日志便宜，{more} 个确定更贵；{open} 个不明确。",
  "keep all": "全部保留",
  "keep all exceeds the window at {request}": "全部保留在请求 {request} 处超出窗口",
  "in the log": "已在日志中",
  "includes {cost}{between} for {calls}": "其中 {cost}{between} 用于 {calls}",
  "Settings of {id}": "{id} 的设置",
  "{changes} changed": "更改了 {changes} 项",
  "runs at": "运行时机",
  "The prompt size at which the policy runs, as a share of the model's window.":
    "方案运行时的提示词大小，以占模型窗口的比例表示。",
  "1 to 100": "1 至 100",
  "per cent": "百分比",
  "The prompt size at which the policy runs, as a share of the model's window. If empty: at its own trigger, which is in its parameters.":
    "方案运行时的提示词大小，以占模型窗口的比例表示。留空：按其参数中自身的触发条件。",
  "again after": "再次运行",
  "How many tokens the prompt must grow by before the policy runs again. If empty: a tenth of the threshold, or of the prompt after the last run, whichever is larger.":
    "提示词增长多少 token 之后方案才再次运行。留空：阈值的十分之一，或上次运行后提示词的十分之一，取较大者。",
  "integer ≥ 0": "整数 ≥ 0",
  "When {id} runs": "{id} 何时运行",
  "When it runs": "何时运行",
  "prompt tokens per request (~ = modelled)": "每次请求的提示词 token，~ 为建模值",
  "cumulative share of prompt tokens read from the cache": "至此全部提示词 token 中从缓存读取的比例",
  "facts that a policy removed and the agent used again, cumulative": "被方案去掉而智能体又用到的事实，累计",
  "{note}; the window of {tokens} is far above": "{note}；窗口 {tokens} 远高于此",
  "{note}; hatched: the client's compaction reserve": "{note}；斜线：客户端的压缩预留",
  "Lines per policy": "各方案的曲线",
  "Cumulative cost": "累计费用",
  "input modelled, output as logged; ≥: the log contains only part of the outputs":
    "输入为建模值，输出如日志；≥：日志只含部分输出",
  "~: input modelled, output as logged": "~：输入为建模值，输出如日志",
  "Read share": "读取占比",
  "Show lines as": "曲线显示方式",
  "{label} {text}, {cost}": "{label} {text}，{cost}",
  "Request {at} of {count}: {figures}": "请求 {at} / {count}：{figures}",
  "Requests, table": "请求（表格）",
  "prompt · read % · lost facts · cost": "提示词 · 读取 % · 丢失的事实 · 费用",
  "Show more of {count}": "继续显示，共 {count} 项",
  "Over the window": "超出窗口",
  "Tokens, whole session": "整个会话的 token",
  "With re-fetches": "含重新取回",
  "With fetches": "含取回费用",
  "Breaks caused": "引起的失效",
  "Over {window}": "超过 {window}",
  "Assumption.": "假设。",
  "The replay assumes the logged path: the same calls and outputs, whatever the prompt contains. A lost fact is one that a policy removed and the agent wrote later without having seen it again. Its price is what a lost fact cost after real compactions.":
    "重放假定日志中的路径：无论提示词包含什么，调用与输出都相同。被方案去掉、之后未再显示而智能体仍写出的内容，算作丢失的事实；其价格是在真实压缩之后测得的每条丢失事实的费用。",
  "Summaries are written by rule here, and no model is called; the cost includes what a policy's model call would cost.":
    "此处的摘要按规则撰写，没有方案调用模型；其模型调用本应花费的金额已计入费用。",
  "could not run: {failure}": "无法运行：{failure}",
  "Add policy": "添加方案",
  "replaying…": "正在重放…",
  "did not run: same as keeping everything": "没有运行：与保留全部内容相同",
  "the log is replayed exactly": "与日志完全一致地重放",
  "the log is not replayed exactly in {different} of {of} requests":
    "{of} 次请求中有 {different} 次未能与日志完全一致地重放",
  "loading the session…": "正在读取会话…",
  "replaying {policy}, {number} of {policies}…": "正在重放 {policy}，{number} / {policies}…",
  "There is nothing to replay.": "没有可以重放的内容。",
  "The replay did not finish": "重放没有完成",
  "The session and your choice of policies are unchanged.": "会话与您选择的方案保持原样。",
  "Replaying {count, plural, one {# request} other {# requests}}…": "正在重放 {count} 次请求…",
} as const;
