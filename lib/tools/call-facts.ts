import { jsonText } from "../conversation/exact-json";
import type { ToolDefinition } from "../conversation/message";
import { oncePerPart } from "../conversation/once-per-part";
import type { JsonValue } from "../conversation/part";
import { type CommandLine, commandLines } from "./command-lines";
import { FIELD_NAMES } from "./data/field-names";
import { actionIn, joinPath } from "./file-word";
import { findTool } from "./find-tool";
import { guessOperation } from "./guess-tool";
import { type Call, innerCalls } from "./inner-calls";
import { fieldsOf, isFields, type PlacedText, plainName, textsAt, textsNamed } from "./input-places";
import { type LineRange, rangeIn } from "./line-range";
import { FILE_OPERATIONS, type FileAction, type Operation } from "./operations";
import { patchFiles } from "./patch-files";
import { scriptFiles } from "./script-files";
import { printedFiles, shellFiles } from "./shell-files";
import type { ToolRow } from "./tool-row";

export type { Call };

/**
 * A file named in a call, and the operation on it. `range`: the lines that a read shows; null for all lines, or if
 * unknown.
 */
export type CalledFile = FileAction & { readonly range: LineRange | null };

export type CallFacts = {
  readonly operation: Operation;
  /** `listed`: the table has the tool. `guessed`: inferred from the names of its input fields. */
  readonly basis: "listed" | "guessed";
  /**
   * Files and folders in the input, as written. For a command, the files of a patch in it or the file that it shows.
   */
  readonly paths: readonly string[];
  /** Distinct files read or changed, in order; paths relative to `folder`. */
  readonly files: readonly CalledFile[];
  /** A command's folder; null if neither the input nor the log states it. */
  readonly folder: string | null;
  /** True for a read whose result is the text of files. */
  readonly showsFile: boolean;
  /** Files whose text is in the result, possibly among other text; paths relative to `folder`. */
  readonly shown: readonly string[];
  readonly url: string | null;
  readonly command: string | null;
  readonly query: string | null;
};

/**
 * The call's facts. `tools`: the request's definitions, whose schemas help to classify a tool missing from the table.
 */
export function callFacts(call: Call, tools: readonly ToolDefinition[] = []): CallFacts {
  const definition = findTool(call.toolName) ? undefined : tools.find(({ name }) => name === call.toolName);
  return definition ? factsWith(definition)(call) : factsAlone(call);
}

const factsWith = oncePerPart((definition: ToolDefinition) => {
  const possible = schemaNames(definition);
  return oncePerPart((call: Call): CallFacts => describe(call, possible));
});

const factsAlone = oncePerPart((call: Call): CallFacts => describe(call));

/** A call's operation on a file; `guessed`: derived only from field names. */
export type CalledAction = FileAction & Pick<CallFacts, "basis">;

/** Distinct files that a call reads or changes, relative to the session's folder. */
export function calledFiles(call: Call, tools?: readonly ToolDefinition[]): CalledAction[] {
  const { files, folder, basis } = callFacts(call, tools);
  const actions = files.map(({ range: _, ...action }): CalledAction => actionIn(folder ?? "", { ...action, basis }));
  return distinct(actions, ({ operation, path }) => `${operation} ${path}`);
}

/** Files whose text is contained in a call's result, relative to the session's folder. */
export function shownFiles(call: Call, tools?: readonly ToolDefinition[]): string[] {
  const { shown, folder } = callFacts(call, tools);
  return unique(shown.map((path) => joinPath(folder ?? "", path)));
}

function describe(call: Call, possible?: ReadonlySet<string>): CallFacts {
  const row = findTool(call.toolName);
  if (row?.wraps) return wrappedFacts(call, row.wraps);
  const inner = innerCalls(call, row);
  if (row && inner.length > 0) return unitedFacts(row.operation, inner.map(factsAlone));
  const fields = fieldsOf(call.input);
  if (row && (row.needs === undefined || row.needs in fields))
    return factsBy(row, operationBy(row, call.input), "listed", call);
  const given = new Set(Object.keys(fields).map(plainName));
  const operation = guessOperation(call.toolName, given.size > 0 ? given : (possible ?? given), possible);
  return factsBy({ operation }, operation, "guessed", call);
}

