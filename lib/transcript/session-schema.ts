import * as z from "zod";
import { ORIGINS, ROLES } from "../conversation/message";
import { jsonValue, messageFields, partSchema, sourceSchema } from "../conversation/part-schema";
import { SESSION_VERSION } from "./session";

/**
 * Winnow's own file: JSON lines, so that a session of any size is written and read as a stream.
 *
 *   {"winnow":2,"session":{…all but the lists below},"counts":{"messages":…,"responses":…,"events":…,"keptRows":…}}
 *   {"event":{…}} · {"message":{…},"at":0} · {"response":{…}} · {"keptRows":[…]} · {"comment":{…}} · {"redacted":[…]}
 *
 * Bump the version with every change that an older reader would misread, and upgrade older files when they are read.
 */
export const WINNOW_VERSION = 2;
/** Version 1 had no `keptUntil`. Instead, it hid the messages of abandoned branches, which gives the same session. */
const READ_VERSIONS = [1, WINNOW_VERSION] as const;

const text = z.string();
const count = z.number().int().nonnegative();
const maybe = <T extends z.ZodType>(type: T) => z.exactOptional(type);
// Loose everywhere, so that fields of a later version are kept.
const object = z.looseObject;

const source = sourceSchema(object);

const message = object({
  ...messageFields(partSchema(object)),
  agent: text,
  origin: z.enum(ORIGINS),
  responseId: maybe(text),
  isHidden: maybe(z.boolean()),
});

const counter = z.number().nonnegative().nullable();
const usage = object({
  uncachedInput: counter,
  cacheWrite5m: counter,
  cacheWrite1h: counter,
  cacheWriteUnsplit: counter,
  cacheRead: counter,
  output: counter,
  reasoning: counter,
});

const response = object({
  id: text,
  agent: text,
  model: text.nullable(),
  messageIndex: count,
  usage: usage.nullable(),
  limits: maybe(object({ window: maybe(count), maxPrompt: maybe(count), compactAt: maybe(count) })),
  startedAt: maybe(text),
  endedAt: maybe(text),
  firstTokenMs: maybe(count),
  cacheMissReason: maybe(text),
  isUnstreamed: maybe(z.literal(true)),
  prompt: maybe(
    object({
      leaf: z.number().int(),
      head: z.number().int(),
      marks: z.array(object({ block: count, ttl: z.number().nullable() })),
    }),
  ),
  source: maybe(source),
});

const place = { agent: text, atMessage: count, time: maybe(text), source: maybe(source) };
const event = z.discriminatedUnion("type", [
  object({
    ...place,
    type: z.literal("compaction"),
    trigger: z.enum(["auto", "manual", "unknown"]),
    tokensBefore: maybe(z.number()),
    summaryMessageId: maybe(text),
    keptFrom: maybe(count),
    keptUntil: maybe(count),
    kept: maybe(z.array(object({ start: count, end: count }))),
    keptBehind: maybe(count),
  }),
  object({
    ...place,
    type: z.literal("micro-compaction"),
    tokensBefore: maybe(z.number()),
    tokensSaved: maybe(z.number()),
    clearedToolCallIds: z.array(text),
  }),
  object({ ...place, type: z.literal("api-error"), message: text, status: maybe(z.number()) }),
  object({ ...place, type: z.enum(["model-switch", "mode-switch", "thinking-switch"]), from: text, to: text }),
  object({ ...place, type: z.literal("tool-servers"), added: z.array(text), removed: z.array(text) }),
  object({ ...place, type: z.literal("rewind"), detail: maybe(text), keptUntil: maybe(count) }),
  object({ ...place, type: z.enum(["fork", "interruption", "resume"]), detail: maybe(text) }),
]);

const captured = object({
  blocks: z.array(
    object({
      parent: z.number().int().gte(-1),
      kind: z.enum(["tools", "system", "parameters", "message"]),
      id: text,
      role: maybe(z.enum(ROLES)),
      message: maybe(text),
      run: maybe(z.enum(["tool-call", "tool-result"])),
      text: count,
      parts: maybe(z.array(text)),
    }),
  ),
  texts: z.array(z.union([object({ part: text }), object({ text })])),
  isPartial: maybe(z.literal(true)),
});

const frame = object({
  version: z.literal(SESSION_VERSION),
  id: text,
  format: text,
  clientSession: maybe(text),
  client: text.nullable(),
  clientVersions: z.array(text),
  title: text,
  project: text.nullable(),
  files: z.array(object({ name: text, sha256: text, bytes: count, path: maybe(text) })),
  agents: z
    .array(
      object({
        id: text,
        kind: z.enum(["main", "sub-agent"]),
        parent: text.nullable(),
        toolCallId: maybe(text),
        title: maybe(text),
      }),
    )
    .min(1),
  tools: z.array(object({ name: text, description: maybe(text), schema: jsonValue })),
  captured: maybe(captured),
  totals: maybe(
    object({
      models: z.array(object({ model: text, usage, cost: counter })),
      cost: counter,
      promptTokens: maybe(count),
    }),
  ),
  startedAt: maybe(text),
  endedAt: maybe(text),
  rows: object({ read: count, interpreted: count, kept: count, bad: count, blank: count, pendingBytes: count }),
  issues: z.array(object({ code: text, message: text, line: count, byteOffset: count, excerpt: text })),
});

export const winnowHeader = object({
  winnow: z.literal(READ_VERSIONS),
  session: frame,
  counts: object({ messages: count, responses: count, events: count, keptRows: count }),
});

export const winnowRow = z.union([
  object({ message, at: count }),
  object({ response }),
  object({ event }),
  object({ keptRows: z.array(object({ kind: text, source })) }),
  object({ redacted: z.array(jsonValue) }),
  object({ comment: object({ text }) }),
]);

export type WinnowHeader = z.infer<typeof winnowHeader>;
