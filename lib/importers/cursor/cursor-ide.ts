import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import { ImportRun } from "../import-run";
import type { Importer, ImportFailure, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession } from "../item-session";
import { NOWHERE } from "../place-of";
import { MAIN } from "../session-draft";
import { storeFiles, storeIn } from "../sqlite/import-store";
import type { OpenStore } from "../sqlite/open-store";
import { withDescendants } from "../sqlite/session-index";
import type { RowPlace, Store } from "../sqlite/store";
import { BubbleReader } from "./bubble-reader";
import { type Composer, indexComposers, sourceOf, TABLE, valueAt } from "./ide-store-index";
import { messageIdsIn } from "./message-ids";
import { sayStored } from "./stored-message";

/**
 * Cursor's IDE: `User/globalStorage/state.vscdb`, all conversations of all projects in one table of keys and values. A
 * conversation's list of headers determines its order; messages missing from that list were deleted. Logins
 * (`cursorAuth/*`) are never read. Sources: specstoryai/getspecstory, specstory-cli/pkg/providers/cursoride (Cursor
 * 3.12, 2026-08); getagentseal/codeburn.
 */
export const cursorIde: Importer = {
  id: "cursor-ide",
  title: "Cursor (database of the IDE)",
  limitations: [
    "Cursor's database has no tool definitions, a system prompt only since spring 2026, and token counts for only a few messages. Totals include only those messages, and how much was cached is unknown.",
    "The database has one row for each thought, text and tool call. If rows do not name their model call, each tool call counts as one request.",
    "A model that Cursor chose itself (Auto) is not named.",
  ],
  unchecked: "Cursor's IDE database",
  detect(sample) {
    const store = storeIn(sample);
    return store?.has(TABLE, ["key", "value"]) ? `a database with the table ${TABLE}` : null;
  },
  async parse(files, sample, run) {
    if (sample.shape !== "store") throw new Error("parse is only called on what detect claimed");
    return parseStore(files, sample, run);
  },
};

async function parseStore(
  files: readonly TranscriptFile[],
  opened: OpenStore,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const { store } = opened;
  const used = storeFiles(files, opened, run);
  const { composers, blobs } = indexComposers(store, run);
  const sent = new AgentBlobs(store, blobs);
  const roots = composers.filter(({ parent }) => parent === null);
  const children = childrenOf(composers);
  const bytes = used.reduce((sum, file) => sum + file.bytes, 0);
  const sessions: Session[] = [];
  let spoken = 0;
  for (const root of roots) {
    const part = new ImportRun(run.limits);
    const draft = new ItemSession("cursor-ide", "Cursor");
    for (const composer of withDescendants(root, children))
      new ComposerReader(store, draft, composer, root, sent, part).read();
    run.absorb(part);
    if (draft.messages.length > 0) {
      spoken += 1;
      sessions.push(...run.hand(draft.finish(used, part)));
    }
    const failure = run.advance(bytes / roots.length);
    if (failure) return fail(failure);
  }
  sent.keepOthers(run);
  return spoken > 0 ? ok(sessions) : fail(notTranscript(`Cursor's database with ${roots.length} empty conversations`));
}

function childrenOf(composers: readonly Composer[]): ReadonlyMap<string, readonly Composer[]> {
  const children = new Map<string, Composer[]>();
  for (const composer of composers)
    if (composer.parent !== null) children.set(composer.parent, [...(children.get(composer.parent) ?? []), composer]);
  return children;
}

class ComposerReader {
  constructor(
    private readonly store: Store,
    private readonly draft: ItemSession,
    private readonly composer: Composer,
    private readonly root: Composer,
    private readonly sent: AgentBlobs,
    private readonly run: ImportRun,
  ) {}

  read() {
    const { store, composer, run } = this;
    const { value: head, source } = valueAt(store, composer.place, run);
    const before = this.draft.messages.length;
    if (head) this.readMessages(head, source);
    const isSpoken = this.draft.messages.length > before;
    if (!head)
      run.settle({ bad: "invalid-row", message: `Row ${source.line} of ${TABLE} is not a conversation.` }, source);
    else run.settle(isSpoken ? "interpreted" : { kept: "conversation without messages" }, source);
  }

