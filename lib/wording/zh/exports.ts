export const exports = {
  "Anthropic Messages": "Anthropic Messages",
  "OpenAI Chat Completions": "OpenAI Chat Completions",
  "OpenAI Responses": "OpenAI Responses",
  "Vercel AI SDK": "Vercel AI SDK",
  "Imported file, byte for byte": "导入的文件（逐字节原样）",
  "Winnow session": "Winnow 会话",
  "HTML page": "HTML 页面",
  "CSV of the requests": "请求的 CSV",
  "Context of this request": "此请求的上下文",
  "History of this agent": "此智能体的历史",
  "Mask each secret": "遮盖每个密钥",
  "Drop each text that contains one": "删去含有密钥的文本",
} as const;
