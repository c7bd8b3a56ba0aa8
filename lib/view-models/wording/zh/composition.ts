export const composition = {
  "system prompt and tool definitions": "系统提示与工具定义",
  "in the prompt, not in the log": "在提示中，但不在日志中",
  "{kind}{tool} {label}: {tokens} tokens from request {first}{cost}{waste}":
    "{kind}{tool} {label}：{tokens} token，自请求 {first} 起{cost}{waste}",
  ", {cost} to carry": "，携带费用 {cost}",
} as const;
