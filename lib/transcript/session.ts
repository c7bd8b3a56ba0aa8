import type { Message, Origin, Role, ToolDefinition } from "../conversation/message";
import type { SourceLocation } from "../conversation/part";
import type { Usage } from "./usage";

export type { Origin };

/** Bump with every change of this shape; sessions are then rebuilt from the raw files. */
export const SESSION_VERSION = 1;

/** One file of an imported transcript. */
export type SessionFile = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Where `name` is an archive: the file inside it. Line and byte positions then refer to the unpacked file. */
  readonly path?: string;
};

export type Agent = {
  /** `main`, or the client's own id of the sub-agent. */
  readonly id: string;
  readonly kind: "main" | "sub-agent";
  readonly parent: string | null;
  /** The tool call that started it, if the log says so. */
  readonly toolCallId?: string;
  readonly title?: string;
};

export type SessionMessage = Message & {
  readonly agent: string;
  readonly origin: Origin;
  /** The response this assistant message belongs to. */
  readonly responseId?: string;
  /** The log holds it for the reader only; it was never part of a prompt. */
  readonly isHidden?: boolean;
};

/** How much room a call had, in tokens, as the log states it; absent is unknown. It takes precedence over the table of models. */
export type ReportedLimits = {
  /** The context window. */
  readonly window?: number;
  /** The largest prompt that the client allows itself to send. */
  readonly maxPrompt?: number;
  /** The prompt size at which the client compacts automatically. */
  readonly compactAt?: number;
};

/** One API call and its answer. Log rows of one response are merged; the usage is that of the last row. */
export type Response = {
  readonly id: string;
  readonly agent: string;
  readonly model: string | null;
  /** Index in `Session.messages` of its assistant message. The prompt is what the agent had before it. */
  readonly messageIndex: number;
  readonly usage: Usage | null;
  readonly limits?: ReportedLimits;
  /** Reconstructed: the time of the last user or tool row before the call. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Milliseconds from the request to the first token of its answer, if the log holds them. */
  readonly firstTokenMs?: number;
  /** The provider's own reason for a cache miss, if the log has one. */
  readonly cacheMissReason?: string;
  /** The prompt as it was sent, if the log holds the whole request. */
  readonly prompt?: CapturedPrompt;
  readonly source?: SourceLocation;
};

/** A path through `Session.captured`, and where on it the client asked for caching. Blocks are given by index; -1 means none. */
export type CapturedPrompt = {
  readonly leaf: number;
  /** The end of tools and system prompt. */
  readonly head: number;
  /** `ttl` in seconds; null if the mark does not say. In the order of the prompt. */
  readonly marks: readonly { readonly block: number; readonly ttl: number | null }[];
};

/**
 * Every prompt that was sent, block by block, as a tree: a beginning that two prompts share is stored once. Where the text
 * of a block is that of a session's part, it names the part; all other text is stored here.
 */
export type CapturedPrompts = {
  readonly blocks: readonly CapturedBlock[];
  /** The texts of the blocks; equal texts have one entry. */
  readonly texts: readonly ({ readonly part: string } | { readonly text: string })[];
  /** The log holds only some of the prompts; those of the other responses are reconstructed from the messages. */
  readonly isPartial?: true;
};

export type CapturedBlock = {
  /** Index of the block before it, always a smaller one; -1 for the first of a prompt. */
  readonly parent: number;
  readonly kind: "tools" | "system" | "parameters" | "message";
  /** A name for display. */
  readonly id: string;
  readonly role?: Role;
  /** Shared by the blocks of one message. */
  readonly message?: string;
  readonly run?: "tool-call" | "tool-result";
  /** Index in `texts`. */
  readonly text: number;
  /** Of a message: the parts of the session that say the same, in order. Absent if the importer does not know them. */
  readonly parts?: readonly string[];
};

/** Messages [start, end) of a list. */
export type MessageRun = { readonly start: number; readonly end: number };

