/**
 * `sonnet-4-5` for `claude-sonnet-4-5-20250929`: without maker and release date. A session is labelled with its first
 * model.
 */
export function shortModel(models: readonly string[]): string | undefined {
  return models[0]?.replace(/^claude-/, "").replace(/-\d{8}$/, "");
}
