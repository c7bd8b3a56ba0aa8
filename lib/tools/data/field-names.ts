/**
 * Input field names used by tools of any client, without case and punctuation (`file_path` and `filePath` are the
 * same). They show where to look in the input of an unlisted tool, and in older inputs of listed ones.
 */
export const FIELD_NAMES = {
  path: fields(
    "path paths file_path file_paths filename absolute_path relative_path target_file notebook_path path_in_project file files",
  ),
  from: fields("source src old_path source_path from from_path"),
  to: fields("destination dest dst new_path destination_path target_path to to_path"),
  folder: fields("workdir cwd working_directory working_dir"),
  command: fields("command commands cmd command_line script code"),
  query: fields("query queries pattern regex search_term search_query substring_pattern q"),
  url: fields("url urls uri href link"),
  content: fields("content contents text file_text body new_source code_content"),
  before: fields(
    "old_string old_str old_text old search edits diff patch patches changes replacements repl replacement",
  ),
  list: fields("todos plan todo_list task_list checklist items tasks"),
  question: fields("question questions"),
  task: fields("prompt task message instructions"),
} as const;

export type FieldRole = keyof typeof FIELD_NAMES;

function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(" ").map((name) => name.replaceAll("_", "")));
}