function wrappedFacts({ input }: Call, { name, input: inner }: NonNullable<ToolRow["wraps"]>): CallFacts {
  const fields = fieldsOf(input);
  const named = fields[name];
  const toolName = typeof named === "string" ? named : "";
  // Guess the operation even if the table has the name, because here the name is that of a server's tool.
  const operation = guessOperation(toolName, new Set(Object.keys(fieldsOf(fields[inner] ?? null)).map(plainName)));
  return factsBy({ operation }, operation, "guessed", { toolName, input: fields[inner] ?? null });
}

/** Facts of calls that share one result. If they differ, the operation is `mixed`. */
function unitedFacts(mixed: Operation, inner: readonly CallFacts[]): CallFacts {
  const operations = new Set(inner.map(({ operation }) => operation));
  const commands = inner.flatMap(({ command }) => command ?? []);
  const isOne = operations.size === 1;
  const [first] = inner;
  return {
    operation: isOne && first ? first.operation : mixed,
    basis: inner.every(({ basis }) => basis === "listed") ? "listed" : "guessed",
    paths: unique(inner.flatMap(({ paths }) => paths)),
    files: eachOnce(inner.flatMap(({ files, folder }) => files.map((file) => actionIn(folder ?? "", file)))),
    folder: null,
    showsFile: inner.every(({ showsFile }) => showsFile),
    shown: inner.flatMap(({ shown, folder }) => shown.map((path) => joinPath(folder ?? "", path))),
    url: isOne ? (first?.url ?? null) : null,
    command: commands.length > 0 ? commands.join("\n") : null,
    query: isOne ? (first?.query ?? null) : null,
  };
}

const VERBS: ReadonlyMap<string, Operation> = new Map([
  ["view", "read"],
  ["read", "read"],
  ["create", "write"],
  ["str_replace", "edit"],
  ["insert", "edit"],
  ["append", "edit"],
  ["undo_edit", "edit"],
  ["delete", "delete"],
  ["rename", "move"],
]);

/** The row's operation, unless the input's verb (or the absence of a text to replace) selects another one. */
function operationBy({ operation, verb, writesWithout }: ToolRow, input: JsonValue): Operation {
  const fields = fieldsOf(input);
  const said = verb === undefined ? undefined : fields[verb];
  if (typeof said === "string") return VERBS.get(said) ?? operation;
  return writesWithout && !writesWithout.some((name) => name in fields) && isFields(input) ? "write" : operation;
}

function factsBy(row: ToolRow, operation: Operation, basis: CallFacts["basis"], call: Call): CallFacts {
  if (operation === "run") return runFacts(row, basis, call);
  const patched = row.patch ? patchFiles(textOfInput(call)) : [];
  const paths = patched.length > 0 ? patched.map(({ path }) => path) : unique(pathTexts(row, call.input));
  const files = patched.length > 0 ? patched.map(whole) : namedFiles(row, operation, call.input);
  const showsFile = operation === "read" && (paths.length > 0 || row.path !== undefined);
  const texts = { url: urlOf(row, operation, call.input), command: null, query: queryOf(row, operation, call.input) };
  const shown = showsFile ? files.map(({ path }) => path) : [];
  return { operation, basis, paths, files: eachOnce(files), folder: null, showsFile, shown, ...texts };
}

function runFacts(row: ToolRow, basis: CallFacts["basis"], call: Call): CallFacts {
  const { input, inputText, folder: logged = "" } = call;
  const lines = commandLines(input, inputText, row.command);
  const command = lines.length > 0 ? lines.map(({ line }) => line).join("\n") : commandElsewhere(row, call);
  const patched = lines.flatMap(({ line }) => patchFiles(line)).map(({ path }) => path);
  const shown = lines.length === 1 ? fileShown(command) : null;
  const files = lines.flatMap(filesOfLine).map(whole);
  const stated = (row.folder ? textsAt(input, row.folder) : []).concat(textsNamed(input, FIELD_NAMES.folder, 0))[0];
  const folder = stated === undefined ? logged : joinPath(logged, stated.text);
  return {
    operation: patched.length > 0 ? "edit" : shown !== null ? "read" : "run",
    basis,
    paths: patched.length > 0 ? unique(patched) : shown !== null ? [shown] : [],
    files: eachOnce(files),
    folder: folder || null,
    showsFile: shown !== null && patched.length === 0,
    shown: lines.flatMap(shownByLine),
    url: null,
    command: command === "" ? null : command,
    query: null,
  };
}

