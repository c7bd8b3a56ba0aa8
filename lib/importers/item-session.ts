import type { Role } from "../conversation/message";
import type { Part, SourceLocation } from "../conversation/part";
import type { MessageRun, Origin, ReportedLimits, Session, SessionEvent } from "../transcript/session";
import type { Usage } from "../transcript/usage";
import type { ImportRun } from "./import-run";
import type { TranscriptFile } from "./importer";
import type { Iteration } from "./iterations";
import { type DraftResponse, MAIN, messageIdOf, partIdOf, SessionDraft } from "./session-draft";

type WithoutKeys<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** A part without its id and place. */
export type PartDraft = WithoutKeys<Part, "id" | "source">;
export type EventDraft = WithoutKeys<SessionEvent, "agent" | "atMessage" | "source">;

export type MessageDraft = {
  readonly role: Role;
  readonly origin: Origin;
  readonly parts: readonly PartDraft[];
  readonly time: string | null;
  /** Default: `main`. */
  readonly agent?: string;
  readonly isHidden?: boolean;
};

export type ResponseDraft = {
  readonly parts: readonly PartDraft[];
  readonly model: string | null;
  readonly usage: Usage | null;
  /** The calls that make up the answer, if the provider bills several. */
  readonly iterations?: readonly Iteration[];
  /** The limits that the log reports for this call. */
  readonly limits?: ReportedLimits | null;
  /** When the answer was complete. */
  readonly time: string | null;
  /** Default: the time of the last message before it. */
  readonly startedAt?: string | null;
  /** The log's own id of the response. */
  readonly id?: string | null;
  readonly agent?: string;
  readonly isHidden?: boolean;
  /** `summary` for the answer that became a compaction's summary. */
  readonly origin?: Origin;
};

export type CompactionDraft = {
  readonly trigger: "auto" | "manual" | "unknown";
  readonly time: string | null;
  readonly tokensBefore?: number | null;
  readonly keptFrom?: number | null;
  /** For a truncation in the middle: the place after the messages that stayed at the beginning. */
  readonly keptUntil?: number | null;
  /**
   * If the client kept single messages: their runs, and the index after the new messages that precede them (a summary
   * and its companions), which start at `atMessage`.
   */
  readonly kept?: readonly MessageRun[];
  readonly keptBehind?: number;
  readonly atMessage: number;
  readonly summaryIndex: number | null;
};

const NO_CONTENT: PartDraft = { type: "text", text: "" };

/**
 * A session draft for formats in which one item contains complete messages. Ids and places are derived from the item.
 */
export class ItemSession extends SessionDraft {
  private readonly partCounts = new Map<string, number>();
  private readonly messageCounts = new Map<string, number>();

  /** Adds a message and returns its index; null if it has no parts, because nothing of it was sent. */
  say(draft: MessageDraft, source: SourceLocation): number | null {
    if (draft.parts.length === 0) return null;
    const id = this.nextMessageId(source);
    const message = this.addMessage({ ...draft, id, parts: this.placed(draft.parts, source) }, source);
    return message === null ? null : this.messages.length - 1;
  }

  /** Adds an answer of the model, which is one API call; null if it has neither parts nor usage. */
  answer(draft: ResponseDraft, source: SourceLocation): DraftResponse | null {
    const { model, usage, limits, time, agent, isHidden } = draft;
    // An answer without content was billed anyway.
    const drafts = draft.parts.length === 0 && usage !== null ? [NO_CONTENT] : draft.parts;
    if (drafts.length === 0) return null;
    const parts = this.placed(drafts, source);
    const messageId = this.nextMessageId(source);
    const id = draft.id || `${messageId}.response`;
    const rest = {
      messageId,
      ...(limits && { limits }),
      ...(agent !== undefined && { agent }),
      ...(isHidden && { isHidden }),
    };
    const response = this.addResponse({ id, model, time, parts, usage, ...rest }, source);
    if (draft.startedAt) response.startedAt = draft.startedAt;
    if (draft.iterations && draft.iterations.length > 0) this.iterations.set(response.id, draft.iterations);
    this.noteTime(draft.startedAt ?? null);
    const message = this.messages[response.messageIndex];
    if (message && draft.origin !== undefined) message.origin = draft.origin;
    return response;
  }

  /** Adds a message before all others, if nothing has been answered yet; false if it has no parts. */
  sayFirst(draft: MessageDraft, source: SourceLocation): boolean {
    if (this.say(draft, source) === null) return false;
    const [last] = this.messages.splice(-1, 1);
    if (last) this.messages.unshift(last);
    return true;
  }

  /** Adds further parts to an answer, and its usage once an item contains it. */
  addToAnswer(
    response: DraftResponse,
    { parts, usage, time }: Pick<ResponseDraft, "parts" | "usage" | "time">,
    source: SourceLocation,
  ) {
    this.extend(response, this.placed(parts, source), time);
    response.usage = usage ?? response.usage;
  }

  /** Adds an event; by default at the current place, before the next message. */
  event(draft: EventDraft, source: SourceLocation, agent = MAIN, atMessage = this.messages.length) {
    this.noteTime(draft.time ?? null);
    this.events.push({ ...draft, agent, atMessage, source } as SessionEvent);
  }

  /** `atMessage`: where the new prompt begins. The summary is there or later. */
  compaction(draft: CompactionDraft, source: SourceLocation, agent = MAIN) {
    const { trigger, time, tokensBefore, keptFrom, keptUntil, kept, keptBehind, atMessage, summaryIndex } = draft;
    const summaryMessageId = summaryIndex === null ? undefined : this.messages[summaryIndex]?.id;
    const hasTail = keptFrom !== undefined && keptFrom !== null && keptFrom < atMessage;
    this.event(
      {
        type: "compaction",
        trigger,
        ...(time !== null && { time }),
        ...(tokensBefore !== undefined && tokensBefore !== null && { tokensBefore }),
        ...(summaryMessageId !== undefined && { summaryMessageId }),
        ...(hasTail && { keptFrom }),
        ...(keptUntil !== undefined && keptUntil !== null && keptUntil > 0 && { keptUntil }),
        ...(kept !== undefined && { kept }),
        ...(keptBehind !== undefined && { keptBehind }),
      },
      source,
      agent,
      atMessage,
    );
  }

  addSubAgent(id: string, detail: { parent?: string; toolCallId?: string; title?: string }) {
    if (this.agents.some((agent) => agent.id === id)) return;
    this.agents.push({ id, kind: "sub-agent", parent: MAIN, ...detail });
  }

  finish(files: readonly TranscriptFile[], run: ImportRun, index = 0): Session {
    const [main] = files;
    if (!main) throw new Error("an import has at least one file");
    const session = this.build(main, index, run);
    return { ...session, files: files.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })) };
  }

  /** Numbers the messages of an item, because searching for a free name each time would be quadratic. */
  private nextMessageId(source: SourceLocation): string {
    const place = messageIdOf(source);
    const made = this.messageCounts.get(place) ?? 0;
    this.messageCounts.set(place, made + 1);
    return made === 0 ? place : `${place}.${made}`;
  }

  private placed(drafts: readonly PartDraft[], source: SourceLocation): Part[] {
    const place = messageIdOf(source);
    const first = this.partCounts.get(place) ?? 0;
    this.partCounts.set(place, first + drafts.length);
    return drafts.map((draft, index) => ({ ...draft, id: partIdOf(source, first + index), source }) as Part);
  }
}
