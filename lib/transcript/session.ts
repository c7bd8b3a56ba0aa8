import type { Message, Origin, Role, ToolDefinition } from "../conversation/message";
import type { SourceLocation } from "../conversation/part";
import type { Usage } from "./usage";

export type { Origin };

/** Bump with every change of this shape; sessions are then rebuilt from the raw files. */
export const SESSION_VERSION = 1;

/** A file of an imported transcript. */
export type SessionFile = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** If `name` is an archive: the file inside it. Line and byte positions then refer to the unpacked file. */
  readonly path?: string;
};

export type Agent = {
  /** `main`, or the client's own id of the sub-agent. */
  readonly id: string;
  readonly kind: "main" | "sub-agent";
  readonly parent: string | null;
  /** The tool call that started the agent, if logged. */
  readonly toolCallId?: string;
  readonly title?: string;
};

/** The title of the agent that sums up the conversation, if the client uses a separate call for that. */
export const SUMMARISER = "Compaction";

export type SessionMessage = Message & {
  readonly agent: string;
  readonly origin: Origin;
  /** The response of this assistant message. */
  readonly responseId?: string;
  /** True if it was logged only for the reader and is never part of a prompt. */
  readonly isHidden?: boolean;
};

/** A call's limits in tokens as stated in the log; absent if unknown. They take precedence over the model table. */
export type ReportedLimits = {
  /** The context window. */
  readonly window?: number;
  /** Maximum prompt that the client allows itself to send. */
  readonly maxPrompt?: number;
  /** The prompt size at which the client compacts automatically. */
  readonly compactAt?: number;
};

/** An API call and its answer. Log rows of one response are merged; the usage is the last row's. */
export type Response = {
  readonly id: string;
  readonly agent: string;
  readonly model: string | null;
  /** Index in `Session.messages` of its assistant message. The prompt is everything the agent had before it. */
  readonly messageIndex: number;
  readonly usage: Usage | null;
  readonly limits?: ReportedLimits;
  /** Reconstructed: the time of the last user or tool row before the call. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Milliseconds from the request to its answer's first token, if logged. */
  readonly firstTokenMs?: number;
  /** The provider's own reason for a cache miss, if the log has one. */
  readonly cacheMissReason?: string;
  /** The answer came in one piece, while others in the log were streamed. */
  readonly isUnstreamed?: true;
  /** The prompt as sent, if the log contains the entire request. */
  readonly prompt?: CapturedPrompt;
  readonly source?: SourceLocation;
};

/** A path through `Session.captured`, with its cache marks. Blocks are given by index; -1 means none. */
export type CapturedPrompt = {
  readonly leaf: number;
  /** The end of tools and system prompt. */
  readonly head: number;
  /** `ttl` in seconds; null if the mark does not say. In the order of the prompt. */
  readonly marks: readonly { readonly block: number; readonly ttl: number | null }[];
};

/**
 * Every sent prompt, block by block, as a tree: a prefix shared by two prompts is stored once. A block with the same
 * text as a session's part refers to the part; all other text is stored here.
 */
export type CapturedPrompts = {
  readonly blocks: readonly CapturedBlock[];
  /** The blocks' texts; equal texts share an entry. */
  readonly texts: readonly ({ readonly part: string } | { readonly text: string })[];
  /** True if the log has only some of the prompts. The others are reconstructed from the messages. */
  readonly isPartial?: true;
};

export type CapturedBlock = {
  /** Index of the previous block, always smaller; -1 for a prompt's first block. */
  readonly parent: number;
  readonly kind: "tools" | "system" | "parameters" | "message";
  /** A name for display. */
  readonly id: string;
  readonly role?: Role;
  /** A value that the blocks of one message share. */
  readonly message?: string;
  readonly run?: "tool-call" | "tool-result";
  /** Index in `texts`. */
  readonly text: number;
  /** For a message: the session's parts with the same content, in order. Absent if the importer does not know them. */
  readonly parts?: readonly string[];
};

/** Messages [start, end) of a list. */
export type MessageRun = { readonly start: number; readonly end: number };

/** A thinking level that the log does not state. */
export const UNKNOWN_LEVEL = "unknown";

