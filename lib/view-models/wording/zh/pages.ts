export const pages = {
  Error: "错误",
  "This page could not be drawn": "无法显示此页面",
  "Nothing was changed: imported sessions are still stored as they were.": "没有任何更改：已导入的会话保持原样。",
  "digest {digest}": "摘要码 {digest}",
  "Go to the library": "前往会话库",
  "If it happens again, the server's log holds the reason under the digest below.":
    "如果再次发生，服务器日志会在下面的摘要码处写明原因。",
  "Skip to content": "跳到正文",
  "Not found": "找不到",
  "Explaining the cache…": "正在分析缓存…",
  "Looking for what to change…": "正在查找可改进之处…",
  "Reading the session…": "正在读取会话…",
  "No session is stored under this address": "此地址下没有存储会话",
  "The session may have been deleted, or the link comes from another machine: sessions stay where they were imported.":
    "该会话可能已被删除，或者链接来自另一台机器：会话只保存在导入它的机器上。",
} as const;
