export const advised = {
  "the client's own compaction": "客户端自身的压缩",
  "This log holds no token counts of the provider, so no policy can be priced. Import a log of a client that records usage.":
    "此日志没有服务商的 token 计数，因此无法为任何方案计价。请导入会记录用量的客户端的日志。",
  "This log does not say what was read from the cache, so no other policy can be priced. A log with cache counters would settle it.":
    "此日志未说明从缓存读取的内容，因此无法为其他方案计价。有缓存计数的日志可以给出答案。",
  "There are fewer than 30 requests, which is too few to advise anything. Add more sessions.":
    "请求少于 30 次，不足以给出任何建议。请添加更多会话。",
  "There are fewer than five parts to compare, which is too few for an interval. Add more sessions.":
    "可比较的部分少于五个，不足以得出区间。请添加更多会话。",
  "No policy changed a prompt: the prompts stayed below every trigger. Compacting is not needed here.":
    "没有方案改变任何提示：提示始终低于每个触发条件。此处不需要压缩。",
  "No policy that was searched could have been run here: each went over the model's window more often than this log did, or changed nothing.":
    "搜索过的方案在此都无法运行：每个都比此日志更常超出模型窗口，或没有改变任何内容。",
  "No policy is cheaper than what you did. {figures}": "没有方案比您的做法更便宜。{figures}",
  "It cannot be told whether compacting differently is cheaper. {figures}":
    "无法判断换一种压缩方式是否更便宜。{figures}",
  "What looks cheapest does not hold on the parts it was not chosen on. {figures}":
    "看起来最便宜的方案，在未用于挑选它的部分上并不成立。{figures}",
  "{good} of {count} sessions surely {good, plural, one {gains} other {gain}}, {open} cannot be told, {bad, plural, =0 {none is} one {# is} other {# are}} surely dearer.":
    "{count} 个会话中有 {good} 个确定受益，{open} 个无法判断，{bad, plural, =0 {没有} other {# 个}}确定更贵。",
  "{what}: ~{saved} cheaper {where} ({least} to {most}), {lost}.":
    "{what}：{where}便宜约 {saved}（{least} 至 {most}），{lost}。",
  "on this session": "在此会话中",
  "on your {sessions} sessions": "在您的 {sessions} 个会话中",
  " instead of {today}": "（而非 {today}）",
  ", instead of {today}": "（而非 {today}）",
  "Run winnow with its defaults ({place}){instead}": "以默认值运行 winnow（{place}）{instead}",
  "{what} at {trigger}, down to {floor}{instead}": "在 {trigger} 时{what}，降至 {floor}{instead}",
  "at {trigger}": "{trigger} 时",
  "at {trigger}, down to {floor}": "{trigger} 时，降至 {floor}",
  "{strategy} at {trigger}": "{trigger} 时的 {strategy}",
  "{strategy} at {trigger}, down to {floor}": "{trigger} 时的 {strategy}，降至 {floor}",
  "{strategy}, down to {share}": "{strategy}，降至 {share}",
  "The cheapest, {name}, costs ~{share} less with lost facts paid ({low} to {high}).":
    "最便宜的是 {name}，计入丢失的事实后便宜约 {share}（{low} 至 {high}）。",
  "The cheapest, {name}, costs ~{share} more with lost facts paid ({low} to {high}).":
    "最便宜的是 {name}，计入丢失的事实后贵约 {share}（{low} 至 {high}）。",
  "That may be the luck of the best of many.": "这可能只是众多方案中最好者的运气。",
  "as many lost facts per 100 requests": "每 100 次请求丢失的事实一样多",
  "{count} more lost facts per 100 requests": "每 100 次请求多丢失 {count} 条事实",
  "{count} fewer lost facts per 100 requests": "每 100 次请求少丢失 {count} 条事实",
  "no advice": "无建议",
  "{client} has no setting for any policy that was searched.": "{client} 没有对应任何已搜索方案的设置。",
  "What {client} itself can be told: {sentence}": "{client} 自身可以这样设置：{sentence}",
  "At least {fewest} requests with the provider's token counts are needed.":
    "至少需要 {fewest} 次有服务商 token 计数的请求。",
  "{total} with lost facts paid, against {cost}.": "计入丢失的事实为 {total}，日志为 {cost}。",
  "{lost} lost facts per 100 requests; the log lost {logged}.":
    "每 100 次请求丢失 {lost} 条事实；日志丢失 {logged} 条。",
  "Checked on sessions that the search did not see: {change}; on the sessions that it saw: {chosen}.":
    "在搜索没有看到的会话上检验：{change}；在它看到的会话上：{chosen}。",
  "Checked on parts of the session that the search did not see: {change}; on the parts that it saw: {chosen}.":
    "在搜索没有看到的会话部分上检验：{change}；在它看到的部分上：{chosen}。",
  "{share} cheaper ({least} to {most})": "便宜 {share}（{least} 至 {most}）",
  "{share} cheaper ({least} cheaper to {most} dearer)": "便宜 {share}（便宜 {least} 至贵 {most}）",
  "{share} dearer ({least} to {most})": "贵 {share}（{least} 至 {most}）",
  "{share} dearer ({least} cheaper to {most} dearer)": "贵 {share}（便宜 {least} 至贵 {most}）",
  "Assumes that the agent does the same work.": "假定智能体做同样的工作。",
  "set by you": "由您设置",
  "what fetching one again cost, from {fetches} logged fetches": "取回一条的费用，取自日志中的 {fetches} 次取回",
  "set for this run": "为此次运行设置",
  "what fetching one again costs, modelled from these prompts": "取回一条的费用，由这些提示建模得出",
  "nothing is cheaper": "没有更便宜的",
  "nothing fired": "没有触发",
  "fold as the client does": "与客户端相同的压缩",
  "winnow by default": "默认的 winnow",
  "winnow to 60 %": "winnow 降至 60 %",
} as const;
