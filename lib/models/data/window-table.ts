/**
 * A published table of fifteen context windows by release date, late 2025: names and numbers as printed, the value
 * used, the date. Rows of models.json with this window and date cite it as `window-table`.
 */
export const PUBLISHED_WINDOWS: readonly { name: string; printed: string; window: number; releaseDate: string }[] = [
  { name: "gpt-3.5-turbo-0125", printed: "16385", window: 16_385, releaseDate: "2024-01-25" },
  { name: "gpt-4o-2024-05-13", printed: "128000", window: 128_000, releaseDate: "2024-05-13" },
  { name: "o1", printed: "200000", window: 200_000, releaseDate: "2024-12-05" },
  { name: "GPT-5", printed: "400000", window: 400_000, releaseDate: "2025-08-07" },
  { name: "gemini-2.0-flash-lite-001", printed: "1048576", window: 1_048_576, releaseDate: "2025-02-25" },
  { name: "gemini-2.5-pro", printed: "1048576", window: 1_048_576, releaseDate: "2025-05-09" },
  { name: "claude-3-haiku-20240307", printed: "200000", window: 200_000, releaseDate: "2024-03-07" },
  { name: "claude-sonnet-4-20250514", printed: "200000", window: 200_000, releaseDate: "2025-05-14" },
  { name: "claude-sonnet-4-5-20250929", printed: "200000", window: 200_000, releaseDate: "2025-09-29" },
  { name: "DeepSeek-V3", printed: "128K", window: 128_000, releaseDate: "2024-12-26" },
  { name: "DeepSeek-R1", printed: "128K", window: 128_000, releaseDate: "2025-01-20" },
  { name: "DeepSeek-V3.2-Exp", printed: "128K", window: 128_000, releaseDate: "2025-09-29" },
  { name: "qwen3-coder-plus", printed: "1000000", window: 1_000_000, releaseDate: "2025-07-23" },
  { name: "qwen3-max", printed: "262144", window: 262_144, releaseDate: "2025-09-24" },
  { name: "GLM-4.6", printed: "200K", window: 200_000, releaseDate: "2025-09-30" },
];
