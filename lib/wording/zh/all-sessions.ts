export const allSessions = {
  "Parts of this page": "本页的各部分",
  "{sessions, plural, one {# session} other {# sessions}} of your own. The built-in examples are not counted.":
    "您自己的 {sessions, number} 个会话。内置示例不计入。",
  "When to compact": "何时压缩",
  "The same settings are replayed over every session, with lost facts paid, and tested on sessions that they were not chosen on.":
    "在每个会话上回放相同的设置，计入丢失信息的代价，并在未参与选择的会话上检验。",
} as const;
