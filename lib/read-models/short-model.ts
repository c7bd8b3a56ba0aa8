/** `sonnet-4-5` for `claude-sonnet-4-5-20250929`: without the maker and the day of its release. A session is shown with its first model. */
export function shortModel(models: readonly string[]): string | undefined {
  return models[0]?.replace(/^claude-/, "").replace(/-\d{8}$/, "");
}
