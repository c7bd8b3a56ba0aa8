import type { Operation } from "./operations";

/** Where something stands in a tool's input: `path`, `edit.old`, `files[].path` (in each item of a list); or several such places. */
export type Places = string | readonly string[];

/** One tool of one client. Its result is always the tool result, so no place is named for it. */
export type ToolRow = {
  readonly operation: Operation;
  readonly path?: Places;
  /** The folder that a command runs in. */
  readonly folder?: Places;
  /** A command line, a list of its words, or (where the field's name is a plural) a list of lines. */
  readonly command?: Places;
  readonly query?: Places;
  readonly url?: Places;
  /** What is written; for tools that ask or delegate, what is said. */
  readonly content?: Places;
  /** What stood in the file before. */
  readonly before?: Places;
  /** The whole plan: a list of items, or a text with one item a line. */
  readonly list?: Places;
  /** The field whose value chooses what is done (`view`, `create`, `str_replace` …). */
  readonly verb?: string;
  /** The files stand in the headers of a patch, wherever in the input its text is. */
  readonly patch?: true;
  /** The row holds only for inputs with this field. */
  readonly needs?: string;
  /** An edit that has none of these fields writes the whole file. */
  readonly writesWithout?: readonly string[];
  /** The call hands another tool's call on: the fields of its name and of its input. */
  readonly wraps?: { readonly name: string; readonly input: string };
};

export type ClientTools = {
  readonly client: string;
  /** Version or commit, with its date where one is known. */
  readonly version: string;
  readonly source: string;
  /** The client also calls its tools in XML, in the text of an answer. */
  readonly callsInXml?: true;
  readonly tools: Readonly<Record<string, ToolRow>>;
};
