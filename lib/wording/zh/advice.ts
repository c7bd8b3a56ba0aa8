export const advice = {
  "Setting to copy": "建议的设置",
  "Settings of other clients": "其他客户端的设置",
  "What cannot be decided here, and why": "此处无法判断的内容及原因",
  "Quality of a model's summary: unknown, because a replay calls no model.":
    "模型摘要的质量：未知，因为重放不调用模型。",
  "Quality of the agent's work: not measured, because a replay reuses the answers in the log.":
    "智能体的工作质量：未测量，因为重放重用日志中的回答。",
  "Compare your sessions before and after a change": "比较更改前后的会话",
  "How to put Winnow in the loop": "如何接入 Winnow",
  "Middleware: AI SDK, LangChain, your own loop": "中间件：AI SDK、LangChain、您自己的程序",
  "API: any client that sends its own prompt": "API：任何自行发送提示词的客户端",
  "Documentation and playground": "文档与试用",
  "Lost facts allowed": "允许丢失的事实",
  "{most} per 100 requests": "每 100 次请求 {most} 条",
  "Maximum lost facts per 100 requests": "每 100 次请求丢失的事实上限",
  "This log lost {logged}. At {most}, the agent may use up to {most} facts per 100 requests that its prompt no longer contains.":
    "此日志丢失 {logged} 条。设为 {most} 时，每 100 次请求中，智能体最多会用到 {most} 条提示词中已没有的事实。",
  "A cheaper safe policy is not advised if its lead may be luck, or if it is not clearly cheaper than Winnow at its own trigger. Among equals, the one that runs latest is advised.":
    "更便宜的安全方案若可能只是运气好，或并不明显比按自身触发条件运行的 Winnow 便宜，则不予建议。效果相同时，建议最晚运行的一个。",
  "knee: {label}": "拐点：{label}",
  "knee: to its right, each lost fact saves less": "拐点：再往右，每丢失一条事实省得更少",
  "ring: the advised policy": "环：建议的方案",
  "ring: {rank}": "环：{rank}",
  "95 % interval of the line": "此线的 95 % 区间",
  "same total cost at {price} per lost fact": "每条丢失的事实计 {price} 时总费用相同",
  "{name}: {cost}, {lost} lost facts per 100 requests": "{name}：{cost}，每 100 次请求丢失 {lost} 条事实",
  "The log itself": "日志本身",
  "the log": "日志",
  "advice: {label}": "建议：{label}",
  "Waiting to start…": "等待开始…",
  "Replaying the log…": "正在重放日志…",
  "{title}, {number} of {sessions}": "{title}，第 {number} 个，共 {sessions}",
  "round {round}, {done} of {of} policies": "第 {round} 轮，{done} / {of} 个方案",
  "Saving…": "正在保存…",
  "Stop and keep {kept}": "停止，保留 {kept}",
  "Search again": "再次搜索",
  "Find the cheapest": "查找最省的设置",
  "Policies replayed": "已重放的方案",
  "Cost and loss": "费用与损失",
  "each mark is one policy replayed over this session; lower left is better":
    "每个标记是在此会话上重放的一个方案；越靠左下越好",
  "each mark is one policy replayed over all sessions; lower left is better":
    "每个标记是在所有会话上重放的一个方案；越靠左下越好",
  "cost in US dollars, without fetches ↑; hollow: another policy costs less and loses less":
    "费用（美元），不含取回 ↑；空心：另有方案花费与损失都更少",
  "facts lost and needed later, per 100 requests →": "每 100 次请求中丢失且之后用到的事实 →",
  "{sessions, plural, one {# session} other {# sessions}}; sessions without usage or with fewer than 30 requests are left out":
    "{sessions} 个会话；没有用量或少于 30 次请求的不计",
  "Policies are replayed over your own sessions, and you have not imported any. Import some in the library, or see the advice for the built-in example.":
    "方案在您自己的会话上重放，而您尚未导入会话。请在会话库中导入，或查看内置示例的建议。",
  "Advice for the example": "示例的建议",
  "Loading the advice…": "正在读取建议…",
  "That advice cannot be shown": "无法显示该建议",
  "When should this session have been compacted, and how?": "此会话本应在什么阈值、用什么方法压缩？",
  "Replaying policies over this session…": "正在此会话上重放各方案…",
  "Left out": "未计入",
  "The search was stopped. Only the policies measured before then were considered.":
    "搜索已停止，只比较了此前测过的方案。",
  "With lost facts": "含丢失的事实",
  "Lost per 100": "每 100 次丢失",
  "Fewer policies": "收起方案",
  "All {count} policies": "全部 {count} 个方案",
  "has no setting for this": "无法这样设置",
  "Copy the setting": "复制设置",
  "Copy the setting of {title}": "复制 {title} 的设置",
  "checked on {day}": "核对于 {day}",
  "checked on {day} in {source}": "{day} 核对于 {source}",
  "from {price}": "自 {price} 起",
  "Was the promise kept?": "兑现了吗？",
  "Setting changed on": "更改设置的日期",
  "Measure again": "再次衡量",
  "compares this client's imported sessions before that day with those since":
    "比较您导入的同一客户端在该日之前与之后的会话",
  "Saved advice": "保存的建议",
  "This advice is stale: {changes}.": "此建议已过时：{changes}。",
  "The search was cancelled": "搜索已取消",
  "The search did not finish": "搜索没有完成",
  "Sessions and saved advice are unchanged.": "会话与保存的建议保持原样。",
  " It had reached: {place}.": " 已进行到：{place}。",
  "Each session": "每个会话",
  "change in cost under this policy, with lost facts at {price}; line: 95 % interval; hollow: unclear":
    "此方案下费用的变化，每条丢失的事实计 {price}；线：95 % 区间；空心：不明确",
  "{count} sessions together": "{count} 个会话合计",
  "There are no sessions of {clients} since {day}. Import newer sessions, then measure again.":
    "{day} 以来没有 {clients} 的会话。请导入更新的会话，然后再次衡量。",
  "The setting does not seem to be in effect: of the {reached} sessions since {day} that reached {trigger}, {beyond} went far beyond it.":
    "设置似乎没有生效：{day} 以来达到 {trigger} 的 {reached} 个会话中，有 {beyond} 个远远超过了它。",
  "Not enough data yet: {before} before {day} and {after} since then cannot be compared.":
    "数据尚不足：{day} 之前的 {before}与之后的 {after}无法比较。",
  "{verdict}: per 100 requests, {after} since {day} cost {measured} than {before} before. Promised: {promised}.":
    "{verdict}：按每 100 次请求计，{day} 以来的 {after}比之前的 {before}费用{measured}。承诺：{promised}。",
  "Promise kept": "已兑现",
  "Less than promised": "少于承诺",
  "Promise not kept": "没有兑现",
  "Not clear yet": "尚不明确",
  "promise kept": "已兑现",
  "less than promised": "少于承诺",
  "promise not kept": "没有兑现",
  "{share} less ({from} to {to})": "少 {share}（{from} 至 {to}）",
  "{share} more ({from} to {to})": "多 {share}（{from} 至 {to}）",
  "A session cost {before} before and {after} since ({change}); the tasks may differ in length.":
    "每个会话之前花费 {before}，之后 {after}（{change}）；任务长短可能不同。",
  "Median peak prompt: {before} tokens before, {after} since.":
    "峰值提示词的中位数：之前 {before} 个 token，之后 {after}。",
  "{sessions} left out: no cost in dollars, or another model.": "{sessions}未计入：没有美元费用，或模型不同。",
  "{client} compacts at {tokens} tokens at the latest.": "{client} 最迟在 {tokens} token 时压缩。",
  "{client} does not accept a trigger below {least}.": "{client} 不接受低于 {least} 的触发值。",
  "{client} has no setting for this strategy.": "{client} 没有对应此策略的设置。",
  "The prompt size after a run cannot be set in {client}.": "{client} 中无法设置一次运行在何处停止。",
  "The setting depends on the window, and the window of this model is unknown.":
    "该设置取决于窗口大小，而此模型的窗口未知。",
  "Claude Code decides when to clear old tool outputs; no setting controls it.":
    "Claude Code 自行决定何时清除旧的工具输出；没有设置可以指定。",
  "Claude Code compacts 33,000 tokens below this window. In a session, /autocompact sets the same value.":
    "Claude Code 在此窗口以下 33,000 token 处压缩。在会话中，/autocompact 可设置同样的值。",
  "The percentage is of the window minus the 20,000 tokens that Claude Code reserves for the answer.":
    "百分比以窗口减去 Claude Code 为回答保留的 20,000 token 为基准。",
  "1 % of its window": "其窗口的 1 %",
  "the environment of the shell that starts claude": "启动 claude 的 shell 的环境变量",
  "Roo Code: Settings, Context, “Threshold to trigger intelligent context condensing”":
    "Roo Code：Settings、Context、“Threshold to trigger intelligent context condensing”",
  "Roo Code has no setting that clears old tool outputs.": "Roo Code 没有清除旧工具输出的设置。",
  "Cline's global settings": "Cline 的全局设置",
  "Cline lets you set how it compacts (basic, agentic or not at all), not when.":
    "可以设置 Cline 如何压缩（basic 或 agentic）或不压缩；无法设置何时压缩。",
  "Cline has no setting that clears old tool outputs.": "Cline 没有清除旧工具输出的设置。",
  "Continue compacts on request or near the end of the window; no setting controls when.":
    "Continue 在用户要求时或接近窗口时压缩；没有设置可以指定何时。",
  "Continue has no setting that clears old tool outputs.": "Continue 没有清除旧工具输出的设置。",
  "the code of the agent (openhands-sdk)": "智能体的代码（openhands-sdk）",
  "It also condenses at max_size events if that comes first. The app's config.toml supports only max_size.":
    "达到 max_size 个事件时也会压缩，以先到者为准。应用的 config.toml 只有 max_size。",
  "The condensers of OpenHands count events; none clears outputs at a given number of tokens.":
    "OpenHands 的 condenser 按事件计数；没有按 token 数清除输出的。",
  "It keeps the newest 40,000 tokens of tool outputs and the last 2 turns, and runs only if at least 20,000 tokens can be cleared. You cannot set when it runs.":
    "保留最新 40,000 token 的工具输出和最后 2 轮，且至少有 20,000 token 可清除时才进行。何时运行无法设置。",
  "OpenCode uses this only for models whose input limit it knows (limit.input). For others, it compacts at the window minus the longest answer.":
    "OpenCode 只对已知输入上限（limit.input）的模型读取此设置；其他模型在窗口减去最长回答处压缩。",
  "DCP, a plug-in of OpenCode": "DCP，OpenCode 的插件",
  "Above this size, DCP urges the model to compress; the model decides when.":
    "超过此大小时，DCP 会催促模型压缩；何时压缩由模型自己决定。",
  "DCP clears tool outputs when it compresses; no setting makes it clear them at a given size.":
    "DCP 在压缩时一并清除工具输出；没有设置能让它在指定大小时清除。",
  "1 % of the window": "窗口的 1 %",
  "Kilo Code counts the prompt and answer of the last request, and compacts earlier if less than its own reserve is free.":
    "Kilo Code 计入上一次请求的提示词与回答；剩余空间少于其自身预留时会更早压缩。",
  "Anthropic's compaction": "Anthropic 的压缩",
  "50,000 tokens": "50,000 token",
  "context_management.edits of the request": "请求的 context_management.edits",
  "context_management of a Responses request": "Responses 请求的 context_management",
  "The Responses API cuts from the front (truncation, deprecated); it does not clear tool outputs.":
    "Responses API 从开头截断（truncation，已弃用）；不清除工具输出。",
  "prepareStep in generateText, streamText or an agent": "generateText、streamText 或智能体的 prepareStep",
  "The AI SDK writes no summaries; pruneMessages drops tool calls and reasoning.":
    "AI SDK 不写摘要；pruneMessages 去掉工具调用与推理。",
  "pruneMessages has no threshold and drops calls with their results; a call and its result count as two messages.":
    "pruneMessages 没有阈值，会把调用连同结果一起去掉；一次调用及其结果算作两条消息。",
  "middleware of create_agent": "create_agent 的中间件",
  "LangChain's token count covers the messages only, not the tools or the system prompt.":
    "LangChain 的 token 计数只含消息，不含工具与系统提示词。",
  "It changes the request, not the stored messages, and so runs again at every request above the trigger.":
    "它更改请求而不是存储的消息，因此在每次超过触发值的请求时都会再次运行。",
  "the environment of the shell that starts headroom": "启动 headroom 的 shell 的环境变量",
  "headroom compresses each turn as it arrives; it has no threshold and writes no summary.":
    "headroom 在每轮到达时压缩；没有阈值，也不写摘要。",
  "headroom compresses each turn as it arrives; it has no threshold.": "headroom 在每轮到达时压缩；没有阈值。",
  "Codex has no setting that clears old tool outputs.": "Codex 没有清除旧工具输出的设置。",
  "0.001 of the window": "窗口的 0.001",
  "It takes effect after a restart.": "重启后生效。",
  "Gemini CLI masks old tool outputs at sizes that cannot be set.": "Gemini CLI 在无法设置的大小处遮盖旧的工具输出。",
  "the environment of the shell that starts goose, or ~/.config/goose/config.yaml":
    "启动 goose 的 shell 的环境变量，或 ~/.config/goose/config.yaml",
  "0.001 of the window: 0 switches compaction off": "窗口的 0.001：0 会关闭压缩",
  "Goose lets a model summarise old tool outputs (GOOSE_TOOL_CALL_CUTOFF); it cannot clear them.":
    "Goose 让模型摘要旧的工具输出（GOOSE_TOOL_CALL_CUTOFF）；不能清除它们。",
  "Crush can only be set not to summarise; the size at which it summarises is fixed.":
    "Crush 只能设置为不摘要；进行摘要的大小是固定的。",
  "Crush has no setting that clears old tool outputs.": "Crush 没有清除旧工具输出的设置。",
  "pi would need a reserve of more than 40,000 tokens. With that, version 0.73 asks for summaries so long that some models refuse.":
    "pi 需要超过 40,000 个 token 的预留。此时 0.73 版本请求的摘要过长，有些模型会拒绝。",
  "It applies to every model that pi uses.": "它对 pi 使用的所有模型都生效。",
  "pi has no setting that clears old tool outputs.": "pi 没有清除旧工具输出的设置。",
  "Aider counts only the chat history. Files and the repository map are extra, so the prompt is larger than this when Aider compacts.":
    "Aider 只计聊天历史：文件与仓库地图另计，因此运行时提示词更大。",
  "Aider has no tool outputs to clear.": "Aider 没有可清除的工具输出。",
  "recipes of this version": "此版本的配方",
  "recipe of POST /api/compress, or the recipe in Compare": "POST /api/compress 的 recipe，或“比较”中的配方",
  "the log has no token counts from the provider, or its models have no known price":
    "日志没有服务商的 token 计数，或其模型的价格未知",
  "{count} requests; at least {least} are needed": "{count} 次请求；至少需要 {least} 次",
  "the log does not report cache reads": "日志未说明从缓存读取的内容",
} as const;
