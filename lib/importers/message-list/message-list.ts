import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { chatFormats } from "../../formats/chat-formats";
import type { Codec } from "../../formats/codec";
import { CODECS, detectFormat } from "../../formats/index";
import { asArray } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { unknownShape } from "../describe-file";
import { fill } from "../import-failure";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { type RowHandler, readJsonl } from "../jsonl-reader";
import { keyOf } from "../model-calls/message-key";
import { buildSession, type ListedConversation } from "./build-session";
import { type Exchange, exchangeOf } from "./exchange";

/**
 * Messages in a shape that providers accept: one conversation (a body, a bare list, messages line by line) or many
 * (bodies or logged exchanges, line by line or in a list).
 */
export const messageList: Importer = {
  id: "message-list",
  title: "List of messages",
  isGeneral: true,
  detect(sample) {
    const shape = shapeOf(sample);
    return shape && `${shape.kind === "messages" ? "messages" : "conversations"} in the ${shape.codec.title} format`;
  },
  parse(files, sample, run) {
    const shape = shapeOf(sample);
    const [file] = files;
    if (!shape || !file) throw new Error("parse is only called on what detect claimed");
    return shape.kind === "messages" ? parseMessages(file, sample, shape, run) : parseConversations(file, sample, run);
  },
};

type Shape = { readonly kind: "messages" | "conversations"; readonly codec: Codec; readonly exchange: Exchange };

/**
 * Decides whether the items of the file are messages of one conversation or entire conversations; null if no known
 * format fits.
 */
function shapeOf(sample: Sample): Shape | null {
  const items = sample.shape === "rows" ? sample.rows : asArray(sample.value);
  if (!items) return sample.shape === "value" ? shaped("conversations", exchangeOf(sample.value)) : null;
  if (items.length === 0) return null;
  const first = exchangeOf(items[0]);
  // A single response on its line has the shape of a message, but also contains its usage.
  if (items.length === 1 && first?.hasAnswer) return shaped("conversations", first);
  return chatFormats(items) ? shaped("messages", exchangeOf(items)) : shaped("conversations", first);
}

function shaped(kind: Shape["kind"], exchange: Exchange | null): Shape | null {
  const codec = exchange && codecOf(exchange);
  return exchange && codec ? { kind, codec, exchange } : null;
}

function codecOf({ body, format }: Exchange): Codec | null {
  const told = CODECS.find((codec) => codec.id === format);
  if (told) return told;
  const detected = detectFormat(body);
  return detected.ok ? detected.value : null;
}

type Sessions = Promise<Result<readonly Session[], ImportFailure>>;

async function parseMessages(file: TranscriptFile, sample: Sample, shape: Shape, run: ImportRun): Sessions {
  const messages: unknown[] = [];
  const sources: SourceLocation[] = [];
  const onRow: RowHandler = (row, source) => {
    const decoded = shape.codec.decode([row]);
    if (!decoded.ok) return badRow(decoded.error.message, decoded.error.at);
    messages.push(row);
    // One row can become several messages (a UI message with steps).
    for (const _ of decoded.value.conversation.messages) sources.push(source);
    return "interpreted";
  };
  const failure = await readRows(file, sample, run, onRow);
  if (failure) return fail(failure);
  const decoded = shape.codec.decode(messages);
  if (!decoded.ok) throw new Error(`messages that decode one by one decode together: ${decoded.error.message}`);
  return ok([buildSession({ decoded: decoded.value, exchange: shape.exchange, sources }, 0, file, run)]);
}

async function parseConversations(file: TranscriptFile, sample: Sample, run: ImportRun): Sessions {
  const listed: ListedConversation[] = [];
  const onRow: RowHandler = (row, source) => {
    const exchange = exchangeOf(row);
    const codec = exchange && codecOf(exchange);
    if (!exchange || !codec) return { kept: "no-conversation" };
    const decoded = codec.decode(exchange.body);
    if (!decoded.ok) return badRow(decoded.error.message, decoded.error.at);
    listed.push({ decoded: decoded.value, exchange, sources: [source] });
    return "interpreted";
  };
  const failure = await readRows(file, sample, run, onRow);
  if (failure) return fail(failure);
  if (listed.length === 0) return fail(run.issues[0] ? damaged(run.issues[0].message) : unknownShape(null));
  return ok(
    listed.flatMap((conversation, index) =>
      isGoneOnFrom(conversation, listed[index + 1]) ? [] : [buildSession(conversation, index, file, run)],
    ),
  );
}

/**
 * True if the body was an earlier request of the same conversation: the next body begins with it, and its answer was
 * not logged.
 */
function isGoneOnFrom({ decoded, exchange }: ListedConversation, next: ListedConversation | undefined): boolean {
  if (next === undefined || exchange.hasAnswer) return false;
  const [earlier, later] = [decoded, next.decoded].map(({ conversation }) =>
    conversation.messages.filter(({ role }) => role !== "system").map(keyOf),
  );
  if (!earlier || !later || earlier.length === 0 || earlier.length >= later.length) return false;
  return earlier.every((key, at) => key === later[at]);
}

const damaged = (reason: string): ImportFailure => ({
  code: "not-a-transcript",
  message: fill("This looks like a list of messages, but it cannot be read: {reason}", { reason }),
});

function readRows(file: TranscriptFile, sample: Sample, run: ImportRun, onRow: RowHandler) {
  if (sample.shape === "rows") return readJsonl(file, 0, sample.encoding, run, onRow);
  const items = asArray(sample.value) ?? [sample.value];
  return readItems(items, file, run, onRow);
}

const badRow = (message: string, at = ""): RowVerdict => ({
  bad: "invalid-row",
  message: `${message} (at ${at}) It was skipped, all other rows were kept.`,
  excerpt: "",
});
