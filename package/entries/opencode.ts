import * as z from "zod";
import { afterCompaction } from "@/lib/library/after-compaction";
import type { CompressorEvent } from "@/lib/library/conversation-compressor";
import { ConversationCompressor } from "@/lib/library/conversation-compressor";
import { type OpenCodeMessage, readMessages, writeMessages } from "@/lib/library/opencode-messages";
import { sentTool } from "@/lib/library/opencode-tools";
import type { Item } from "@/lib/library/origin";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { resolveModel } from "@/lib/models/resolve-model";
import {
  linesOf,
  PUT_ASIDE_DESCRIPTION,
  PUT_ASIDE_TOOL,
  type PutAsideRequest,
  putAsideRequest,
} from "./put-aside-tool";
import { NODE_RUNTIME } from "./runtime-node";

/** OpenCode calls every function that a plugin's module exports, so this one exports nothing else. */

const options = z.strictObject({
  /** Makes each request smaller. */
  compress: z.boolean().default(false),
  /** Reports what a compaction lost. */
  report: z.boolean().default(false),
  /** The id of a strategy. */
  strategy: z.string().optional(),
  /** The context window in tokens, if neither OpenCode nor the model table knows it. */
  window: z.int().min(1).optional(),
  reserve: z.int().min(0).optional(),
  regrowth: z.int().min(1).optional(),
});
type Options = z.infer<typeof options>;

const MAX_SESSIONS = 50;
/**
 * Placeholder for a system prompt that is still unknown, because OpenCode passes it after the messages of its first
 * request. OpenCode's own prompt took 2,100 tokens in 1.18.33. With too little room, the first request after a start
 * would be rewritten, and the second one again.
 */
const UNKNOWN_SYSTEM = ["word ".repeat(3_000)];
const shelf = createShelf(NODE_RUNTIME.readVocabulary);

/** What each hook is for; the names are OpenCode's. Without `report` there is no `event`. */
export type WinnowHooks = {
  /** Receives every event of OpenCode. */
  event?: (input: { readonly event: OpenCodeEvent }) => Promise<void>;
  /** Passes the model's window. */
  "chat.params": (input: { readonly model: Model }) => Promise<void>;
  /** Passes the system prompt, whose tokens count. */
  "experimental.chat.system.transform": (
    input: { readonly sessionID?: string },
    output: { readonly system: readonly string[] },
  ) => Promise<void>;
  /** Passes the tools, whose tokens count. */
  "tool.definition": (input: { readonly toolID: string }, definition: object) => Promise<void>;
  /** The next list of messages is for a summary. */
  "experimental.session.compacting": (input: { readonly sessionID: string }) => Promise<void>;
  /** Shrinks a request's messages in place. */
  "experimental.chat.messages.transform": (
    input: unknown,
    output: { readonly messages: OpenCodeMessage[] },
  ) => Promise<void>;
  tool: {
    [PUT_ASIDE_TOOL]: {
      description: string;
      args: typeof putAsideRequest.shape;
      /** Returns the requested lines. */
      execute: (asked: PutAsideRequest, context: { readonly sessionID: string }) => Promise<string>;
    };
  };
};

type OpenCodeEvent = { readonly type: string; readonly properties?: { readonly sessionID?: string } };
type Model = { readonly id: string; readonly limit?: { readonly context?: number; readonly output?: number } };
type Conversation = { readonly compressor: ConversationCompressor; readonly model: string };

/**
 * An OpenCode plugin that shrinks each request, as `winnow/ai-sdk` does, serves outputs that were put aside, and reports
 * what a compaction lost. Both parts are off by default. OpenCode's stored session is unchanged. If anything fails, the
 * request is sent as it was.
 */
export async function WinnowPlugin(input: unknown, given: unknown = {}): Promise<Partial<WinnowHooks>> {
  const { compress, report, ...settings } = options.parse(given);
  const tell = tellerOf(input);
  return {
    ...(report && { event: ({ event }) => reportCompaction(event, clientOf(input), tell) }),
    ...(compress && compressing(settings, (event) => tell(...sentenceOf(event)))),
  };
}

/** Reports what a compaction lost, once OpenCode has finished it. */
async function reportCompaction(
  { type, properties }: OpenCodeEvent,
  client: OpenCodeClient,
  tell: Teller,
): Promise<void> {
  const id = properties?.sessionID;
  if (type !== "session.compacted" || id === undefined) return;
  try {
    const messages = (await client.session?.messages?.({ path: { id } }))?.data ?? [];
    const exported = JSON.stringify({ info: { id, directory: "" }, messages });
    // Loaded only here, because few sessions are compacted.
    const { readTranscript } = await import("./index");
    const [session] = (await readTranscript(exported, { name: `${id}.json` })).sessions;
    const after = session && afterCompaction(session, { summary: null, limit: 0 });
    if (after) tell(`${after.report} winnow receipt shows more.`, false);
  } catch {
    // Silent: a plugin must not interrupt the work.
  }
}

type Settings = Omit<Options, "compress" | "report">;

