export const composition = {
  "system prompt and tool definitions": "系统提示词与工具定义",
  "in the prompt, not in the log": "在提示词中，但不在日志中",
  "{kind}{tool} {label}: {tokens} tokens from request {first}{cost}{waste}":
    "{kind}{tool} {label}：{tokens} token，自请求 {first} 起{cost}{waste}",
  ", {cost} to carry": "，携带费用 {cost}",
  "{tokens} tokens, {count} parts": "{tokens} token，{count} 个部分",
  "{tokens} tokens; the log holds {held} of them, in {count} parts":
    "{tokens} token；其中 {held} 在日志中，共 {count} 个部分",
  "Whole session": "整个会话",
  "for nothing": "白费",
  "copy of an earlier part": "较早部分的副本",
  "by what sending them cost, over all requests that carried them": "按所有携带它们的请求为发送它们所付的费用",
  "in request {at}": "在请求 {at} 中",
} as const;
