/** Cursor surrounds a prompt with rules, files and search results. Only the query was typed. */
const QUERY = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/;

const INJECTED =
  /^\s*<(?:user_info|external_links|attached_files|system_reminder|rules|project_layout|git_status|additional_data|agent_skills|always_applied_workspace_rules)\b/;

/** The user's words in a prompt; null if Cursor wrote all of it. */
export function typedText(prompt: string): string | null {
  const query = QUERY.exec(prompt)?.[1];
  if (query !== undefined) return query === "" ? null : query;
  return INJECTED.test(prompt) || prompt.trim() === "" ? null : prompt;
}
