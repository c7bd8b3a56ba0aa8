export const advice = {
  "knee: {label}": "拐点：{label}",
  "{id} at {label}: {cost}, {lost} lost facts per 100 requests":
    "{label} 时的 {id}：{cost}，每 100 次请求丢失 {lost} 条事实",
  "The log itself": "日志本身",
  "the log": "日志",
} as const;
