/** Folders as templates: `~` is the home folder, `$NAME` an environment variable (defaults in discovery-roots.ts). */
export type ClientPlace = { readonly id: string; readonly title?: string; readonly at: string };
export type Platform = "linux" | "darwin" | "win32";

/** How to find the other files of a session from its main file. */
export type CompanionRule =
  | { readonly kind: "none" }
  /** Claude Code: `<id>/subagents/…`, and siblings `agent-*.jsonl` that name the session in their rows. */
  | { readonly kind: "sub-agents" }
  /** Qwen Code: `<project>/chats/<id>.jsonl` with `<project>/subagents/<id>/agent-*`. */
  | { readonly kind: "agent-folders" }
  /** Gemini CLI: `session-<time>-<start of the id>.jsonl` with `<id>/<agent>.jsonl`. */
  | { readonly kind: "chat-folders" }
  /** Files with these names in the same folder. */
  | { readonly kind: "folder"; readonly names: readonly string[] }
  /** Cline CLI: `<id>/<id>.messages.json`, with session data and sub-agent messages in the same folder. */
  | { readonly kind: "session-folder" }
  /** OpenCode: `message/<session>/msg_*.json` and `part/<message>/prt_*.json`. */
  | { readonly kind: "storage-tree" }
  /** `<id>.jsonl` and a folder named `<id>` plus this ending. */
  | { readonly kind: "same-stem"; readonly ending: string }
  /** Kimi Code: `agents/main/wire.jsonl` with the other agents' files. */
  | { readonly kind: "agents" }
  /** SQLite: the newest writes are in the write-ahead log, named after the database plus `-wal`. */
  | { readonly kind: "database-log" };

/** Where one client keeps its transcripts. Shown only when the importer is registered and the folder exists. */
export type ClientRow = {
  readonly title: string;
  /** Id of the importer that reads these files. */
  readonly importer: string;
  readonly places: readonly ClientPlace[] | Readonly<Record<Platform, readonly ClientPlace[]>>;
  /** Main files, relative to the place, with forward slashes. */
  readonly files: RegExp;
  /** Folders to search; all if absent. */
  readonly folders?: RegExp;
  readonly companions: CompanionRule;
  readonly asOf: string;
  readonly source: string;
};

/** No companions, for clients that write one file per session. */
export const NONE: CompanionRule = { kind: "none" };
export const LOG: CompanionRule = { kind: "database-log" };
