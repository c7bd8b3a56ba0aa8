import { shellLine } from "./command-lines";
import { actionIn, isFile, isKnownFile, joinPath } from "./file-word";
import type { FileAction, FileOperation } from "./operations";
import { scriptFiles } from "./script-files";
import { type ShellCommand, splitCommands } from "./split-commands";

/** Commands by what they do to the named files; options are recognised by their dash. */
const READERS = new Set(["cat", "head", "tail", "less", "more", "nl", "bat", "wc"]);
/** Commands whose first argument is a pattern or program, not a file. */
const PATTERN_READERS = new Set(["sed", "awk", "grep", "rg", "jq"]);
const REMOVERS = new Set(["rm", "unlink"]);

/**
 * What a shell command line does to files: reading commands, redirections, in-place edits, rm, mv, cp, touch, tee, git.
 */
export function shellFiles(line: string): FileAction[] {
  let folder = "";
  const named = SCRIPTED.test(line) ? scriptFiles(line) : [];
  const done = simpleCommands(line).flatMap((command) => {
    const [program = "", ...rest] = command.words;
    if (program === "cd") {
      folder = joinPath(folder, rest[0] ?? "");
      return [];
    }
    return [...outputs(command), ...inputs(command), ...effectsOf(program, rest)].map((action) =>
      actionIn(folder, {
        ...action,
        path: asWritten(action.path),
        ...(action.from && { from: asWritten(action.from) }),
      }),
    );
  });
  return [...done, ...named.map((action) => actionIn(folder, action))];
}

/**
 * Replaces a `$` that belongs to a file's name, such as `'routes/$id.tsx'`, because a word with any other `$` is not
 * taken as a file.
 */
const DOLLAR = "\ue024";
const asWritten = (word: string): string => word.replaceAll(DOLLAR, "$");

/** The commands of a line, including those of a line that another shell is asked to run (`bash -lc "…"`). */
const simpleCommands = (line: string): ShellCommand[] =>
  splitCommands(line, DOLLAR).flatMap((command) => {
    const asked = shellLine(command.words);
    return asked === command.words.join(" ") ? [command] : splitCommands(asWritten(asked), DOLLAR);
  });

/** Commands that print a file's lines, and those that pass on some of their input lines. */
const SHOWERS = new Set(["cat", "head", "tail", "less", "more", "nl", "bat", "sed", "diff", "git"]);
const FILTERS = new Set(["cat", "head", "tail", "nl", "sed"]);

/**
 * The files whose text a shell line prints, in full or in part: `sed -n '1,80p' a.ts; cat b.ts`, `git status && nl a.ts
 * | head -50`, `sed -n 1,9p a.ts > part.txt; cat part.txt`.
 */
export function printedFiles(line: string): string[] {
  const commands = simpleCommands(line);
  const written = new Map<string, readonly string[]>();
  let folder = "";
  return commands.flatMap((command, at) => {
    const [program = "", ...rest] = command.words;
    if (program === "cd") folder = joinPath(folder, rest[0] ?? "");
    if (command.isPiped || !SHOWERS.has(program)) return [];
    const end = commands.findIndex(({ isPiped }, index) => index > at && !isPiped);
    const [, ...behind] = commands.slice(at, end < 0 ? undefined : end);
    if (!behind.every(isFilter)) return [];
    const shown = readBy(command)
      .map((path) => asWritten(joinPath(folder, path)))
      .flatMap((path) => written.get(path) ?? [path]);
    const targets = [command, ...behind].flatMap(outputs);
    for (const { path } of targets) written.set(asWritten(joinPath(folder, path)), shown);
    return targets.length === 0 ? shown : [];
  });
}

const isFilter = ({ words: [program = "", ...rest] }: ShellCommand): boolean =>
  FILTERS.has(program) && effectsOf(program, rest).length === 0;

const readBy = (command: ShellCommand): string[] => {
  const [program = "", ...rest] = command.words;
  return program === "diff"
    ? rest.filter((word) => !word.startsWith("-") && isFile(word))
    : [...inputs(command), ...effectsOf(program, rest)].flatMap(({ path, operation }) =>
        operation === "read" ? [path] : [],
      );
};

const inputs = ({ reads }: ShellCommand): FileAction[] => actions("read", reads.filter(isFile));

const outputs = ({ writes, appends }: ShellCommand): FileAction[] => [
  ...actions("created", writes.filter(isFile)),
  ...appended(appends.filter(isFile)),
];

