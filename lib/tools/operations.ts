/**
 * A tool's purpose, in one word for each difference that matters to a reader. `other` is any other or an unknown
 * purpose.
 */
export type Operation =
  | "read"
  | "write"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "run"
  | "fetch"
  | "plan"
  | "ask"
  | "delegate"
  | "finish"
  | "other";

type OperationFacts = {
  /** Plain words for the interface. */
  readonly does: string;
  /** What a call changes: files named in its input, anything (which only its command or task shows), or nothing. */
  readonly changes: "named files" | "anything" | "nothing";
};

export const OPERATIONS: Readonly<Record<Operation, OperationFacts>> = {
  read: { does: "shows the text of files", changes: "nothing" },
  write: { does: "writes whole files", changes: "named files" },
  edit: { does: "changes files in place", changes: "named files" },
  delete: { does: "deletes files", changes: "named files" },
  move: { does: "moves or renames files", changes: "named files" },
  search: { does: "searches or lists files, code or the web", changes: "nothing" },
  run: { does: "runs commands, or shows what they print", changes: "anything" },
  fetch: { does: "fetches a page", changes: "nothing" },
  plan: { does: "states, changes or shows the plan", changes: "nothing" },
  ask: { does: "asks the user", changes: "nothing" },
  delegate: { does: "hands a task to another agent", changes: "anything" },
  finish: { does: "ends the task", changes: "nothing" },
  other: { does: "does something else", changes: "anything" },
};

/** True for operations that change the files named in the input. */
export const changesFiles = (operation: Operation): boolean => OPERATIONS[operation].changes === "named files";

/** What was done to one file. */
export type FileOperation = "created" | "modified" | "deleted" | "renamed" | "read";

/** What a tool does to the files in its input, by operation; operations that are not listed do nothing to them. */
export const FILE_OPERATIONS: Readonly<Partial<Record<Operation, FileOperation>>> = {
  read: "read",
  write: "created",
  edit: "modified",
  delete: "deleted",
  move: "renamed",
};

/**
 * `isAppend`: the file's earlier lines stay as they are. `from`: the file whose text it gets; null if it gets an
 * earlier text of its own.
 */
export type FileAction = {
  readonly path: string;
  readonly operation: FileOperation;
  readonly isAppend?: true;
  readonly from?: string | null;
};
