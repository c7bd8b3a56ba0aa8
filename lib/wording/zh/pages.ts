export const pages = {
  "Skip to content": "跳到正文",
  "Explaining the cache…": "正在分析缓存…",
  "Loading the session…": "正在读取会话…",
  "No session is stored under this address": "此地址下没有存储会话",
  "The session may have been deleted, or the link may come from another machine: sessions stay where they were imported.":
    "该会话可能已被删除，或者链接来自另一台机器：会话只保存在导入它的机器上。",
  "The metrics page is not available": "此处没有指标页面",
  "This copy of Winnow was packaged without its docs.": "此份 Winnow 打包时没有包含文档。",
  "This is docs/metrics.md, a document of the project, in English.": "以下是项目文档 docs/metrics.md 的原文，为英文。",
} as const;
