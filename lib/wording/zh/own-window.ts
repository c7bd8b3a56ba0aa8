/** Asks for an unknown window, on a session's page and in a model's details. */
export const ownWindow = {
  "Removed.": "已移除。",
  "Saved in your models.json.": "已保存到您的 models.json。",
  "A custom window size": "您自己给出的窗口",
  "Window unknown: how large is it?": "窗口未知：有多大？",
  "Context window": "上下文窗口",
  "saved in your models.json, for every session of the model": "保存在您的 models.json 中，用于该模型的所有会话",
  "Every window listed for {count, plural, one {this model} other {these models}} is too small for this session. Enter its real size to show shares of the window and the dashed line.":
    "所列的模型窗口都容纳不下此会话（{count, number} 个模型）。填写实际大小后即可显示窗口占比和虚线。",
} as const;