/** `atMessage`: index in `Session.messages` of the first message after it. */
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
      /** True if the summary's content is unknown, because the log lacks its text or the provider encrypted it. */
      readonly isSummaryUnreadable?: true;
      /** Index in `Session.messages` of the first message that stayed in the prompt, if the client kept a tail. */
      readonly keptFrom?: number;
      /** If the client cut out the middle: index just after the messages kept before the cut. */
      readonly keptUntil?: number;
      /**
       * If the client kept single messages: their runs in `Session.messages`, ascending. Replaces the two fields above.
       */
      readonly kept?: readonly MessageRun[];
      /**
       * Index just after the messages, starting at `atMessage`, that precede the kept ones: a summary and
       * its companions.
       */
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
  /** The client's own mode, such as planning, which has its own tools or system prompt. */
  | { readonly type: "mode-switch"; readonly from: string; readonly to: string }
  /**
   * The amount of thinking, in the client's words, was changed for the next answer. `UNKNOWN_LEVEL`: the log does not
   * state it, and only the answers show whether the model thinks.
   */
  | { readonly type: "thinking-switch"; readonly from: string; readonly to: string }
  /** Tool servers that became available or unavailable, according to the client. */
  | { readonly type: "tool-servers"; readonly added: readonly string[]; readonly removed: readonly string[] }
  | {
      readonly type: "rewind";
      readonly detail?: string;
      /** Index just after the last kept message. Later ones up to `atMessage` are in no later prompt. */
      readonly keptUntil?: number;
    }
  /** `resume`: the client was started again and continued the session. */
  | { readonly type: "fork" | "interruption" | "resume"; readonly detail?: string }
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
  /** Set for the row in which the file ends. */
  readonly cut?: CutRow;
};

/** Where a truncated file ends within a row. */
export type CutRow = {
  /** From the row's start to the end of the file. */
  readonly bytes: number;
  readonly inside: "string" | "value";
  /** The row's last characters, at most 80, control characters escaped. */
  readonly tail: string;
};

/** read = interpreted + kept + bad; blank lines are counted separately. */
export type RowAccount = {
  readonly read: number;
  readonly interpreted: number;
  readonly kept: number;
  readonly bad: number;
  readonly blank: number;
  /** Bytes after the last line break that do not parse; the file is probably still being written. */
  readonly pendingBytes: number;
};

/** Another model answers, starting at this request of the main thread (counted from 0). */
export type ModelChange = { readonly index_in_agent: number; readonly model: string };

/**
 * The reader's statement about a log that does not name its model, and the scope of that statement. If model and window
 * are null, the reader left them unknown.
 */
export type ModelStatement = {
  /** The model, or the first one if `changes` lists others. */
  readonly model: string | null;
  /** The context window in tokens. */
  readonly window: number | null;
  readonly scope: "session" | "file" | "client";
  /** The changes of model in request order; absent if there is only one model. */
  readonly changes?: readonly ModelChange[];
};

/** The client's own totals over an entire session. */
export type ClientTotals = {
  readonly models: readonly ModelTotals[];
  /** US dollars at the client's own prices; null if not in the log. */
  readonly cost: number | null;
  /** Tokens of all prompts, if no response has its own number. */
  readonly promptTokens?: number;
};

export type ModelTotals = { readonly model: string; readonly usage: Usage; readonly cost: number | null };

/** One imported transcript. Immutable: an operation on a session returns a new one. */
export type Session = {
  readonly version: typeof SESSION_VERSION;
  /** Deterministic: derived from the content hash and the session's own id in the log. */
  readonly id: string;
  readonly format: string;
  /** The client's own id of the session, if no other session can have it: a UUID, or one that OpenCode generates. */
  readonly clientSession?: string;
  readonly client: string | null;
  readonly clientVersions: readonly string[];
  readonly title: string;
  readonly project: string | null;
  readonly files: readonly SessionFile[];
  readonly agents: readonly Agent[];
  /** All agents' messages in file order. */
  readonly messages: readonly SessionMessage[];
  /** In file order of their first row. Excludes client-made answers (`<synthetic>`). */
  readonly responses: readonly Response[];
  readonly events: readonly SessionEvent[];
  /** Tool definitions, if the log contains them. */
  readonly tools: readonly ToolDefinition[];
  /** The prompts as sent. If they are complete, every response has a `prompt`. */
  readonly captured?: CapturedPrompts;
  /** The client's own totals, if logged; the sums of `responses` may differ. */
  readonly totals?: ClientTotals;
  /** Already applied to `responses`. */
  readonly stated?: ModelStatement;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly rows: RowAccount;
  readonly keptRows: readonly KeptRow[];
  readonly issues: readonly ImportIssue[];
};