/** A database query, or the entire input of a tool that always runs something. */
function commandElsewhere(row: ToolRow, { input, inputText }: Call): string {
  const [query] = textsNamed(input, FIELD_NAMES.query, 0);
  if (query) return query.text;
  return row.command === undefined ? "" : (inputText ?? jsonText(input));
}

const filesOfLine = ({ line, folder, isShell }: CommandLine): FileAction[] =>
  [...patchFiles(line), ...(isShell ? shellFiles(line) : scriptFiles(line))].map((action) => actionIn(folder, action));

const shownByLine = ({ line, folder, isShell }: CommandLine): string[] =>
  isShell ? printedFiles(line).map((path) => joinPath(folder, path)) : [];

const fileShown = (command: string): string | null =>
  command.match(/^\s*(?:bash -lc ["']?)?cat\s+([^\s|;&<>'"]+)\s*["']?$/)?.[1] ?? null;

/** All texts of an input, one per line, because clients put patches in different fields. */
function textOfInput({ input, inputText }: Call): string {
  const texts = (value: JsonValue): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const found = texts(input);
  return found.length > 0 ? found.join("\n") : (inputText ?? "");
}

const LONGEST_PATH = 500;

/** The paths in the input's fields that the tool's row names; if they are empty, in the fields that other clients use. */
function placedPaths(row: ToolRow, input: JsonValue): PlacedText[] {
  const own = row.path ? textsAt(input, row.path) : [];
  const found = own.length > 0 ? own : textsNamed(input, FIELD_NAMES.path);
  return found.filter(({ text }) => text.length < LONGEST_PATH && !/\n|:\/\//.test(text));
}

const pathTexts = (row: ToolRow, input: JsonValue): string[] => placedPaths(row, input).map(textOf);

function namedFiles(row: ToolRow, operation: Operation, input: JsonValue): CalledFile[] {
  const does = FILE_OPERATIONS[operation];
  if (does === undefined) return [];
  if (operation === "move") {
    const target = textsNamed(input, FIELD_NAMES.to, 0)[0] ?? placedPaths(row, input).at(-1);
    return target ? [{ path: target.text, operation: does, range: null }] : [];
  }
  const rangeOf = (holder: PlacedText["holder"]) => rangeIn(holder) ?? rangeIn(fieldsOf(input));
  return placedPaths(row, input).map(({ text, holder }) => ({
    path: text,
    operation: does,
    range: operation === "read" ? rangeOf(holder) : null,
  }));
}

const ADDRESS = /https?:\/\/[^\s"'<>)\]]+/;

/** The address in the input; a fetch may contain it within a longer text. */
function urlOf(row: ToolRow, operation: Operation, input: JsonValue): string | null {
  const own = row.url ? textsAt(input, row.url) : [];
  const texts = (own.length > 0 ? own : textsNamed(input, FIELD_NAMES.url, 0)).map(({ text }) => text);
  const whole = texts.find((text) => /^https?:\S+$/.test(text));
  return whole ?? (operation === "fetch" ? (ADDRESS.exec(texts.join("\n"))?.[0] ?? null) : null);
}

function queryOf(row: ToolRow, operation: Operation, input: JsonValue): string | null {
  const own = row.query ? textsAt(input, row.query) : [];
  const found = own.length > 0 || operation !== "search" ? own : textsNamed(input, FIELD_NAMES.query, 0);
  return found[0]?.text ?? null;
}

/** Field names in a tool's schema. */
const schemaNames = ({ schema }: ToolDefinition): ReadonlySet<string> =>
  new Set(Object.keys(fieldsOf(fieldsOf(schema).properties ?? null)).map(plainName));

const textOf = ({ text }: PlacedText): string => text;

const whole = (file: FileAction): CalledFile => ({ ...file, range: null });

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

const eachOnce = (files: readonly CalledFile[]): CalledFile[] =>
  distinct(files, ({ operation, path, range }) => `${operation} ${path} ${range?.start} ${range?.end}`);

/** One action for each key: the first that does more than append, otherwise the last. */
function distinct<Action extends FileAction>(actions: readonly Action[], keyOf: (action: Action) => string): Action[] {
  const seen = new Map<string, Action>();
  for (const action of actions) {
    const known = seen.get(keyOf(action));
    if (known === undefined || known.isAppend) seen.set(keyOf(action), action);
  }
  return [...seen.values()];
}
