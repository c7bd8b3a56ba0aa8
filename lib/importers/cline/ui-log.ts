import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { ImportRun, RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import type { PartDraft } from "../item-session";
import { parsedObject, textDraft, toolCallDraft, urlFile, usageOf } from "../part-drafts";

/** One API request as shown in the client's window. */
export type UiRequest = {
  /** In milliseconds. */
  readonly ts: number;
  readonly source: SourceLocation;
  /** The new user content that the request sent, as text. */
  readonly text: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** True if it has counters. The client writes them when the request ends, even if the provider reported none. */
  readonly isEnded: boolean;
  /** True if it was cancelled or failed, so it is missing from the history that later requests send. */
  readonly isBroken: boolean;
  /** True if the user cancelled it. */
  readonly isInterrupted: boolean;
  /** First and last index of the messages left out of the history (Cline's truncation). */
  readonly deletedRange: readonly [number, number] | null;
  /** The part of the answer shown in the window, then the start time of its last piece. */
  readonly said: PartDraft[];
  lastTs: number;
  /** How much of `said` was added to the session: all of it if the history no longer contains the answer. */
  used: "nothing" | "reasoning" | "all";
};

export type UiEvent = {
  readonly kind: "condense" | "truncation" | "error";
  readonly ts: number;
  readonly source: SourceLocation;
  readonly text: string;
  readonly tokensBefore: number | null;
};

type UiRow = { readonly source: SourceLocation; readonly kind: string; readonly request: UiRequest | null };

/**
 * Reads the UI file: requests with usage, compactions, errors. Rows are settled at the end, once it is known which of
 * them were used.
 */
export class UiLog {
  readonly requests: UiRequest[] = [];
  readonly events: UiEvent[] = [];
  /** Dollars, over all requests and compactions whose cost is logged; null if none is. */
  statedCost: number | null = null;
  private readonly contentRows: UiRow[] = [];
  private readonly isTotalInput: boolean;

  constructor(
    items: readonly unknown[],
    file: number,
    byteLength: number,
    private readonly run: ImportRun,
  ) {
    this.isTotalInput = !items.some(hasDisjointInput);
    items.forEach((item, index) => {
      const source = { file, line: index + 1, byteOffset: 0, byteLength };
      const row = asObject(item);
      const verdict = row ? this.read(row, source) : badRow(source.line);
      if (verdict) this.run.settle(verdict, source);
    });
  }

  get hasApiProtocol(): boolean {
    return this.requests.some(({ isEnded }) => isEnded) && this.sawProtocol;
  }
  private sawProtocol = false;

  settle() {
    for (const { source, kind, request } of this.contentRows)
      this.run.settle(isUsed(kind, request) ? "interpreted" : { kept: kind }, source);
  }

  /** Null if the row is settled later. */
  private read(row: JsonObject, source: SourceLocation): RowVerdict | null {
    const ts = asCount(row.ts);
    const kind = row.type === "ask" ? asText(row.ask) : asText(row.say);
    if (ts === null || kind === null) return badRow(source.line);
    const text = asText(row.text) ?? "";
    if (row.type === "ask") return this.ask(kind, row, text, ts, source);
    switch (kind) {
      case "api_req_started":
        this.requests.push(this.request(row, ts, source));
        return "interpreted";
      case "condense_context":
        return this.condense(asObject(row.contextCondense), ts, source);
      case "sliding_window_truncation":
        return this.note("truncation", asObject(row.contextTruncation), text, ts, source);
      case "error":
        return this.note("error", null, text, ts, source);
      case "text":
      case "reasoning":
      case "completion_result":
        return this.content(kind, row, text || (asText(row.reasoning) ?? ""), ts, source);
      default:
        return isCall(kind) ? this.content(kind, row, text, ts, source) : { kept: `say:${kind}` };
    }
  }

  private ask(kind: string, row: JsonObject, text: string, ts: number, source: SourceLocation): RowVerdict | null {
    if (kind === "api_req_failed") return this.note("error", null, text, ts, source);
    return isCall(kind) ? this.content(kind, row, text, ts, source) : { kept: `ask:${kind}` };
  }

  /** The row is written at the start of a compaction; its details are added at the end. */
  private condense(detail: JsonObject | null, ts: number, source: SourceLocation): RowVerdict {
    this.addCost(detail);
    return detail
      ? this.note("condense", detail, asText(detail.summary) ?? "", ts, source)
      : { kept: "say:condense_context" };
  }

  private note(kind: UiEvent["kind"], detail: JsonObject | null, text: string, ts: number, source: SourceLocation) {
    this.events.push({ kind, ts, source, text, tokensBefore: asCount(detail?.prevContextTokens) });
    return "interpreted" as const;
  }

  /** Content shown while a request ran. Even rows marked as partial are final. */
  private content(kind: string, row: JsonObject, text: string, ts: number, source: SourceLocation): RowVerdict | null {
    const request = this.requests.at(-1) ?? null;
    const images = (asArray(row.images) ?? []).flatMap((url) => asText(url) ?? []);
    if (!request || (text === "" && images.length === 0)) return { kept: `${asText(row.type)}:${kind}` };
    if (text !== "") request.said.push(isCall(kind) ? callOf(kind, text, source) : saidAs(kind, text));
    for (const url of images) request.said.push({ type: "file", ...urlFile(url, null) });
    request.lastTs = Math.max(request.lastTs, ts);
    this.contentRows.push({ source, kind: `${asText(row.type)}:${kind}`, request });
    return null;
  }

  private addCost(stated: JsonObject | null) {
    const cost = asCount(stated?.cost);
    if (cost) this.statedCost = (this.statedCost ?? 0) + cost;
  }

  private request(row: JsonObject, ts: number, source: SourceLocation): UiRequest {
    const stated = parsedObject(row.text) ?? {};
    this.addCost(stated);
    const text = asText(stated.request);
    const failure = asText(stated.streamingFailedMessage);
    if (failure !== null) this.events.push({ kind: "error", ts, source, text: failure, tokensBefore: null });
    if ("apiProtocol" in stated) this.sawProtocol = true;
    const model = asText(asObject(row.modelInfo)?.modelId) ?? modelIn(text);
    const isBroken = asText(stated.cancelReason) !== null || failure !== null;
    const usage = readCounters(stated, this.isTotalInput);
    const isEnded = asCount(stated.tokensIn) !== null || asCount(stated.tokensOut) !== null;
    const deletedRange = readRange(row.conversationHistoryDeletedRange);
    const isInterrupted = stated.cancelReason === "user_cancelled";
    const base = { ts, source, text, model, usage, isEnded, isBroken, isInterrupted, deletedRange };
    return { ...base, said: [], lastTs: ts, used: "nothing" };
  }
}

/** True for tool rows. "ask" rows need the user's permission; "say" rows already have it. */
const isCall = (kind: string) => ["tool", "command", "use_mcp_server", "followup"].includes(kind);

const saidAs = (kind: string, text: string): PartDraft =>
  kind === "reasoning" ? { type: "reasoning", text } : textDraft(text);

/** The window has its own names for tools (`readFile`). For some, only the kind of row identifies the tool. */
function callOf(kind: string, text: string, { file, line }: SourceLocation): PartDraft {
  const shown = parsedObject(text);
  const name = asText(shown?.tool) ?? { command: "execute_command", followup: "ask_followup_question" }[kind];
  const input = shown ?? (kind === "command" ? { command: text } : { text });
  return toolCallDraft(`w${file}.${line}`, name ?? asText(shown?.type) ?? kind, input);
}

const isUsed = (kind: string, request: UiRequest | null) =>
  request?.used === "all" || (request?.used === "reasoning" && kind === "say:reasoning");

/** The model's name, which Roo writes into the environment details. */
export const modelIn = (text: string | null): string | null => {
  const at = text?.lastIndexOf("<model>") ?? -1;
  return at === -1 ? null : (/^<model>([^<]{1,200})<\/model>/.exec((text ?? "").slice(at, at + 220))?.[1] ?? null);
};

/**
 * True if the input excludes cached tokens, as in an Anthropic request. Newer Roo versions write the total instead. One
 * request with less input than cached tokens is enough to decide this for the entire file. Source: Roo-Code
 * src/shared/cost.ts.
 */
function hasDisjointInput(item: unknown): boolean {
  const row = asObject(item);
  if (row?.say !== "api_req_started") return false;
  const stated = parsedObject(row.text);
  const cached = (asCount(stated?.cacheReads) ?? 0) + (asCount(stated?.cacheWrites) ?? 0);
  return stated?.apiProtocol !== "openai" && (asCount(stated?.tokensIn) ?? cached) < cached;
}

/** A log without a protocol is Cline's, whose input excludes cached tokens. */
function readCounters(stated: JsonObject, isTotalInput: boolean): Usage | null {
  const input = asCount(stated.tokensIn);
  const output = asCount(stated.tokensOut);
  const cacheRead = asCount(stated.cacheReads);
  const cacheWriteUnsplit = asCount(stated.cacheWrites);
  const isInside = stated.apiProtocol === "openai" || (stated.apiProtocol === "anthropic" && isTotalInput);
  const cached = isInside ? (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0) : 0;
  const uncachedInput = input === null ? null : Math.max(0, input - cached);
  return usageOf({ uncachedInput, cacheRead, cacheWriteUnsplit, output });
}

function readRange(value: unknown): readonly [number, number] | null {
  const range = asArray(value);
  const first = asCount(range?.[0]);
  const last = asCount(range?.[1]);
  return first === null || last === null ? null : [first, last];
}

const badRow = (line: number): RowVerdict => ({
  bad: "invalid-row",
  message: `Item ${line} is not a row of the client's window (ts, type, say or ask). It was skipped; all others were kept.`,
});

export const isUiRow = (value: unknown): boolean => {
  const row = asObject(value);
  const isKnown = row?.type === "say" ? asText(row.say) !== null : row?.type === "ask" && asText(row.ask) !== null;
  return isKnown && isoTime(row?.ts) !== null;
};
