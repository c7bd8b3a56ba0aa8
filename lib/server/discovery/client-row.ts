/** Folders by template: `~` is the home folder, `$NAME` an environment variable (see discovery-roots.ts for defaults). */
export type ClientPlace = { readonly id: string; readonly title?: string; readonly at: string };
export type Platform = "linux" | "darwin" | "win32";

/** How the files of one session are found beside its main file. */
export type CompanionRule =
  | { readonly kind: "none" }
  /** Claude Code: `<id>/subagents/…`, and siblings `agent-*.jsonl` that name the session in their rows. */
  | { readonly kind: "sub-agents" }
  /** Qwen Code: `<project>/chats/<id>.jsonl` with `<project>/subagents/<id>/agent-*`. */
  | { readonly kind: "agent-folders" }
  /** Files with these names in the same folder. */
  | { readonly kind: "folder"; readonly names: readonly string[] }
  /** Cline CLI: `<id>/<id>.messages.json` with the session's own data and the messages of its sub-agents in the same folder. */
  | { readonly kind: "session-folder" }
  /** OpenCode: `message/<session>/msg_*.json` and `part/<message>/prt_*.json`. */
  | { readonly kind: "storage-tree" }
  /** `<id>.jsonl` with `<id>` and this ending beside it. */
  | { readonly kind: "same-stem"; readonly ending: string }
  /** Kimi Code: `agents/main/wire.jsonl` with those of the other agents. */
  | { readonly kind: "agents" }
  /** SQLite: the newest writes are in the write-ahead log, a file with the name of the database and the ending `-wal`. */
  | { readonly kind: "database-log" };

/** Where one client keeps its transcripts. Shown only when the importer is registered and the folder exists. */
export type ClientRow = {
  readonly title: string;
  /** Id of the importer that reads these files. */
  readonly importer: string;
  readonly places: readonly ClientPlace[] | Readonly<Record<Platform, readonly ClientPlace[]>>;
  /** Main files, relative to the place with forward slashes. */
  readonly files: RegExp;
  /** Folders that are searched; all of them when this is absent. */
  readonly folders?: RegExp;
  readonly companions: CompanionRule;
  readonly asOf: string;
  readonly source: string;
};

/** For clients that write a session into one file. */
export const NONE: CompanionRule = { kind: "none" };
export const LOG: CompanionRule = { kind: "database-log" };
