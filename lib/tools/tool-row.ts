import type { Operation } from "./operations";

/** A place in a tool's input: `path`, `edit.old`, `files[].path` (in each item of a list); or several such places. */
export type Places = string | readonly string[];

/** A client's tool. There is no place for its result, which is always the tool result. */
export type ToolRow = {
  readonly operation: Operation;
  readonly path?: Places;
  /** A command's folder. */
  readonly folder?: Places;
  /** A command line, a list of its words, or (if the field's name is a plural) a list of lines. */
  readonly command?: Places;
  readonly query?: Places;
  readonly url?: Places;
  /** The written text; for tools that ask or delegate, the question or task. */
  readonly content?: Places;
  /** The text replaced by an edit. */
  readonly before?: Places;
  /** The entire plan: a list of items, or a text with one item per line. */
  readonly list?: Places;
  /** The field whose value selects the operation (`view`, `create`, `str_replace` …). */
  readonly verb?: string;
  /** True if the files are in a patch's headers, anywhere in the input. */
  readonly patch?: true;
  /** A field that the input must have for the row to apply. */
  readonly needs?: string;
  /** Fields that mark an edit. A call without any of them writes the entire file. */
  readonly writesWithout?: readonly string[];
  /** The call wraps a call of another tool: the fields with its name and its input. */
  readonly wraps?: { readonly name: string; readonly input: string };
  /** The call runs the client's own tools: the field listing the calls, and in each item the fields as in `wraps`. */
  readonly runs?: { readonly calls: string; readonly name: string; readonly input: string };
};

export type ClientTools = {
  readonly client: string;
  /** Version or commit, with its date if known. */
  readonly version: string;
  readonly source: string;
  /** True if the client also calls its tools as XML in an answer's text. */
  readonly callsInXml?: true;
  readonly tools: Readonly<Record<string, ToolRow>>;
};
