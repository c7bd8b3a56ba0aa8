import type { Operation } from "./operations";

/** A place in a tool's input: `path`, `edit.old`, `files[].path` (in each item of a list); or several such places. */
export type Places = string | readonly string[];

/** One tool of one client. Its result is always the tool result, so it has no place for that. */
export type ToolRow = {
  readonly operation: Operation;
  readonly path?: Places;
  /** The folder that a command runs in. */
  readonly folder?: Places;
  /** A command line, a list of its words, or (if the field's name is a plural) a list of lines. */
  readonly command?: Places;
  readonly query?: Places;
  readonly url?: Places;
  /** The text that is written; for tools that ask or delegate, the question or task. */
  readonly content?: Places;
  /** The text that an edit replaces. */
  readonly before?: Places;
  /** The whole plan: a list of items, or a text with one item per line. */
  readonly list?: Places;
  /** The field whose value selects the operation (`view`, `create`, `str_replace` …). */
  readonly verb?: string;
  /** The files are named in the headers of a patch, which may be anywhere in the input. */
  readonly patch?: true;
  /** The row applies only to inputs with this field. */
  readonly needs?: string;
  /** An edit without any of these fields writes the whole file. */
  readonly writesWithout?: readonly string[];
  /** The call wraps a call of another tool: the fields that hold its name and its input. */
  readonly wraps?: { readonly name: string; readonly input: string };
  /** The call runs calls of the client's own tools: the field that lists them, and in each item the fields as in `wraps`. */
  readonly runs?: { readonly calls: string; readonly name: string; readonly input: string };
};

export type ClientTools = {
  readonly client: string;
  /** Version or commit, with its date if one is known. */
  readonly version: string;
  readonly source: string;
  /** True when the client also calls its tools as XML in the text of an answer. */
  readonly callsInXml?: true;
  readonly tools: Readonly<Record<string, ToolRow>>;
};
