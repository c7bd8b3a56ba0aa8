import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession } from "../item-session";
import { parsedObject } from "../part-drafts";
import { NOWHERE } from "../place-of";
import { fieldsOf, hexOf, type ProtoField } from "../protobuf";
import { timeOf } from "../session-draft";
import { storeFiles, storeIn } from "../sqlite/import-store";
import type { OpenStore } from "../sqlite/open-store";
import { settleLost } from "../sqlite/session-index";
import type { RowPlace, Store } from "../sqlite/store";
import { messageIdsIn } from "./message-ids";
import { sayStored } from "./stored-message";
import { typedText } from "./typed-text";

type Said = { readonly text: string; readonly time: string };

/** A prompt, and those of its answers that have a time. */
type CursorTurn = { readonly prompt: Said | null; readonly answers: readonly Said[] };

/** The bytes of a row by its name in hex; null if there is no such row. */
type Blobs = (id: string) => Uint8Array | null;

/**
 * The turns of a conversation, which are the only data with times. They are in field 8 of its root, under field 1. Each
 * part is either inline or refers to a row by its name. Source: kenn-io/agentsview, internal/parser/cursor_store.go
 * (2026-09-08).
 */
function turnsIn(root: Uint8Array, blobs: Blobs): CursorTurn[] {
  const index = (fieldsOf(root) ?? []).find(({ number, bytes }) => number === 8 && bytes !== null);
  return all(index && inside(index, blobs), 1).map((field) => {
    const turn = inside(field, blobs);
    const prompts = all(turn, 1).flatMap((prompt) => saidIn(inside(prompt, blobs), [25, 26]));
    const answers = all(turn, 2).flatMap((step) =>
      all(inside(step, blobs), 1).flatMap((answer) => saidIn(answer.bytes && fieldsOf(answer.bytes), [2])),
    );
    return { prompt: prompts[0] ?? null, answers };
  });
}

/** Gives messages the times of the turns, matching them by text and in order. */
function applyTimes(draft: ItemSession, turns: readonly CursorTurn[]) {
  if (turns.length === 0) return;
  const messages = new MessagesByText(draft);
  for (const { prompt, answers } of turns) {
    const at = prompt && messages.next("user", prompt.text);
    if (prompt && at !== null) stamp(draft, at, prompt.time);
    for (const { text, time } of answers) {
      const place = messages.next("assistant", text);
      if (place !== null) stamp(draft, place, time);
    }
  }
  timeResponses(draft);
}

/** Finds messages by text, only moving forward. A message may contain several texts. */
class MessagesByText {
  private readonly places = new Map<string, number[]>();
  private from = 0;

  constructor({ messages }: ItemSession) {
    messages.forEach(({ role, parts }, index) => {
      for (const part of parts) {
        if (part.type !== "text") continue;
        const key = keyOf(role, typedText(part.text) ?? part.text);
        const known = this.places.get(key);
        if (known) known.push(index);
        else this.places.set(key, [index]);
      }
    });
  }

  /** The next message with this text; null if none follows the last one found. */
  next(role: "user" | "assistant", text: string): number | null {
    const places = this.places.get(keyOf(role, text)) ?? [];
    while (places.length > 0 && (places[0] as number) < this.from) places.shift();
    const found = places[0];
    if (found === undefined) return null;
    this.from = found;
    return found;
  }
}

const keyOf = (role: string, text: string) => `${role} ${text.trim()}`;

/** A request ends at its message's time and starts at the time of the prompt right before it. */
function timeResponses({ messages, responses }: ItemSession) {
  for (const response of responses) {
    const before = messages[response.messageIndex - 1];
    const endedAt = messages[response.messageIndex]?.time;
    if (endedAt !== undefined) response.endedAt = endedAt;
    if (before?.role === "user" && before.time !== undefined) response.startedAt = before.time;
  }
}

function stamp(draft: ItemSession, index: number, time: string) {
  const message = draft.messages[index];
  if (message) message.time = time;
  draft.noteTime(time);
}

const all = (fields: readonly ProtoField[] | null | undefined, wanted: number): ProtoField[] =>
  (fields ?? []).filter(({ number }) => number === wanted);

/** The fields of an inline message, or of the row that it refers to. */
function inside({ bytes }: ProtoField, blobs: Blobs): ProtoField[] | null {
  if (bytes === null) return null;
  const named = bytes.length === 32 ? blobs(hexOf(bytes)) : null;
  return (named && fieldsOf(named)) ?? fieldsOf(bytes);
}

