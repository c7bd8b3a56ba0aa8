/** The shortened output of one kind of command; null if the output has another form. */
export type CommandFilter = (text: string) => string | null;

const MAX_COMMITS = 10;
const COMMIT_WIDTH = 80;
const MAX_HUNK_LINES = 10;
const MAX_DIFF_LINES = 100;

/**
 * `commit <hash>` blocks as one line each: short hash, subject, day as logged and author. At most ten commits, no
 * merges.
 */
export const gitLog: CommandFilter = (text) => {
  const blocks = text.split(/^(?=commit [0-9a-f]{7,40}\b)/m);
  if (!/^commit [0-9a-f]{7,40}\b/.test(blocks[0] ?? "")) return null;
  const commits = blocks.filter((block) => !/^Merge: /m.test(block)).map(commitLine);
  return withRest(commits.slice(0, MAX_COMMITS), blocks.length - Math.min(MAX_COMMITS, commits.length), "commits");
};

function commitLine(block: string): string {
  const field = (pattern: RegExp) => block.match(pattern)?.[1]?.trim() ?? "";
  const subject = field(/^ {4}(.*\S.*)$/m);
  const author = field(/^Author:\s*([^<\n]*)/m);
  const line = `${field(/^commit ([0-9a-f]{7})/)} ${subject} (${field(/^Date:\s*(.*)$/m)}) <${author}>`;
  return line.length <= COMMIT_WIDTH ? line : `${wholeStart(line, COMMIT_WIDTH - 3)}...`;
}

/** The long form of `git status`: the branch, and for each state the number of files and the first ones. */
export const gitStatus: CommandFilter = (text) => {
  const branch = text.match(/^On branch (\S+)/)?.[1];
  if (branch === undefined) return null;
  const sections = text
    .split(/^(?=Changes to be committed:|Changes not staged for commit:|Untracked files:)/m)
    .slice(1);
  const lines = sections.map((section) => {
    const files = [...section.matchAll(/^\t(?:[a-z ]+: +)?(\S.*)$/gm)].map(([, file]) => file ?? "");
    const [name, most] = /^Changes to/.test(section)
      ? ["staged", 5]
      : /^Changes not/.test(section)
        ? ["modified", 5]
        : ["untracked", 3];
    const rest = files.length - Number(most);
    return `${name} ${files.length}: ${files.slice(0, Number(most)).join(", ")}${rest > 0 ? `, ${rest} more` : ""}`;
  });
  return [`branch ${branch}`, ...(lines.length > 0 ? lines : ["clean"])].join("\n");
};

/** A diff as `path +added -removed` with ten lines of each hunk, a hundred lines in total. */
export const gitDiff: CommandFilter = (text) => {
  const files = text.split(/^(?=diff --git )/m);
  if (!files[0]?.startsWith("diff --git ")) return null;
  const written: string[] = [];
  let left = MAX_DIFF_LINES;
  for (const file of files) {
    const hunks = file.split(/^(?=@@ )/m).slice(1);
    const changes = hunks.flatMap((hunk) => hunk.split("\n").slice(1));
    const count = (sign: string) => changes.filter((line) => line.startsWith(sign)).length;
    written.push(`${file.match(/^diff --git a\/(.*?) b\//)?.[1] ?? ""} +${count("+")} -${count("-")}`);
    for (const hunk of hunks) {
      const [header = "", ...lines] = hunk.split("\n");
      const changed = lines.filter((line) => /^[+-]/.test(line));
      const shown = [header, ...changed].slice(0, Math.min(left, MAX_HUNK_LINES + 1));
      const rest = changed.length - Math.max(0, shown.length - 1);
      written.push(...withRest(shown, rest, "changed lines").split("\n"));
      left -= shown.length;
    }
  }
  return written.filter((line) => line !== "").join("\n");
};

/** `git add`, `commit`, `push`, `pull`, `fetch`: one line. */
export const gitDone: CommandFilter = (text) => {
  const commit = text.match(/^\[(\S+) (?:\(root-commit\) )?([0-9a-f]{7,40})\]/m);
  if (commit) return `ok ${commit[1]} ${commit[2]}`;
  if (/^(error|fatal|hint|CONFLICT|! \[rejected\])/m.test(text)) return null;
  const pushed = text.match(/^ ?[ *+]? ?\S+ +(\S+ -> \S+)/m)?.[1];
  return pushed === undefined ? null : `ok ${pushed}`;
};

/** The lines, followed by the number of omitted ones. */
export function withRest(lines: readonly string[], rest: number, what: string): string {
  return [...lines, ...(rest > 0 ? [`[${rest} more ${what}]`] : [])].join("\n");
}

/** The first `most` units of the text; never splits a surrogate pair. */
export const wholeStart = (text: string, most: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") ? most - 1 : most);
