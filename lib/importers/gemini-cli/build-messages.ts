import type { SourceLocation } from "../../conversation/part";
import { CallPairing } from "../../formats/gemini/decode-parts";
import { asArray, asString, asText } from "../../formats/json-fields";
import { promptTokens } from "../../transcript/usage";
import { readGeminiCliUsage } from "../gemini-usage";
import { findKept, gistOf, keptFields } from "../kept-messages";
import { SessionDraft, timeOf } from "../session-draft";
import type { HistoryStep, MessageRecord, MessageRecords } from "./message-records";
import { answeredCalls, readAnswer, readPrompt, type Said } from "./read-record";

/** Builds the session from all steps. Ids are the log's own, which are unique: a message that is written again keeps its id. */
export function draftSession({ steps, header }: MessageRecords): SessionDraft {
  const draft = new SessionDraft("gemini-cli", "Gemini CLI");
  draft.logId = asText(header.sessionId) ?? "";
  draft.title = asText(header.summary);
  draft.project = asText(asArray(header.directories)?.[0]);
  for (const time of [header.startTime, header.lastUpdated]) draft.noteTime(timeOf(time));
  const writer = new HistoryWriter(draft, answeredCalls(recordsOf(steps)));
  for (const step of steps) writer.take(step);
  return draft;
}

const recordsOf = (steps: readonly HistoryStep[]) =>
  steps.flatMap((step) => (step.type === "message" ? step.record : []));

/** Writes the steps of a history into the draft, and knows which of its messages the client would send now. */
class HistoryWriter {
  private readonly pairing = new CallPairing();
  /** Indexes into the draft's messages. */
  private sent: number[] = [];
  private readonly placeOf = new Map<string, number>();

  constructor(
    private readonly draft: SessionDraft,
    private readonly answered: ReadonlySet<string>,
  ) {}

  take(step: HistoryStep) {
    if (step.type === "rewind") this.rewind(step.to, step.source);
    else if (step.type === "replacement") this.replace(step.records, step.source);
    else this.add(step.record);
  }

  private add(record: MessageRecord) {
    const { fields, source, id } = record;
    this.placeOf.set(id, this.draft.messages.length);
    if (fields.type === "gemini") this.addAnswer(record);
    else if (fields.type === "user") this.say(readPrompt(record, this.pairing), source);
    else this.addError(record);
  }

  private say(said: Said, source: SourceLocation) {
    if (this.draft.addMessage(said, source)) this.sent.push(this.draft.messages.length - 1);
  }

  private addAnswer(record: MessageRecord) {
    const { fields, source, id } = record;
    const { answer, result } = readAnswer(record, this.pairing, this.answered);
    const usage = readGeminiCliUsage(fields.tokens);
    if (answer.parts.length > 0 || usage !== null) {
      const empty = { id: `${id}.content.0`, type: "text", text: "", source } as const;
      const parts = answer.parts.length > 0 ? answer.parts : [empty];
      const response = { id, model: asText(fields.model), time: answer.time, parts, usage, messageId: id };
      this.draft.addResponse(response, source);
      this.sent.push(this.draft.messages.length - 1);
    }
    this.say(result, source);
  }

  private addError({ fields, source }: MessageRecord) {
    const message = (asString(fields.content) ?? "Error").slice(0, 500);
    const time = timeOf(fields.timestamp);
    this.draft.addEvent({ type: "api-error", message, source, ...(time && { time }) });
  }

  /** The client goes back to the place before the named message. */
  private rewind(to: string, source: SourceLocation) {
    const keptUntil = this.placeOf.get(to);
    const place = keptUntil === undefined ? {} : { keptUntil };
    this.draft.addEvent({ type: "rewind", detail: `back to message ${to}`, ...place, source });
    if (keptUntil !== undefined) this.sent = this.sent.filter((index) => index < keptUntil);
  }

  /** The history is another from here on: what it has in common with the present one stays, the rest is added. */
  private replace(records: readonly MessageRecord[], source: SourceLocation) {
    const answered = answeredCalls(records);
    const said = records.flatMap((record) => this.saidAgain(record, answered)).filter(({ parts }) => parts.length > 0);
    const present = this.sent.map((index) => gistOf(this.draft.messages[index]?.parts ?? []));
    const other = said.findIndex(({ parts }, at) => gistOf(parts) !== present[at]);
    const common = other < 0 ? said.length : other;
    const hasSummary = said.some(({ origin, parts }) => origin === "summary" && !present.includes(gistOf(parts)));
    if (hasSummary) this.compact(said, common, present, source);
    else this.rewrite(said.slice(common), common, present, source);
  }

  private saidAgain(record: MessageRecord, answered: ReadonlySet<string>): Said[] {
    if (record.fields.type === "user") return [readPrompt(record, this.pairing)];
    if (record.fields.type !== "gemini") return [];
    const { answer, result } = readAnswer(record, this.pairing, answered);
    return [answer, result];
  }

  private sayAgain(said: readonly Said[], present: readonly string[], source: SourceLocation) {
    const known = new Set(present);
    for (const message of said) this.say({ ...message, origin: originAgain(message, known), time: null }, source);
  }

  private rewrite(fresh: readonly Said[], common: number, present: readonly string[], source: SourceLocation) {
    if (common < this.sent.length) {
      const detail = hasRepeatedResults(fresh) ? SENT_TWICE : REWRITTEN;
      this.draft.addEvent({ type: "rewind", detail, keptUntil: this.endOf(common), source });
      this.sent = this.sent.slice(0, common);
    }
    this.sayAgain(fresh, present, source);
  }

  /** The summary stands where the history was; the newest messages may stay behind it. */
  private compact(said: readonly Said[], common: number, present: readonly string[], source: SourceLocation) {
    const usage = this.draft.responses.at(-1)?.usage;
    const tokensBefore = usage ? promptTokens(usage) : null;
    const event = this.draft.addEvent({
      type: "compaction",
      trigger: "unknown",
      ...(tokensBefore !== null && { tokensBefore }),
      source,
    });
    const tail = findKept(said.slice(common), this.sent, this.draft);
    const { kept } = tail.behind.length === 0 ? tail : NOTHING_KEPT;
    const keptUntil = this.endOf(common);
    const before = kept.length > 0 ? [] : this.sent.slice(0, common);
    this.sent = before;
    const atMessage = this.draft.messages.length;
    this.sayAgain(said.slice(before.length, said.length - kept.length), present, source);
    const end = this.draft.messages.length;
    const summaryMessageId = this.draft.messages.slice(atMessage).find(({ origin }) => origin === "summary")?.id;
    this.sent.push(...kept);
    Object.assign(event, {
      ...(summaryMessageId !== undefined && { summaryMessageId }),
      ...keptFields(kept, atMessage, end),
      ...(before.length > 0 && { keptUntil }),
    });
  }

  private endOf(common: number): number {
    return common === 0 ? 0 : (this.sent[common - 1] as number) + 1;
  }
}

const NOTHING_KEPT = { kept: [] } as const;
const SENT_TWICE = "the client resumed the session, and sends each result of a tool twice from here on";
const REWRITTEN = "the client wrote its history anew";

/** Nothing was typed again, and the client itself answers a summary. */
function originAgain({ role, origin, parts }: Said, known: ReadonlySet<string>): Said["origin"] {
  if (origin === "typed") return "client";
  return role === "assistant" && !known.has(gistOf(parts)) ? "client" : origin;
}

function hasRepeatedResults(said: readonly Said[]): boolean {
  const ids = said.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-result" ? part.toolCallId : [])),
  );
  return new Set(ids).size < ids.length;
}