/** The text in field 1, with the time in milliseconds from the first of these fields that has one. */
function saidIn(fields: readonly ProtoField[] | null, timeFields: readonly number[]): Said[] {
  const [field] = all(fields, 1);
  const times = timeFields.flatMap((number) => all(fields, number).flatMap(({ value }) => value ?? []));
  // The client writes milliseconds, so a smaller value is not a time.
  const time = timeOf(times.find((value) => value > 1e12 && value < 1e14));
  const text = field?.bytes ? decode(field.bytes) : null;
  return text !== null && text.trim() !== "" && time !== null ? [{ text, time }] : [];
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Cursor's CLI: `~/.cursor/chats/<project>/<id>/store.db`, one conversation. Each message is a row of `blobs`; the root
 * lists the conversation's rows in order. Sources: specstoryai/getspecstory, specstory-cli/pkg/providers/cursorcli
 * (2026-08); kenn-io/agentsview, internal/parser.
 */
export const cursorCli: Importer = {
  id: "cursor-cli",
  title: "Cursor CLI (database)",
  limitations: [
    "The database of Cursor's CLI has no usage, and times at most per turn, so tokens are Winnow's own counts, and cost and cache reads are unknown.",
    "The database names only the model that was used last, so only the last answer has a model.",
  ],
  unchecked: "the database of Cursor's CLI",
  detect(sample) {
    const store = storeIn(sample);
    const isChat = store?.has("blobs", ["id", "data"]) && store.has("meta", ["key", "value"]);
    return isChat ? "a database with the tables blobs and meta" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape !== "store") throw new Error("parse is only called on what detect claimed");
    return parseChat(files, sample, run);
  },
};

async function parseChat(
  files: readonly TranscriptFile[],
  opened: OpenStore,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const { store } = opened;
  const used = storeFiles(files, opened, run);
  const chat = new ChatReader(store, run);
  chat.read();
  const failure = run.advance(used.reduce((sum, file) => sum + file.bytes, 0));
  if (failure) return fail(failure);
  if (chat.draft.messages.length === 0) return fail(notTranscript("a chat of Cursor's CLI without any message"));
  return ok([chat.draft.finish(used, run)]);
}

class ChatReader {
  readonly draft = new ItemSession("cursor-cli", "Cursor");
  private readonly places = new Map<string, RowPlace>();
  private root: string | null = null;
  private lastModel: string | null = null;
  private turns: readonly CursorTurn[] = [];

  constructor(
    private readonly store: Store,
    private readonly run: ImportRun,
  ) {}

  read() {
    this.readMeta();
    for (const found of this.store.scan("blobs", ["id"])) {
      const id = "row" in found ? found.row.text("id") : null;
      if (!("row" in found)) settleLost(found, "blobs", this.run);
      else if (id === null) this.run.settle({ kept: "blob without an id" }, found.row.source);
      else this.places.set(id, found.place);
    }
    const order = this.readRoot();
    for (const id of order) this.readMessage(id);
    applyTimes(this.draft, this.turns);
    const last = this.draft.responses.at(-1);
    if (last) last.model = this.lastModel;
    for (const place of this.places.values()) this.run.settle({ kept: "blob of no message" }, this.blob(place).source);
  }

  /** The chat's metadata, under the key "0" as hex-encoded JSON. */
  private readMeta() {
    for (const found of this.store.scan("meta", ["key", "value"])) {
      if (!("row" in found)) {
        settleLost(found, "meta", this.run);
        continue;
      }
      const meta = found.row.text("key") === "0" ? metaIn(found.row.text("value")) : null;
      this.run.settle(meta ? "interpreted" : { kept: "table:meta" }, found.row.source);
      if (!meta) continue;
      this.root = asText(meta.latestRootBlobId);
      this.draft.logId = asText(meta.agentId) ?? "";
      this.draft.isSnapshot = true;
      this.draft.title = asText(meta.name);
      this.draft.noteTime(isoTime(meta.createdAt));
      this.lastModel = asText(meta.lastUsedModel);
    }
  }

  /** The ids that the root lists. Without a root, the ids of all messages in the order in which they were written. */
  private readRoot(): readonly string[] {
    const place = this.root === null ? undefined : this.places.get(this.root);
    const { bytes, source } = place ? this.blob(place) : { bytes: null, source: NOWHERE };
    const order = bytes && messageIdsIn(bytes);
    if (order && this.root !== null) {
      this.turns = turnsIn(bytes, (id) => {
        const named = this.places.get(id);
        return named ? this.blob(named).bytes : null;
      });
      this.places.delete(this.root);
      this.run.settle("interpreted", source);
      return order;
    }
    const message =
      "The row with the order of the messages is missing or cannot be read: they are shown in the order in which they were written, including any that were undone.";
    this.run.report("order-unknown", message, source);
    return [...this.places.keys()];
  }

  private readMessage(id: string) {
    const place = this.places.get(id);
    if (!place)
      return this.run.report("messages-missing", `The message ${id.slice(0, 12)}… is not in the database.`, NOWHERE);
    this.places.delete(id);
    const found = this.store.read(place, ["data"]);
    if (!("row" in found)) return settleLost(found, "blobs", this.run);
    const { source } = found.row;
    const value = asObject(found.row.json("data", this.run.limits.maxDepth));
    this.run.settle(value ? sayStored(this.draft, value, source) : { kept: "blob that is no JSON" }, source);
  }

  private blob(place: RowPlace): { readonly bytes: Uint8Array | null; readonly source: SourceLocation } {
    const found = this.store.read(place, ["data"]);
    return "row" in found ? { bytes: found.row.blob("data"), source: found.row.source } : { bytes: null, ...found };
  }
}

function metaIn(hex: string | null): JsonObject | null {
  if (hex === null || !/^(?:[0-9a-f]{2})+$/i.test(hex)) return parsedObject(hex);
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return parsedObject(new TextDecoder().decode(bytes));
}
