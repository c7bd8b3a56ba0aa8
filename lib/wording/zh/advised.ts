export const advised = {
  "This log has no token counts from the provider, so no policy can be priced. Import a log from a client that records usage.":
    "此日志没有服务商的 token 计数，因此无法为任何方案计价。请导入会记录用量的客户端的日志。",
  "This log does not report cache reads, so no other policy can be priced. A log with cache figures would settle it.":
    "此日志未说明从缓存读取的内容，因此无法为其他方案计价。有缓存计数的日志可以给出答案。",
  "Calls and results are redacted or missing in this log, so what a policy would forget is unknown. A log with its content would settle it.":
    "此日志中的调用和结果已被删减或缺失，因此看不出某个方案会丢失什么。含有内容的日志可以给出答案。",
  "Advice needs at least 30 requests. Add more sessions.": "请求少于 30 次，不足以给出任何建议。请添加更多会话。",
  "This session has fewer than ten parts, too few for advice.": "此会话不足十个部分，不足以给出任何建议。",
  "Advice for all sessions together needs at least five sessions. Each session has its own advice.":
    "对全部会话的统一建议至少需要五个会话。每个会话有自己的建议。",
  "Every cheaper policy forgets more than is allowed.": "更便宜的方案丢失的事实超出允许范围。",
  "Every cheaper policy may forget more than is allowed.": "更便宜的方案丢失的事实可能超出允许范围。",
  "Every cheaper policy cuts too early.": "更便宜的方案裁剪得过早。",
  "{name} costs ~{share} less, but it may forget too much: {lost} lost facts per 100 requests (up to {high}, of {most} allowed), {logged} today.":
    "{name} 便宜约 {share}，但可能丢失过多：每 100 次请求丢失 {lost} 条事实（最多 {high}，允许 {most}），现为 {logged} 条。",
  "{name} costs ~{share} less, but it cuts too early: before three tenths of the window is full, or while the agent still needs the text for edits.":
    "{name} 便宜约 {share}，但裁剪过早：在窗口用到十分之三之前，或在智能体仍需用该文本编辑时。",
  "{name} costs ~{share} less, but it forgets more: {lost} lost facts per 100 requests (up to {high}, of {most} allowed), {logged} today.":
    "{name} 便宜约 {share}，但会丢失更多：每 100 次请求丢失 {lost} 条事实（最多 {high}，允许 {most}），现为 {logged} 条。",
  "With Winnow in the loop: {what}": "接入 Winnow 后：{what}",
  "Winnow in the loop is not clearly better than the client's own setting.":
    "接入 Winnow 并不明显优于客户端自身的设置。",
  "In {client}: {what}": "在 {client} 中：{what}",
  "In {client}: leave the setting as it is. {why}": "在 {client} 中：维持现有设置。{why}",
  "{client} has no setting for this.": "{client} 没有这项设置。",
  "Winnow knows no settings of {client}.": "Winnow 不了解 {client} 的设置。",
  "too few": "样本太少",
  "costs less, but it forgets more": "更便宜，但会丢失更多",
  "costs less, but it may forget too much": "更便宜，但可能丢失过多",
  "costs less, but it cuts too early": "更便宜，但裁剪过早",
  "the saving is not clear": "节省不明确",
  "{lost} lost facts per 100 requests ({low} to {high}); {logged} today, {most} allowed.":
    "每 100 次请求丢失 {lost} 条事实（{low} 至 {high}）；现为 {logged} 条，允许 {most} 条。",
  "No policy changed a prompt: the prompts stayed below every trigger. Compacting is not needed here.":
    "没有方案改变任何提示词：提示词始终低于每个触发条件。此处不需要压缩。",
  "None of the policies tried could have run here: each exceeded the model's window more often than this log did, or changed nothing.":
    "试过的方案在此都无法运行：每个都比此日志更常超出模型窗口，或没有改变任何内容。",
  "None of its settings proved both safe and cheaper. {figures}": "没有证据表明其某项设置既安全又更便宜。{figures}",
  "No safe policy is cheaper than what you did. {figures}": "没有安全的方案比您的做法更便宜。{figures}",
  "The saving is not clear. {figures}": "节省不明确。{figures}",
  "On parts that were not used to choose it, it forgets too much. {figures}":
    "在未用于选择的部分上，它丢失过多。{figures}",
  "On parts that were not used to choose it, this policy does not clearly save money. {figures}":
    "在未用于选择的部分上，节省不明确。{figures}",
  "costs less, but only at one size": "更便宜，但仅限于一个大小",
  "Cheaper policies are cheaper at one prompt size only.": "更便宜的方案只在某一个提示词大小下才更便宜。",
  "{name} costs ~{share} less, but only at that size: a little earlier or later, it costs more or forgets too much.":
    "{name} 便宜约 {share}，但仅限于此大小：稍早或稍晚就会更贵或丢失过多。",
  "{good} of {count} sessions clearly {good, plural, one {gains} other {gain}}, {open} {open, plural, one {is} other {are}} unclear, {bad, plural, =0 {none is} one {# is} other {# are}} more expensive.":
    "{count} 个会话中有 {good} 个明确受益，{open} 个不明确，{bad, plural, =0 {没有} other {# 个}}更贵。",
  "{what}: ~{saved} cheaper {where} ({least} to {most}; about {money}), {lost}.":
    "{what}：{where}便宜约 {saved}（{least} 至 {most}，约 {money}），{lost}。",
  "on this session": "在此会话中",
  "on your {sessions} sessions": "在您的 {sessions} 个会话中",
  " instead of {today}": "（而非 {today}）",
  ", before the client compacts at {today}": "（先于客户端在 {today} 时的压缩）",
  "{what} {place} (when it pays, and at {trigger}){instead}": "{place}{what}（在划算处，以及 {trigger} 时）{instead}",
  "{what} {place}{instead}": "在 {place}{what}{instead}",
  "at {trigger}": "{trigger} 时",
  "{strategy} {place}": "{strategy}（{place}）",
  "Each client's compaction": "各客户端自身的压缩",
  "{rank} ({name}) costs ~{share} less, lost facts included ({low} to {high}).":
    "{rank}（{name}）计入丢失的事实后便宜约 {share}（{low} 至 {high}）。",
  "{rank} ({name}) costs ~{share} more, lost facts included ({low} to {high}).":
    "{rank}（{name}）计入丢失的事实后贵约 {share}（{low} 至 {high}）。",
  "the best safe setting of {client}": "对 {client} 最佳的安全设置",
  "the cheapest setting of {client}": "对 {client} 最便宜的设置",
  "the best safe policy": "最佳的安全方案",
  "forgets too much, up to {high}": "丢失过多，最多 {high}",
  "may forget too much, up to {high}": "可能丢失过多，最多 {high}",
  "cuts too early": "裁剪过早",
  "the cheapest": "最便宜的方案",
  "the policy named above": "上文所述的方案",
  "and it forgets about as much: {lost} lost facts per 100 requests (up to {high}), {logged} today":
    "丢失大致相同：每 100 次请求 {lost} 条事实（最多 {high}），现为 {logged} 条",
  "but it forgets more: {lost} lost facts per 100 requests (up to {high}), {logged} today":
    "但会丢失更多：每 100 次请求 {lost} 条事实（最多 {high}），现为 {logged} 条",
  "and it forgets less: {lost} lost facts per 100 requests (up to {high}), {logged} today":
    "且丢失更少：每 100 次请求 {lost} 条事实（最多 {high}），现为 {logged} 条",
  "no advice": "无建议",
  "At least {fewest} requests with the provider's token counts are needed.":
    "至少需要 {fewest} 次有服务商 token 计数的请求。",
  "{total} instead of {cost}, lost facts included.": "计入丢失的事实为 {total}，而非 {cost}。",
  "On sessions that were not used to choose it: {change}.": "在未用于选择的会话上：{change}。",
  "On parts that were not used to choose it: {change}.": "在未用于选择的部分上：{change}。",
  "{share} cheaper ({least} to {most})": "便宜 {share}（{least} 至 {most}）",
  "{share} cheaper ({least} cheaper to {most} more expensive)": "便宜 {share}（便宜 {least} 至贵 {most}）",
  "{share} more expensive ({least} to {most})": "贵 {share}（{least} 至 {most}）",
  "{share} more expensive ({least} cheaper to {most} more expensive)": "贵 {share}（便宜 {least} 至贵 {most}）",
  "cost of fetching a lost fact again in these logs (calculated by an older version of Winnow)":
    "在这些日志中取回一条丢失事实的费用（由旧版本的 Winnow 计算）",
  "set for this run": "为此次运行设置",
  "cost of fetching a lost fact again, modelled from these prompts": "取回一条丢失事实的费用，由这些提示词建模得出",
} as const;
