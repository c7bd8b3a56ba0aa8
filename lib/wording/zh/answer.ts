/** Says what a session cost, why, and what to change. */
export const answer = {
  "Tools or system prompt change with each typed message": "每次输入都会改变工具或系统提示词",
  "a start of the prompt that changes with each typed message": "提示词开头随每次输入而变化",
  "Send the time, file list and other news in the message itself, so that the start of the prompt stays the same.":
    "把时间、文件列表等放进消息本身，让提示词开头保持不变。",
  "The start of the prompt changed": "提示词开头有变化",
  "a changed start of the prompt": "提示词开头有变化",
  "Put times, ids and status lines into the message, not into the system prompt.":
    "把时间、id 和状态行放进消息，而不是系统提示词。",
  "Tool definitions changed in the session": "会话中工具定义有变化",
  "changed tool definitions": "工具定义有变化",
  "Send the same tools in the same order in every request.": "每次请求都以同样的顺序发送同样的工具。",
  "The choice of tools changed in the session": "会话中工具选择有变化",
  "a changed choice of tools": "工具选择有变化",
  "Keep the same choice of tools for the whole session.": "整个会话保持同样的工具选择。",
  "A reminder moved between messages": "提醒在消息之间移动",
  "reminders that moved between messages": "提醒在消息之间移动",
  "Leave reminders where they first stood.": "提醒留在最初的位置。",
  "The same values came in another order of keys": "同样的值，键的顺序变了",
  "another order of keys": "键的顺序变了",
  "Write tool inputs and schemas in one fixed order of keys.": "以固定的键顺序写工具输入和 schema。",
  "Earlier messages were changed": "之前的消息被改动",
  "changes to earlier messages": "之前的消息被改动",
  "Keep what has been sent. If it must change, change it at the end of a task.":
    "不改已发送内容；必须改时放在任务结束时。",
  "Skills or tools were loaded in the middle of the session": "中途加载了技能或工具",
  "skills or tools loaded in the middle of the session": "中途加载技能或工具",
  "Load skills and tools before the first task.": "在第一个任务前加载技能和工具。",
  "Request settings changed in the session": "会话中请求参数有变化",
  "changed request settings": "请求参数有变化",
  "Keep effort, cache key and output format the same for the whole session.":
    "整个会话保持同样的 effort、缓存键和输出格式。",
  "The model was switched in the session": "会话中切换了模型",
  "switching models in the session": "会话中切换模型",
  "Choose the model at the start, or give the other model's work to a sub-agent.": "开始时选定模型，或交给子智能体。",
  "Idle for longer than the cache lives": "空闲超过缓存有效期",
  "idle time longer than the cache lives": "空闲超过缓存有效期",
  "Compact or start a new session before a long break.": "长时间离开前先压缩或新开会话。",
  "The prompt got shorter": "提示词变短",
  "a prompt that got shorter": "提示词变短",
  "Cut rarely, and a lot at once.": "少裁剪，一次多裁一些。",
  "More was added at once than the provider looks back over": "一次追加的内容超出服务商的回溯范围",
  "additions longer than the provider looks back over": "一次追加的内容超出服务商的回溯范围",
  "Set a second breakpoint before long runs of blocks.": "在一长串内容块之前再设一个断点。",
  "Prompts are too short to be cached": "提示词太短，无法缓存",
  "prompts that are too short to be cached": "提示词太短，无法缓存",
  "Nothing to do: nothing is cached below the model's minimum.": "无需处理：低于模型最小长度的内容不会缓存。",
  "Cache writes were never read": "写入缓存的内容从未被读取",
  "cache writes that were never read": "写入缓存却从未读取的内容",
  "Don't cache single calls and last turns.": "不要缓存单次调用和最后一轮。",
  "Tool results are sent twice": "工具结果被发送两次",
  "tool results that are sent twice": "工具结果被发送两次",
  "Start a new session instead of resuming this one, and report it to the client's authors.":
    "新开会话而不要恢复此会话，并向客户端的作者报告。",
  "Outdated file reads stay in the prompt": "已过期的文件内容仍在提示词中",
  "outdated file reads": "已过期的文件内容",
  "Drop a read once its file changes. It can be read again.": "文件改动后移除旧的读取结果，需要时可再次读取。",
  "duplicate content": "重复内容",
  "On a repeated read, point to the first.": "重复读取时引用首次结果。",
  "repeated errors": "重复的错误",
  "To-do list repeated": "待办清单重复",
  "repeated to-do lists": "重复的待办清单",
  "Tools are defined and never used": "定义了却从未使用的工具",
  "tools that are never used": "从未使用的工具",
  "Turn off tool servers that you never use.": "关闭从不使用的工具服务器。",
  "Breaks without a cause in the log": "日志中没有原因的缓存失效",
  "breaks without a cause in the log": "日志中没有原因的缓存失效",
  "Record the next session: both prompts can then be compared.": "录制下一次会话，即可比较前后两份提示词。",
  "Use the one-hour cache.": "改用 1 小时缓存。",
  "Too short to judge: {requests}.": "太短，无法判断：{requests}。",
  "This log has no token counts. Sizes are estimates; there is no cost.":
    "日志没有 token 计数；大小为估算值，费用未知。",
  "The models of this session are free or run locally, so there is no cost.{change}":
    "此会话的模型免费或在本机运行，因此没有费用。{change}",
  " What to change is known all the same.": "该改什么仍可判断。",
  " Nothing to change was found.": "没有发现需要改动的地方。",
  "This log has no cache figures, so the cost is between {low} and {high}.{change}":
    "日志没有缓存数据，费用在 {low} 到 {high} 之间。{change}",
  "This log has no cache figures, so the cost is unknown.{change}": "日志没有缓存数据，费用未知。{change}",
  "No price is known for the models of this session, so there is no cost.{change}":
    "此会话的模型没有已知价格，因此费用未知。{change}",
  "{tokens} tokens ({share} of the input) were paid again; no price is known.":
    "有 {tokens} 个 token（占输入 {share}）重复计费；价格未知。",
  "{cause}: {tokens} tokens; what they cost is unknown.": "{cause}：{tokens} 个 token，费用未知。",
  "{cause} cost most: {money} of {cost} ({share}).": "花费最多的是{cause}：{money}（共 {cost}，占 {share}）。",
  "{share} of this session's cost has one cause: {cause}.": "本次会话 {share} 的费用出自同一原因：{cause}。",
  "{share} of this session's cost probably has one cause: {cause}.":
    "本次会话 {share} 的费用很可能出自同一原因：{cause}。",
  "{count, plural, one {One cache break} other {# cache breaks}} cost {money} of {cost}; this log doesn't show why.":
    "{count, number} 次缓存失效多花了 {money}（共 {cost}），日志未说明原因。",
  "{count, plural, one {One request} other {# requests}} read less from the cache than the one before: {money} of {cost}.":
    "有 {count, number} 次请求的缓存读取少于前一次：{money}（共 {cost}）。",
  "Nothing found in what this log shows. {open} of {all} checks need more than it holds.":
    "就日志所见没有问题；{all} 项检查中有 {open} 项数据不足。",
  "No cache break": "没有缓存失效",
  "No cache break but those of compactions": "除压缩外没有缓存失效",
  "Nothing to change. {none}, and no waste was found.": "无需改动。{none}，也没有发现无用花费。",
  "Nothing to change. {none}, and the largest waste found is {money} ({share}).":
    "无需改动。{none}，最大的无用花费为 {money}（{share}）。",
  "Nothing to change. {count, plural, one {One cache break} other {# cache breaks}} cost {money}.":
    "无需改动。{count, number} 次缓存失效多花了 {money}。",
  "Nothing to change. The costliest cause, {cause}, is {money} ({share}).":
    "无需改动。花费最多的原因是{cause}：{money}（{share}）。",
  "{typed} of {empty} full misses came right after a typed message.":
    "{empty} 次完全未命中中，有 {typed} 次紧接在输入的消息之后。",
  "What follows the cut may never have been cached, so the loss may be zero.":
    "裁剪之后的内容可能从未缓存，损失可能为零。",
  "{unread} of {written} tokens written to the cache were not read by the next request.":
    "写入缓存的 {written} 个 token 中，有 {unread} 个没有被下一次请求读取。",
  "Largest: {part}, {tokens} tokens, outdated since {since} and sent {times, plural, one {once more} other {# more times}}.":
    "最大：{part}，{tokens} 个 token，自 {since} 起过期，之后又发送 {times, number} 次。",
  "{tokens} tokens identical to an earlier output.": "{tokens} 个 token 与之前的输出相同。",
  "{tokens} tokens of failed calls that were made again.": "{tokens} 个 token 属于已重试的失败调用。",
  "{tokens} tokens; only the newest list is needed.": "{tokens} 个 token；只需要最新的清单。",
  "{count, plural, one {# definition} other {# definitions}} of {tokens} tokens in each prompt, never called.":
    "{count, number} 个定义，每次提示词 {tokens} 个 token，从未调用。",
  "At {requests}.": "位于 {requests}。",
  "entries live {life}": "缓存有效期 {life}",
  "how long entries live is not in the log": "日志没有说明缓存有效期",
  "{gap} before {request}; {life}.": "{request} 之前空闲 {gap}；{life}。",
  "{count} pauses of {shortest} to {longest}; {life}.": "{count} 次空闲，{shortest} 到 {longest}；{life}。",
  "{who}: this log holds too little text to check what was needed afterwards.":
    "{who}：日志文本太少，无法检查后来需要什么。",
  "{who} dropped {dropped} of {needed} facts needed afterwards{again}.":
    "{who}丢掉了后来需要的 {needed} 条信息中的 {dropped} 条{again}。",
  "{who} dropped {share} of what was needed afterwards{again}.": "{who}丢掉了后来所需内容的 {share}{again}。",
  "; no file had to be read again": "；没有文件需要重新读取",
  "; reading {count} again took {tokens} tokens, cost unknown": "；重新读取 {count}用了 {tokens} 个 token，费用未知",
  "; reading {count} again cost {money}": "；重新读取 {count}花费 {money}",
  "{count, plural, one {# compaction} other {# compactions}}": "{count, number} 次压缩",
} as const;
