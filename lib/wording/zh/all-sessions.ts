export const allSessions = {
  "Reading your sessions…": "正在读取您的会话…",
  "Parts of this page": "本页的各部分",
  "{sessions, plural, one {# session} other {# sessions}} of your own. The built-in examples are not counted.":
    "您自己的 {sessions, number} 个会话。内置示例不计入。",
  "What cost most": "最大的花费",
  "Causes of more than 2 % of a session's cost, costliest first. They may overlap, so they are not added up.":
    "占会话费用 2 % 以上的原因，花费最多的在前。它们可能重叠，因此不相加。",
  " Only your newest {newest} sessions are counted.": "只计入最新的 {newest} 个会话。",
  "Cause and fix": "原因与改法",
  "Costliest session": "花费最大的会话",
  "unknown in {unpriced}": "{unpriced} 个会话未知",
  "When to compact": "何时压缩",
  "The same settings are replayed over every session, with lost facts included in the cost, and tested on sessions that were not used to choose them.":
    "在每个会话上重放相同的设置，费用计入丢失的事实，并在未参与选择的会话上检验。",
} as const;