const appended = (paths: readonly string[]): FileAction[] =>
  paths.map((path) => ({ path, operation: "modified", isAppend: true }));

const actions = (operation: FileOperation, paths: readonly string[]): FileAction[] =>
  paths.map((path) => ({ path, operation }));

function effectsOf(program: string, rest: readonly string[]): FileAction[] {
  const plain = rest.filter((word) => word !== "" && !word.startsWith("-"));
  const files = plain.filter(isFile);
  if (program === "git") return gitEffects(plain, rest);
  if (READERS.has(program))
    return actions("read", program === "head" || program === "tail" ? files.filter(isNoCount) : files);
  if ((program === "sed" || program === "perl") && rest.some((word) => /^-(?:\w*i|-in-place)/.test(word)))
    return actions("modified", plain.slice(1).filter(isFile));
  if (PATTERN_READERS.has(program))
    return actions(
      "read",
      plain.slice(1).filter((word) => isFile(word) && (/\.\w+$/.test(word) || isKnownFile(word))),
    );
  if (REMOVERS.has(program)) return actions("deleted", files);
  if (program === "mv") return copied("renamed", plain);
  if (program === "tee") return rest.some((word) => /^-\w*a/.test(word)) ? appended(files) : actions("created", files);
  if (program === "cp") return copied("created", plain);
  if (program === "touch") return actions("created", files);
  if (program === "patch") return actions("modified", files.slice(0, 1));
  return [];
}

/** The files that a copy or move writes: those in a folder if the target is one; none if the target is a variable. */
function copied(operation: FileOperation, words: readonly string[]): FileAction[] {
  const [target = "", ...sources] = words.toReversed();
  const isFolder = sources.length > 1 || target.endsWith("/");
  const targetOf = (source: string) =>
    isFolder ? joinPath(target, source.slice(source.lastIndexOf("/") + 1)) : target;
  return sources
    .toReversed()
    .map((source) => ({ path: targetOf(source), operation, ...(isFile(source) && { from: source }) }))
    .filter(({ path }) => isFile(path));
}

/** In `head -n 20 file`, the count is a separate word and not a file. */
const isNoCount = (word: string): boolean => !/^[-+]?\d+$/.test(word);

/** Languages whose one-liners and here-documents can write files. */
const SCRIPTED = /\b(?:python[\d.]*|node|deno|bun|ruby|php|perl)\b/;

/** `checkout` changes files only if it names them: after `--`, with a side of a conflict, or with an extension. */
const NAMES_FILES = new Set(["--", "--theirs", "--ours"]);
const NAMES_BRANCH = new Set(["-b", "-B", "--orphan"]);
const EXTENSION = /\.[a-z]\w{0,5}$/i;

function gitEffects([verb = "", ...rest]: readonly string[], words: readonly string[]): FileAction[] {
  const files = rest.filter(isFile);
  if (verb === "rm" && words.includes("--cached")) return [];
  if (verb === "rm") return actions("deleted", files);
  if (verb === "mv") return copied("renamed", rest);
  if (verb === "show") return actions("read", rest.flatMap(pathInRevision).filter(isFile));
  if (verb === "restore") return isStagedOnly(words) ? [] : restored(files.filter((file) => file !== sourceOf(words)));
  if (verb !== "checkout" || words.some((word) => NAMES_BRANCH.has(word))) return [];
  if (!words.some((word) => NAMES_FILES.has(word)))
    return restored(files.filter((file) => EXTENSION.test(file) || isKnownFile(file)));
  const behind = words.indexOf("--");
  return restored(behind < 0 ? files : words.slice(behind + 1).filter(isFile));
}

/** The path in `main:src/a.ts`. */
const pathInRevision = (word: string): string[] => /^[^:]+:(?:\.\/)?([^:]+)$/.exec(word)?.slice(1) ?? [];

const restored = (files: readonly string[]): FileAction[] =>
  files.map((path) => ({ path, operation: "modified", from: null }));

/** `git restore --staged` does not change the file. */
const isStagedOnly = (words: readonly string[]): boolean =>
  words.some((word) => word === "--staged" || word === "-S") && !words.includes("--worktree") && !words.includes("-W");

const sourceOf = (words: readonly string[]): string | undefined => {
  const at = words.findIndex((word) => word === "-s" || word === "--source");
  return at < 0 ? undefined : words[at + 1];
};
