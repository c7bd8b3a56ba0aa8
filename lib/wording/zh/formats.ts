/** What each client's files leave out, and what was not checked against a real file. */
export const formats = {
  "Without bodies of calls (OTEL_LOG_RAW_API_BODIES), the telemetry has only the counts of each call and no messages. What filled the prompts, and why a cache entry was not read, is unknown.":
    "没有调用的正文（OTEL_LOG_RAW_API_BODIES）时，遥测只含每次调用的计数而没有消息：无法从中得知提示词由什么填充，也无法得知缓存条目为何没有被读取。",
  "Only the messages of a call show which of several sub-agents made it. Without bodies, sub-agents' cache breaks are not detected, and all break figures are the main agent's.":
    "只有消息能表明某次调用由哪个子智能体发起。没有正文就看不到子智能体的缓存失效，所有失效数字都是主智能体的。",
  "Thinking is redacted in bodies, so its tokens are estimated too low.":
    "正文中的思考内容被涂去，因此其 token 估算偏低。",
  "telemetry and call bodies from a live client": "运行中客户端的遥测与正文",
  "codex exec --json prints no prompt, no model and no times, and usage per turn only: if a turn made several calls, the usage of each is unknown.":
    "codex exec --json 不输出提示词、模型和时间，用量只按轮给出：一轮中有多次调用时，每次的用量未知。",
  "A sub-agent's session is imported as a separate session.": "子智能体的会话作为单独的会话导入。",
  "Sessions that OpenClaw moved out of its database are in `sessions/cold/*.jsonl.zst` and are imported from there.":
    "OpenClaw 移出数据库的会话位于 `sessions/cold/*.jsonl.zst`，从那里导入。",
  "its session files and its database (its telemetry was checked)": "其会话文件与数据库（遥测已核对）",
  "SWE-agent counts tokens only per session: no answer has usage, so cost and cache reads of individual requests are unknown. The run's total cost is the client's own figure.":
    "SWE-agent 只按会话统计 token：没有任何回答带用量，因此单次请求的费用与缓存读取未知。运行的总费用为客户端自己的数字。",
  "SWE-agent can leave old outputs out of a prompt without logging that, so prompt sizes are those of the full history; if they exceed the run's own total, the largest is unknown.":
    "SWE-agent 可能在提示词中省去旧的输出而不作记录，因此提示词的大小按完整历史计算；若超过运行自己的总数，则最大的提示词未知。",
  "ChatGPT's export has no usage, no system prompt and no contents of files, so cost and cache reads are unknown, and tokens are Winnow's own counts of what was shown.":
    "ChatGPT 的导出不含用量、系统提示词和文件内容：费用与缓存读取未知，token 由 Winnow 对所示内容计数得出。",
  "Claude.ai's export has no usage and no system prompt, so cost and cache reads are unknown, and tokens are Winnow's own counts of what was shown.":
    "Claude.ai 的导出不含用量和系统提示词：费用与缓存读取未知，token 由 Winnow 对所示内容计数得出。",
  "Continue logs no times and no usage, so cost and cache reads are unknown, and tokens are Winnow's own counts of the file's content.":
    "Continue 不保存时间和用量：费用与缓存读取未知，token 由 Winnow 对文件内容计数得出。",
  "Copilot Chat's export has no usage, no system prompt and no tool definitions, so cost and cache reads are unknown, and prompts here are shorter than what was sent.":
    "Copilot Chat 的导出不含用量、系统提示词和工具定义：费用与缓存读取未知，此处的提示词比实际发送的短。",
  "Crush stores only the tokens of a session's last request: no answer has usage, so cost, cache reads and breaks of individual requests are unknown.":
    "Crush 只存储会话最后一次请求的 token：没有任何回答带用量，因此单次请求的费用、缓存读取与失效未知。",
  "The system prompt and tool definitions are not in its database, so prompts here are shorter than what was sent.":
    "系统提示词与工具定义不在其数据库中，因此此处的提示词比实际发送的短。",
  "The database of Cursor's CLI has no usage, and times at most per turn, so tokens are Winnow's own counts, and cost and cache reads are unknown.":
    "Cursor CLI 的数据库不含用量，时间至多按轮给出：token 由 Winnow 计数得出，费用与缓存读取未知。",
  "The database names only the model that was used last, so only the last answer has a model.":
    "它只写明最后使用的模型，因此只有最后的回答带模型。",
  "the database of Cursor's CLI": "Cursor CLI 的数据库",
  "Cursor's database has no tool definitions, a system prompt only since spring 2026, and token counts for only a few messages. Totals include only those messages, and how much was cached is unknown.":
    "Cursor 的数据库不含工具定义，2026 年春季起才有系统提示词，且只有少数消息带 token 计数：总计只包括有计数的消息，缓存了多少未知。",
  "The database has one row for each thought, text and tool call. If rows do not name their model call, each tool call counts as one request.":
    "每段思考、文本和工具调用各占一行。若各行没有写明所属的模型调用，则每次工具调用计为一次请求。",
  "A model that Cursor chose itself (Auto) is not named.": "Cursor 自行选择的模型（Auto）没有写明。",
  "Cursor's IDE database": "Cursor IDE 的数据库",
  "Cursor's transcripts have no tool results, models, times or usage (and older ones no tool calls or reasoning). Prompts here are shorter than what was sent, so tokens, cost, cache and window describe the text that was kept, not the session.":
    "Cursor 的对话记录不含工具结果、模型、时间和用量（较旧的也没有工具调用和推理）：此处的提示词比实际发送的短，因此 token、费用、缓存与窗口描述的是保留下来的文本，而不是会话本身。",
  "Text between two omitted tool calls is counted as one model answer, so the number of requests is an estimate.":
    "两次被略去的工具调用之间的文本计为模型的一次回答，因此请求数是估算。",
  "Cursor's databases (state.vscdb, store.db) contain more of the same conversation.":
    "Cursor 的数据库（state.vscdb、store.db）含有同一对话的更多内容。",
  "Antigravity's transcripts have no usage, so all counts are estimated. They contain neither the system prompt nor the tools, so real prompts are larger.":
    "Antigravity 的对话记录不含用量，因此所有计数都是估算；其中没有系统提示词和工具，因此实际提示词更大。",
  "full sessions (only a small sample was checked)": "完整的会话（只与一个小样本核对过）",
  "Hermes reports tokens only per session (and not at all in its JSON files), so no request has usage and all its counts are estimated.":
    "Hermes 只给出整个会话的 token（其 JSON 文件连这也没有），因此没有请求带用量，所有计数都是估算。",
  "its database (its files were checked only against a made-up example)": "其数据库（文件与一个自拟的样本核对过）",
  "Droid counts tokens only per session, in a file next to it (<id>.settings.json): no answer has usage, so cost, cache reads and breaks of individual requests are unknown.":
    "Droid 只按会话统计 token，写在旁边的文件（<id>.settings.json）中：没有任何回答带用量，因此单次请求的费用、缓存读取与失效未知。",
  "The system prompt and tool definitions are not in its log, so prompts here are shorter than what was sent.":
    "系统提示词与工具定义不在其日志中，因此此处的提示词比实际发送的短。",
  "A sub-agent's session is a separate file and is imported as a separate session.":
    "子智能体的会话是单独的文件，作为单独的会话导入。",
  "tool calls, their results, branches and compactions of Droid": "Droid 的工具调用、其结果、分支与压缩",
  "The stream of droid exec has no usage, no reasoning and no system prompt, so cost and cache reads are unknown, and tokens are Winnow's own counts of what was printed.":
    "droid exec 的输出流不含用量、推理和系统提示词：费用与缓存读取未知，token 由 Winnow 对输出内容计数得出。",
  "the stream of droid exec": "droid exec 的输出流",
  "Amp's threads contain no system prompt and no tool definitions, although the usage of each answer includes them.":
    "Amp 的对话不含系统提示词和工具定义；但每个回答的用量包括了它们。",
  "If the usage of a thread is only in a ledger, each answer gets the entry that names it; entries of other calls (titles, searches) are listed as a notice.":
    "若一个对话的用量只在账目中，则每个回答取写明它的条目；其他调用（标题、搜索）的条目作为说明列出。",
  "Amp's threads": "Amp 的对话",
  "Kiro counts credits per turn and no tokens, so usage, cost and cache reads are unknown, and tokens are Winnow's own counts of the log's content.":
    "Kiro 按轮统计点数而不统计 token：用量、费用与缓存读取未知，token 由 Winnow 对日志内容计数得出。",
  "The system prompt, files added as context and, since 2026, tool definitions are not in its log, so prompts here are shorter than what was sent.":
    "系统提示词、作为上下文加入的文件，以及自 2026 年起的工具定义都不在其日志中，因此此处的提示词比实际发送的短。",
  "If Kiro chose the model itself (auto), the log does not name it. Calls without an id are matched with their results in order.":
    "如果模型由 Kiro 自行选择（auto），日志不会写明。没有 id 的调用按顺序与其结果配对。",
  "Kiro's rows since 2026, and its database beyond the one conversation that was read":
    "Kiro 自 2026 年起的行，以及其数据库中除读过的那个对话之外的内容",
  "Before version 1.0 a session of Kiro's IDE has a stub (“On it.”) in place of the agent's work. The agent's messages and calls are in execution logs, which are separate files and are imported as separate sessions.":
    "1.0 版之前，Kiro IDE 的会话只用一句占位（“On it.”）代替智能体的工作：其消息与调用在执行日志中，那是单独的文件，作为单独的会话导入。",
  "Files from before version 1.0 contain neither the times of single messages nor the results of most tools.":
    "1.0 版之前的文件既没有单条消息的时间，也没有大多数工具的结果。",
  "all files of Kiro's IDE": "Kiro IDE 的所有文件",
  "LiteLLM stores prompts and answers only if it is configured to: a call that was logged without them has usage but no text.":
    "LiteLLM 只在如此配置时才存储提示词与回答：没有它们的调用有用量但没有文本。",
  "A row without a usage object does not distinguish cached from new input, so all of its input is shown as uncached.":
    "没有 usage 对象的行不区分缓存的与新的输入：全部显示为未缓存。",
  "LiteLLM's logs": "LiteLLM 的日志",
  "An export without bodies has only links to them, which Winnow does not follow, so its calls have usage but no text. Export with --include-body.":
    "没有正文的导出只有指向正文的链接，Winnow 不会访问它们：这样的调用有用量但没有文本。请用 --include-body 导出。",
  "Whether Helicone's count of prompt tokens includes cached ones depends on the provider: if the body does not say, the uncached input is unknown.":
    "Helicone 的提示词 token 是否包括缓存的，取决于服务商：若正文没有说明，则未缓存的输入未知。",
  "Helicone's exports": "Helicone 的导出",
  "Braintrust's clients write zero for cached and reasoning tokens that a provider does not report, so these zeros are shown as unknown.":
    "对于服务商未报告的缓存与推理 token，Braintrust 的客户端会写成零：这样的零显示为未知。",
  "Braintrust's exports": "Braintrust 的导出",
  "Spans have no tool definitions and no system prompt if the instrumentation does not log them, although the reported tokens include them.":
    "若插桩没有记录，span 中就没有工具定义和系统提示词；但报告的 token 包括了它们。",
  "Phoenix's exports": "Phoenix 的导出",
  "Inputs and outputs that Weave stores elsewhere are only references in the export (weave:///…), so they are left out.":
    "Weave 存放在别处的输入与输出在导出中只是引用（weave:///…）：它们被略去。",
  "If only root calls were exported, their usage is a sum over several model calls. It belongs to no single call, so it is not shown as usage.":
    "如果只导出了根调用，其用量是多次模型调用之和。这样的总和不属于任何单次调用，因此不作为用量显示。",
  "Weave's exports": "Weave 的导出",
  "A stream contains only the response. The prompt, the tools and the results of calls are not in the file, so the window shows the reported size of prompts, but not their content.":
    "数据流只含响应：提示词、工具和调用结果不在文件中，因此窗口显示的是报告的提示词大小，而不是其内容。",
  "Its log does not contain model names.": "其日志中没有模型名称。",
  "Usage, times and messages before a compaction or an undo are only in wire.jsonl: import it together with context.jsonl.":
    "压缩或撤销之前的用量、时间和消息只在 wire.jsonl 中：请与 context.jsonl 一起导入。",
  "Only the summary of the newest compaction is in the files, in context.jsonl.":
    "文件中只有最新一次压缩的摘要，在 context.jsonl 中。",
  "real sessions (only its source code was read)": "真实会话（读过其源代码）",
  "The chat history has no usage and no timestamps; updates.jsonl in the same folder has both per turn. An answer has usage only if its turn had only one call.":
    "聊天历史不含用量和时间；旁边的 updates.jsonl 按轮给出它们。只有一轮中仅有一次调用时，回答才带用量。",
  "Messages before a compaction or a rewind are no longer in the chat history.":
    "压缩或回退之前的消息已不在聊天历史中。",
  "real sessions (checked only against a made-up example)": "真实会话（只与一个自拟的样本核对过）",
  "TraceLab's rounds contain sizes but no texts, so what filled the prompts and what a compaction lost is unknown.":
    "TraceLab 的轮次只含大小而不含文本，因此提示词由什么填充、压缩丢了什么均未知。",
  "TraceLab's rounds contain neither compactions nor sub-agents.": "TraceLab 的轮次既不含压缩，也不含子智能体。",
  "A ShareGPT file has only conversations: no models, no times, no usage.":
    "ShareGPT 文件只含对话：没有模型、时间和用量。",
  "SpecStory's Markdown contains no usage, system prompt or tools, so all counts are estimated and real prompts are larger.":
    "SpecStory 的 Markdown 不含用量、系统提示词和工具，因此所有计数都是估算，实际提示词更大。",
  "Arguments and results of tools are shown as SpecStory rendered them. The file does not say where an answer ends; each is assumed to end with its call.":
    "工具的参数与结果按 SpecStory 呈现的样子显示。文件没有说明回答在哪里结束；假定每个回答到其调用为止。",
} as const;
