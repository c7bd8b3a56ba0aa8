import { checkJson } from "../conversation/check-json";
import { countLeading } from "../conversation/count-leading";
import type { SourceLocation } from "../conversation/part";
import { moveEvent } from "../transcript/move-event";
import type { KeptRow, Response, Session, SessionEvent, SessionMessage } from "../transcript/session";
import { type WinnowHeader, winnowRow } from "../transcript/session-schema";
import type { ImportRun, RowVerdict } from "./import-run";

type Placed = { readonly response: Response; readonly source: SourceLocation };

/**
 * Reads the rows of a Winnow file. Only damaged rows are lost. Later indexes are shifted, and a response whose
 * message is missing is left out and reported.
 */
export class WinnowReader {
  private readonly messages: SessionMessage[] = [];
  private readonly responses: Placed[] = [];
  private readonly events: SessionEvent[] = [];
  private readonly keptRows: KeptRow[] = [];
  /** Maps a message's exported index to its current index. */
  private readonly places = new Map<number, number>();
  private readonly agents: ReadonlySet<string>;
  private readonly ids = new Set<string>();
  private exportedIndexes: number[] | null = null;

  constructor(private readonly header: WinnowHeader) {
    this.agents = new Set(header.session.agents.map((agent) => agent.id));
  }

  readonly interpret = (row: unknown, source: SourceLocation): RowVerdict => {
    const parsed = checkJson(winnowRow, row);
    if (!parsed.success) return bad(source, "is not a row of a Winnow session");
    // The schema describes the same type, but zod infers a looser one.
    const value = parsed.data as { [key: string]: unknown };
    if ("message" in value) return this.addMessage(value.message as SessionMessage, value.at as number, source);
    if ("response" in value) return this.addResponse(value.response as Response, source);
    if ("event" in value) return this.addEvent(value.event as SessionEvent, source);
    if ("keptRows" in value) this.keptRows.push(...(value.keptRows as KeptRow[]));
    else return { kept: "comment" in value ? "comment" : "redacted" };
    return "interpreted";
  };

  finish(run: ImportRun, bytes: number): Session {
    const responses = this.responses.flatMap((placed) => this.placedResponse(placed, run));
    const events = this.events.map((event) => this.placedEvent(event));
    const { messages, keptRows } = this;
    this.compareCounts({ messages, responses, events, keptRows }, run, bytes);
    const session = this.header.session as unknown as Omit<Session, "messages" | "responses" | "events" | "keptRows">;
    const kept = keptRows.length === this.header.counts.keptRows ? session.rows.kept : keptRows.length;
    const rows = { ...session.rows, kept, read: session.rows.interpreted + kept + session.rows.bad };
    return {
      ...session,
      messages,
      responses,
      events,
      keptRows,
      rows,
      issues: [...session.issues, ...run.issues],
    };
  }

  private addMessage(message: SessionMessage, at: number, source: SourceLocation): RowVerdict {
    if (!this.agents.has(message.agent)) return bad(source, "has a message of an agent that the header does not name");
    const ids = [`message ${message.id}`, ...message.parts.map((part) => `part ${part.id}`)];
    if (new Set(ids).size < ids.length || ids.some((id) => this.ids.has(id)))
      return bad(source, "has a message with an id that is taken");
    if (this.places.has(at)) return bad(source, "has a message at a place that is taken");
    for (const id of ids) this.ids.add(id);
    this.places.set(at, this.messages.length);
    this.messages.push(message);
    return "interpreted";
  }

  private addResponse(response: Response, source: SourceLocation): RowVerdict {
    const id = `response ${response.id}`;
    if (this.ids.has(id)) return bad(source, "has a response with an id that is taken");
    this.ids.add(id);
    this.responses.push({ response, source });
    return "interpreted";
  }

  private addEvent(event: SessionEvent, source: SourceLocation): RowVerdict {
    if (!this.agents.has(event.agent)) return bad(source, "has an event of an agent that the header does not name");
    this.events.push(event);
    return "interpreted";
  }

  private placedResponse({ response, source }: Placed, run: ImportRun): Response[] {
    const messageIndex = this.places.get(response.messageIndex);
    const message = messageIndex === undefined ? undefined : this.messages[messageIndex];
    const isIts = message?.role === "assistant" && message.responseId === response.id;
    if (isIts && message.agent === response.agent) return [{ ...response, messageIndex: messageIndex as number }];
    run.report("response-without-message", `Line ${source.line}: the message of this response is not there.`, source);
    return [];
  }

  private placedEvent(event: SessionEvent): SessionEvent {
    return moveEvent(event, (index) => this.placeFrom(index));
  }

  /** The current index of the first message exported with this index or a later one. */
  private placeFrom(at: number): number {
    const place = this.places.get(at);
    if (place !== undefined) return place;
    this.exportedIndexes ??= [...this.places.keys()].sort((a, b) => a - b);
    const next = this.exportedIndexes[countLeading(this.exportedIndexes, (exported) => exported < at)];
    return next === undefined ? this.messages.length : (this.places.get(next) as number);
  }

  private compareCounts(
    found: { [K in keyof WinnowHeader["counts"]]?: readonly unknown[] },
    run: ImportRun,
    bytes: number,
  ) {
    const end = { file: 0, line: run.rowsRead, byteOffset: bytes, byteLength: 0 };
    for (const [name, list] of Object.entries(found)) {
      const expected = this.header.counts[name] as number;
      if (list?.length !== expected)
        run.report("incomplete", `The file announces ${expected} ${name} but contains ${list?.length}.`, end);
    }
  }
}

const bad = ({ line }: SourceLocation, what: string): RowVerdict => ({
  bad: "invalid-row",
  message: `Line ${line} ${what}.`,
});