  private readMessages(head: JsonObject, source: SourceLocation) {
    const agent = this.describe(head);
    const reader = new BubbleReader(this.draft, head, agent);
    const order = (asArray(head.fullConversationHeadersOnly) ?? []).flatMap(
      (item) => asText(asObject(item)?.bubbleId) ?? [],
    );
    const unread = new Map(this.composer.bubbles);
    const inHead = order.length === 0 ? (asArray(head.conversation) ?? []) : [];
    const hasOwnRows = order.length > 0 || inHead.length > 0;
    this.sent.say(head, hasOwnRows ? "system" : "all", this.draft, agent, this.run);
    let missing = 0;
    for (const id of order) {
      const place = unread.get(id);
      unread.delete(id);
      if (!place) missing += 1;
      else this.readBubble(reader, place);
    }
    // Until 2025, messages were in the conversation's own row.
    for (const bubble of inHead) reader.read(asObject(bubble) ?? {}, source);
    reader.end();
    for (const place of unread.values())
      this.run.settle({ kept: "message that was deleted" }, sourceOf(this.store, place));
    this.report(head, missing, source);
  }

  /** Records the conversation's data and returns the agent of its messages. */
  private describe(head: JsonObject): string {
    const title = asText(head.name);
    const { id, parent } = this.composer;
    if (this.composer !== this.root) {
      this.draft.addSubAgent(id, {
        ...(title !== null && { title }),
        ...(parent !== null && parent !== this.root.id && { parent }),
      });
      return id;
    }
    this.draft.logId = id;
    this.draft.isSnapshot = true;
    this.draft.title = title;
    this.draft.project = asText(asObject(asObject(head.workspaceIdentifier)?.uri)?.fsPath);
    this.draft.noteTime(isoTime(head.createdAt));
    return MAIN;
  }

  private readBubble(reader: BubbleReader, place: RowPlace) {
    const { value: bubble, source } = valueAt(this.store, place, this.run);
    const message = `Row ${source.line} of ${TABLE} is not a message. It was skipped; all others were kept.`;
    this.run.settle(bubble ? reader.read(bubble, source) : { bad: "invalid-row", message }, source);
  }

  private report(head: JsonObject, missing: number, source: SourceLocation) {
    const fill = asCount(head.contextTokensUsed);
    if (missing > 0)
      this.run.report(
        "messages-missing",
        `${missing} messages that the conversation lists are not in the database.`,
        source,
      );
    if (fill)
      this.run.report("usage-of-session-only", `Cursor states ${fill} tokens in the window at the end.`, source);
  }
}

/**
 * Messages sent by the IDE's agent (`agentKv:blob:<hash>`, since spring 2026). Conversations share these rows, whose
 * names are hashes of their content. Only a conversation's state lists its rows and their order.
 */
class AgentBlobs {
  private readonly settled = new Set<string>();

  constructor(
    private readonly store: Store,
    /** Places of the rows by hash. */
    private readonly places: ReadonlyMap<string, RowPlace>,
  ) {}

  /**
   * Adds the messages that a conversation's state lists; only the system's if the conversation's own rows have the
   * rest.
   */
  say(head: JsonObject, only: "system" | "all", draft: ItemSession, agent: string, run: ImportRun) {
    let missing = 0;
    for (const id of idsIn(head)) {
      const place = this.places.get(id);
      const found = place && this.store.read(place, ["value"]);
      if (!found || !("row" in found)) {
        missing += 1;
        continue;
      }
      const message = asObject(found.row.json("value", run.limits.maxDepth));
      if (!message || (only === "system" && message.role !== "system")) continue;
      const verdict = sayStored(draft, message, found.row.source, agent);
      if (!this.settled.has(id)) run.settle(verdict, found.row.source);
      this.settled.add(id);
    }
    const message = `${missing} messages that the conversation lists are not in the database.`;
    if (missing > 0 && only === "all") run.report("messages-missing", message, NOWHERE);
  }

  keepOthers(run: ImportRun) {
    for (const [id, place] of this.places)
      if (!this.settled.has(id)) run.settle({ kept: `${TABLE}:agentKv` }, sourceOf(this.store, place));
  }
}

/** Ids in the state: `~` and a base64 protocol buffer with the same root as in the CLI's database. */
function idsIn({ conversationState }: JsonObject): readonly string[] {
  const state = asText(conversationState);
  if (!state?.startsWith("~")) return [];
  try {
    return messageIdsIn(Uint8Array.from(atob(state.slice(1)), (character) => character.charCodeAt(0))) ?? [];
  } catch {
    return [];
  }
}
