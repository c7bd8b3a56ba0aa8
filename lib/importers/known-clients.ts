import { asArray, asObject, type JsonObject } from "../formats/json-fields";
import type { Sample } from "./importer";
import { rowsOf } from "./sample-rows";

/** A client that has no importer, and how to recognise its files. */
type KnownClient = {
  /** The kind of file, as a phrase that follows "it looks like". */
  readonly what: string;
  readonly advice: string;
  readonly traits: (sample: Sample) => boolean;
  readonly source: string;
};

const hasKeys = (value: unknown, keys: readonly string[]): boolean => {
  const object = asObject(value);
  return object !== null && keys.every((key) => key in object);
};

const firstHas =
  (...keys: string[]) =>
  (sample: Sample): boolean =>
    (sample.shape === "rows" || sample.shape === "value") && hasKeys(rowsOf(sample)[0], keys);

const table =
  (name: string, ...columns: string[]) =>
  (sample: Sample): boolean =>
    sample.shape === "store" && sample.store.has(name, columns);

const NO_READER = "Winnow has no reader for it yet.";

/** Facts of 2026-11. The first match is shown. */
const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    what: "the list of prompts that Claude Code keeps for its arrow keys (history.jsonl)",
    advice: "This file contains no answers. Import the sessions below ~/.claude/projects.",
    traits: firstHas("display", "pastedContents"),
    source: "code.claude.com/docs, the .claude directory",
  },
  {
    what: "the list of prompts that Codex keeps for its arrow keys (history.jsonl)",
    advice: "This file contains no answers. Import the rollout files below ~/.codex/sessions.",
    traits: (sample) =>
      firstHas("session_id", "ts", "text")(sample) && Object.keys(rowsOf(sample)[0] as JsonObject).length === 3,
    source: "github.com/openai/codex, codex-rs: message_history.rs",
  },
  {
    what: "the index that Codex keeps of its sessions",
    advice: "Import the rollout files below ~/.codex/sessions that it points to.",
    traits: table("threads", "rollout_path"),
    source: "github.com/openai/codex, codex-rs/state/migrations",
  },
  {
    what: "the updates of a session of Grok CLI",
    advice: "Import chat_history.jsonl beside it, together with this file, which has its times and usage.",
    traits: (sample) => hasKeys(asObject(asObject(firstItem(sample))?.params)?.update, ["sessionUpdate"]),
    source: "github.com/xai-org/grok-build, docs/user-guide/17-sessions.md",
  },
  {
    what: "a debug log of Copilot Chat",
    advice: "It cuts long texts. Import the session itself, or what “Chat: Export Chat” writes.",
    traits: firstHas("ts", "dur", "sid", "spanId", "attrs"),
    source: "github.com/microsoft/vscode-copilot-chat, src/extension: debug logs",
  },
  {
    what: "the journal in which VS Code 1.109 and later keeps a chat",
    advice: `${NO_READER} Use “Chat: Export Chat” and import what it writes.`,
    traits: (sample) => firstHas("kind", "v")(sample) && asObject(rowsOf(sample)[0])?.kind === 0,
    source: "github.com/microsoft/vscode, chat: objectMutationLog.ts",
  },
  {
    what: "the settings of an editor of the VS Code family, without conversations",
    advice: "Cursor keeps its conversations in User/globalStorage/state.vscdb.",
    traits: table("ItemTable", "key", "value"),
    source: "github.com/microsoft/vscode, base/parts/storage",
  },
  {
    what: "a conversation of Antigravity in its own encoding (protobuf)",
    advice: "Import brain/<id>/.system_generated/logs/transcript_full.jsonl, which its command line writes beside it.",
    traits: table("steps", "idx", "step_payload"),
    source: "github.com/specstoryai/getspecstory, specstory-cli/docs/ANTIGRAVITY-FORMAT.md",
  },
  {
    what: "Zed's database of threads",
    advice: NO_READER,
    traits: table("threads", "data_type", "data"),
    source: "github.com/zed-industries/zed, crates/agent: db.rs",
  },
  {
    what: "Warp's database",
    advice: NO_READER,
    traits: table("ai_queries"),
    source: "github.com/warpdotdev/warp, src/ai/blocklist/persistence.rs: ai_queries",
  },
  {
    what: "a chat of LM Studio",
    advice: NO_READER,
    traits: (sample) => hasKeys(asArray(asObject(sample.shape === "value" && sample.value)?.messages)?.[0], VERSIONS),
    source: "lmstudio.ai/docs, app: conversations folder",
  },
  {
    what: "an export of Open WebUI",
    advice: NO_READER,
    traits: (sample) => hasKeys(asObject(asObject(firstItem(sample))?.chat)?.history, ["messages"]),
    source: "docs.openwebui.com: export chats",
  },
  {
    what: "an export of LibreChat",
    advice: NO_READER,
    traits: firstHas("conversationId", "recursive", "messages"),
    source: "librechat.ai/docs: import and export of conversations",
  },
  {
    what: "a chat of SillyTavern",
    advice: NO_READER,
    traits: firstHas("user_name", "character_name"),
    source: "docs.sillytavern.app: chat files",
  },
  {
    what: "an activity log of Google Takeout",
    advice: `${NO_READER} It holds prompts and answers without their conversations.`,
    traits: firstHas("header", "products", "titleUrl"),
    source: "support.google.com, Takeout: My Activity",
  },
];

const VERSIONS = ["versions", "currentlySelected"];

const firstItem = (sample: Sample): unknown =>
  sample.shape === "rows" || sample.shape === "value" ? rowsOf(sample)[0] : null;

/** The kind of an unsupported file, and what to do with it; null if its client is not recognised. */
export function knownClient(sample: Sample): { readonly what: string; readonly advice: string } | null {
  return KNOWN_CLIENTS.find(({ traits }) => traits(sample)) ?? null;
}