/** The hooks that make each request smaller. */
function compressing(settings: Settings, onEvent: (event: CompressorEvent) => void): WinnowHooks {
  const conversations = new Map<string, Conversation>();
  const limits = new Map<string, Model["limit"]>();
  /** The previous request's system prompt: its tokens count too. */
  const systems = new Map<string, readonly string[]>();
  const tools = new Map<string, object | null>();
  /** Sessions whose next list of messages is for a summary, which must be written from everything. */
  const summarising = new Set<string>();
  return {
    "chat.params": async ({ model }) => void limits.set(model.id, model.limit),
    "experimental.chat.system.transform": async ({ sessionID = "" }, { system }) =>
      void systems.set(sessionID, [...system]),
    "tool.definition": async ({ toolID }, definition) => void tools.set(toolID, sentTool(toolID, definition)),
    "experimental.session.compacting": async ({ sessionID }) => void summarising.add(sessionID),
    "experimental.chat.messages.transform": async (_, { messages }) => {
      try {
        const session = messages[0]?.info.sessionID ?? "";
        if (summarising.delete(session)) return;
        const model = modelOf(messages);
        const compressor =
          model === null ? null : compressorOf(conversations, session, model, settings, limits.get(model), onEvent);
        if (!compressor) return;
        const around = [
          ...(systems.get(session) ?? UNKNOWN_SYSTEM),
          ...[...tools.values()].filter((tool) => tool !== null),
        ];
        const sent = await compressor.compress<Item>(readMessages(messages), around);
        // OpenCode keeps using its own list, so the contents are replaced in place.
        messages.splice(0, messages.length, ...writeMessages(sent, messages));
      } catch {
        // The request is sent unchanged: a plugin must not stop the work.
      }
    },
    tool: {
      [PUT_ASIDE_TOOL]: {
        description: PUT_ASIDE_DESCRIPTION,
        args: putAsideRequest.shape,
        execute: async (asked, { sessionID }) =>
          linesOf(conversations.get(sessionID)?.compressor.outputs ?? new Map(), asked),
      },
    },
  };
}

/** The parts of OpenCode's client that a plugin can use for messages. */
type OpenCodeClient = {
  readonly app?: { readonly log?: (entry: { body: { service: string; level: string; message: string } }) => unknown };
  readonly tui?: { readonly showToast?: (toast: { body: { message: string; variant: string } }) => unknown };
  readonly session?: {
    readonly messages?: (of: { path: { id: string } }) => Promise<{ readonly data?: readonly unknown[] }>;
  };
};

const clientOf = (input: unknown): OpenCodeClient =>
  ((input ?? {}) as { readonly client?: OpenCodeClient }).client ?? {};

type Teller = (message: string, isWarning: boolean) => void;

/**
 * Shows on the screen and in OpenCode's log what was done, or why nothing was; never the same sentence twice in a row.
 */
function tellerOf(input: unknown): Teller {
  const client = clientOf(input);
  let last = "";
  return (message, isWarning) => {
    if (message === last) return;
    last = message;
    const said = [
      () => client.app?.log?.({ body: { service: "winnow", level: isWarning ? "warn" : "info", message } }),
      () => client.tui?.showToast?.({ body: { message, variant: isWarning ? "warning" : "info" } }),
    ];
    for (const say of said)
      void Promise.resolve()
        .then(say)
        .catch(() => undefined);
  };
}

function sentenceOf(event: CompressorEvent): readonly [string, boolean] {
  if (event.type === "unchanged") return [`Winnow changed nothing: ${event.message}.`, true];
  if (event.type === "history-changed")
    return ["Winnow starts over, because the start of the conversation changed.", false];
  const { tokensBefore, tokensAfter, putAside } = event;
  const aside = putAside.length === 0 ? "" : `; put aside: ${putAside.length} outputs`;
  return [`Winnow: a request of about ${tokensBefore} tokens is sent with ${tokensAfter}${aside}.`, false];
}

/** The next request's model, from the user's last message. */
function modelOf(messages: readonly OpenCodeMessage[]): string | null {
  const { info } = messages.findLast(({ info }) => info.role === "user") ?? {};
  const model = (info as { readonly model?: { readonly modelID?: unknown } } | undefined)?.model?.modelID;
  return typeof model === "string" ? model : null;
}

/** Null if the window is unknown: OpenCode passes it with a model's first request, after its messages. */
function compressorOf(
  conversations: Map<string, Conversation>,
  session: string,
  model: string,
  settings: Settings,
  limit: Model["limit"],
  onEvent: (event: CompressorEvent) => void,
): ConversationCompressor | null {
  const known = conversations.get(session);
  if (known?.model === model) return keep(conversations, session, known);
  const window = settings.window ?? limit?.context ?? resolveModel(model)?.window;
  if (!window) return null;
  const reserve = settings.reserve ?? limit?.output;
  const chosen = {
    ...settings,
    onEvent,
    model,
    window,
    ...(reserve !== undefined && { reserve: Math.min(reserve, Math.floor(window / 4)) }),
  };
  const compressor = new ConversationCompressor(defined(chosen), shelf, NODE_RUNTIME.sha256);
  return keep(conversations, session, { compressor, model });
}

/** Keeps the conversations used last. */
function keep(conversations: Map<string, Conversation>, session: string, used: Conversation): ConversationCompressor {
  conversations.delete(session);
  conversations.set(session, used);
  if (conversations.size > MAX_SESSIONS) conversations.delete([...conversations.keys()][0] ?? "");
  return used.compressor;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without keys whose value is undefined. */
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