/** `atMessage`: index in `Session.messages` before which it happened. */
export type SessionEvent = {
  readonly agent: string;
  readonly atMessage: number;
  readonly time?: string;
  readonly source?: SourceLocation;
} & (
  | {
      readonly type: "compaction";
      readonly trigger: "auto" | "manual" | "unknown";
      readonly tokensBefore?: number;
      readonly summaryMessageId?: string;
      /** Index in `Session.messages` of the first message that stayed in the prompt, if the client kept a tail. */
      readonly keptFrom?: number;
      /** Where the client cut out the middle: index just after the messages that were kept before the cut. */
      readonly keptUntil?: number;
      /** Where the client kept single messages: their runs in `Session.messages`, ascending. It replaces the two fields above. */
      readonly kept?: readonly MessageRun[];
      /** Index just after the messages, from `atMessage` on, that stand before the kept ones: a summary, and what came with it. */
      readonly keptBehind?: number;
    }
  | {
      readonly type: "micro-compaction";
      readonly tokensBefore?: number;
      readonly tokensSaved?: number;
      readonly clearedToolCallIds: readonly string[];
    }
  | { readonly type: "api-error"; readonly message: string; readonly status?: number }
  | { readonly type: "model-switch"; readonly from: string; readonly to: string }
  | {
      readonly type: "rewind";
      readonly detail?: string;
      /** Index just after the last kept message: those from there to `atMessage` are in no later prompt. */
      readonly keptUntil?: number;
    }
  | { readonly type: "fork" | "interruption"; readonly detail?: string }
);

/** A row that the importer recognised but did not turn into content. Its bytes stay in the raw file. */
export type KeptRow = { readonly kind: string; readonly source: SourceLocation };

export type ImportIssue = {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly byteOffset: number;
  /** At most 200 characters, control characters escaped. */
  readonly excerpt: string;
  /** Of a row in which the file ends. */
  readonly cut?: CutRow;
};

/** Where and in what a file ends that was cut off within a row. */
export type CutRow = {
  /** From the row's beginning to the end of the file. */
  readonly bytes: number;
  readonly inside: "string" | "value";
  /** Its last characters, at most 80, control characters escaped. */
  readonly tail: string;
};

/** read = interpreted + kept + bad; blank lines are counted separately. */
export type RowAccount = {
  readonly read: number;
  readonly interpreted: number;
  readonly kept: number;
  readonly bad: number;
  readonly blank: number;
  /** Bytes after the last line break that do not parse: the file is probably still being written. */
  readonly pendingBytes: number;
};

/** From which request of the main thread on (from 0) another model answered. */
export type ModelChange = { readonly index_in_agent: number; readonly model: string };

/** What the reader said of a log that does not name its model, and of what it was said. Both null: it is left unknown. */
export type ModelStatement = {
  /** The first one, if there are changes. */
  readonly model: string | null;
  /** The context window in tokens. */
  readonly window: number | null;
  readonly scope: "session" | "file" | "client";
  /** In the order of the requests; absent if it was one model. */
  readonly changes?: readonly ModelChange[];
};

/** What the client itself counted over a whole session. */
export type ClientTotals = {
  readonly models: readonly ModelTotals[];
  /** In US dollars, by the client's own prices; null if it does not say. */
  readonly cost: number | null;
};

export type ModelTotals = { readonly model: string; readonly usage: Usage; readonly cost: number | null };

/** One imported transcript. Immutable: an operation on a session returns a new one. */
export type Session = {
  readonly version: typeof SESSION_VERSION;
  /** Deterministic: derived from the content hash and the session's own id in the log. */
  readonly id: string;
  readonly format: string;
  readonly client: string | null;
  readonly clientVersions: readonly string[];
  readonly title: string;
  readonly project: string | null;
  readonly files: readonly SessionFile[];
  readonly agents: readonly Agent[];
  /** All agents' messages in file order. */
  readonly messages: readonly SessionMessage[];
  /** In file order of their first row. Client-made answers (`<synthetic>`) are not here. */
  readonly responses: readonly Response[];
  readonly events: readonly SessionEvent[];
  /** Tool definitions, when the log holds them. */
  readonly tools: readonly ToolDefinition[];
  /** The prompts as sent; every response then has its `prompt`, unless they are partial. */
  readonly captured?: CapturedPrompts;
  /** Where the log says what its client counted; the sums of `responses` may differ. */
  readonly totals?: ClientTotals;
  /** Applied to `responses` already. */
  readonly stated?: ModelStatement;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly rows: RowAccount;
  readonly keptRows: readonly KeptRow[];
  readonly issues: readonly ImportIssue[];
};
