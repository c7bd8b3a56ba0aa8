export const composition = {
  "system prompt and tool definitions": "系统提示词与工具定义",
  "in the prompt, not in the log": "在提示词中，但不在日志中",
  "{kind}{tool} {label}: {tokens} tokens from request {first}{cost}{waste}":
    "{kind}{tool} {label}：{tokens} token，自请求 {first} 起{cost}{waste}",
  ", {cost} to send": "，发送费用 {cost}",
  "{tokens} tokens, {count, plural, one {# part} other {# parts}}": "{tokens} token，{count, number} 个部分",
  "{tokens} tokens; the log contains {held} of them, in {count, plural, one {# part} other {# parts}}":
    "{tokens} token；其中 {held} 在日志中，共 {count, number} 个部分",
  "Whole session": "整个会话",
  wasted: "浪费",
  "copy of an earlier part": "较早部分的副本",
  "Parts by size": "按大小排列的部分",
  "None found: {kinds}": "未发现：{kinds}",
  "Largest group: {group}, {share} of this prompt ({tokens} of {all} tokens).":
    "最大的一类：{group}，占此提示词的 {share}（{all} token 中的 {tokens}）。",
  "This log has no token counts for this prompt.": "此日志没有这个提示词的 token 计数。",
  "text that is not in the log": "不在日志中的文本",
  "system prompt": "系统提示词",
  "compaction summaries": "压缩摘要",
  "your messages": "您的消息",
  "file contents": "文件内容",
  "tool calls": "工具调用",
  "tool results": "工具结果",
  "the model's answers": "模型的回答",
  "in request {at}": "在请求 {at} 中",
} as const;
