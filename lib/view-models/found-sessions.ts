import { formatDay, type LibraryItem } from "./library-table";

export type FoundFile = {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: string;
  readonly companions: number;
};
/** A folder where a client keeps its transcripts; `fresh` are those the library does not hold yet. */
export type FoundRoot = {
  readonly id: string;
  readonly title: string;
  /** Where it is, as a person would write it. */
  readonly place: string;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly files: readonly FoundFile[];
  readonly fresh: readonly FoundFile[];
};

type RootJson = {
  readonly id: string;
  readonly title: string;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly modified_at: string;
    readonly companions: number;
  }[];
};

const PLACES: Readonly<Record<string, string>> = {
  "claude-code": "~/.claude/projects",
  "claude-code-config": "$CLAUDE_CONFIG_DIR/projects",
};

/** Marks what the library has already: the same name and size. A file that has grown since counts as new. */
export function toFoundRoots(roots: readonly RootJson[], items: readonly LibraryItem[]): FoundRoot[] {
  const known = new Set(items.map((item) => `${baseName(item.fileName)}\n${item.bytes}`));
  return roots.map((root) => {
    const files = root.files.map(({ modified_at, ...file }) => ({ ...file, modifiedAt: modified_at }));
    const fresh = files.filter((file) => !known.has(`${baseName(file.path)}\n${file.bytes}`));
    const { id, title, bytes, truncated } = root;
    return { id, title, place: PLACES[id] ?? title, bytes, truncated, files, fresh };
  });
}

const baseName = (path: string) => path.split("/").at(-1) ?? path;

/** What an import of everything new in these folders would read. */
export const chosenBytes = (roots: readonly FoundRoot[]): number =>
  roots.reduce((sum, root) => sum + root.fresh.reduce((total, file) => total + file.bytes, 0), 0);

/** Project folder and file of a path, with its day: what tells one transcript from another. */
export function describeFound(file: FoundFile): { project: string; name: string; day: string } {
  const segments = file.path.split("/");
  return {
    project: segments.slice(0, -1).join("/") || "–",
    name: segments.at(-1) ?? file.path,
    day: formatDay(file.modifiedAt, "time"),
  };
}

/** Files whose path holds every word. */
export function searchFound(files: readonly FoundFile[], text: string): FoundFile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return files.filter((file) => words.every((word) => file.path.toLowerCase().includes(word)));
}
