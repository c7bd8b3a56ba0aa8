export const share = {
  "HTML, one page with the chart": "HTML，含图表的单个页面",
  "JSON, every measure": "JSON，全部指标",
  "CSV, one line per strategy": "CSV，每个策略一行",
  "Markdown, with what was lost": "Markdown，含丢失的内容",
  "Secrets in the report (best effort: known formats only)": "报告中的密钥（尽力而为：只识别已知格式）",
} as const;
