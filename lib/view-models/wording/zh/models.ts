export const models = {
  "{label}: {window} tokens, {released}": "{label}：{window} token，{released}",
} as const;
