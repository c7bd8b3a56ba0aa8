export const comments = {
  "Not saved: {failure}": "未保存：{failure}",
  "Ctrl or ⌘ Enter saves": "Ctrl 或 ⌘ Enter 保存",
  Comment: "评论",
  " · changed": " · 已更改",
  "Change the comment": "更改评论",
  "Delete the comment": "删除评论",
  "Not deleted: {failure}": "未删除：{failure}",
  Comments: "评论",
  Write: "写评论",
  "Comment on request {number}": "对请求 {number} 的评论",
  ", has a comment": "，有评论",
} as const;
