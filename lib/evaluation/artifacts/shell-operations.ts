import { type ShellCommand, splitCommands } from "./split-commands";

export type Operation = "created" | "modified" | "deleted" | "renamed" | "read";
export type PathOperation = { readonly path: string; readonly operation: Operation };

/** Commands by what they do to the files they name; options are told by their dash. */
const READERS = new Set(["cat", "head", "tail", "less", "more", "nl", "bat", "wc"]);
/** Commands whose first plain word is a pattern or program, not a file. */
const PATTERN_READERS = new Set(["sed", "awk", "grep", "rg", "jq"]);
const REMOVERS = new Set(["rm", "unlink"]);

/** What a shell command line does to files: readers, redirections, in-place edits, rm, mv, cp, touch, tee, git. */
export function shellOperations(line: string): PathOperation[] {
  let folder = "";
  return splitCommands(line).flatMap((command) => {
    const [program = "", ...rest] = command.words;
    if (program === "cd") {
      folder = join(folder, rest[0] ?? "");
      return [];
    }
    return [...redirections(command), ...effectsOf(program, rest)].map(({ path, operation }) => ({
      path: join(folder, path),
      operation,
    }));
  });
}

const redirections = ({ writes, appends }: ShellCommand): PathOperation[] => [
  ...writes.filter(isFile).map((path) => ({ path, operation: "created" as const })),
  ...appends.filter(isFile).map((path) => ({ path, operation: "modified" as const })),
];

function effectsOf(program: string, rest: readonly string[]): PathOperation[] {
  const plain = rest.filter((word) => !word.startsWith("-"));
  const files = plain.filter(isFile);
  const as = (operation: Operation, paths: readonly string[]) => paths.map((path) => ({ path, operation }));
  if (program === "git") return gitEffects(plain, rest);
  if (READERS.has(program)) return as("read", files);
  if ((program === "sed" || program === "perl") && rest.some((word) => /^-\w*i/.test(word)))
    return as("modified", plain.slice(1).filter(isFile));
  if (PATTERN_READERS.has(program))
    return as(
      "read",
      plain.slice(1).filter((word) => isFile(word) && /\.\w+$/.test(word)),
    );
  if (REMOVERS.has(program)) return as("deleted", files);
  if (program === "mv") return as("renamed", files.slice(-1));
  if (program === "cp" || program === "touch" || program === "tee")
    return as("created", program === "cp" ? files.slice(-1) : files);
  return [];
}

/** `checkout` changes files only where it names them: after `--`, or with a side of a conflict. */
const NAMES_FILES = new Set(["--", "--theirs", "--ours"]);

function gitEffects([verb = "", ...rest]: readonly string[], words: readonly string[]): PathOperation[] {
  const files = rest.filter(isFile);
  if (verb === "rm") return files.map((path) => ({ path, operation: "deleted" }));
  if (verb === "mv") return files.slice(-1).map((path) => ({ path, operation: "renamed" }));
  if (verb === "restore" || (verb === "checkout" && words.some((word) => NAMES_FILES.has(word))))
    return files.map((path) => ({ path, operation: "modified" }));
  return [];
}

/** A word that can be a file: no glob, no variable, no device, no number of a file descriptor. */
const isFile = (word: string): boolean =>
  word.length > 1 && !/[*?$`(){}|<>&;]|^\d+$|^\/dev\//.test(word) && !word.includes("://");

const join = (folder: string, path: string): string =>
  folder === "" || path.startsWith("/") || path.startsWith("~") ? path : `${folder.replace(/\/$/, "")}/${path}`;
