import { droppedBy, type InsertEdit, savedBy } from "../../conversation/edit";
import type { Message, Role } from "../../conversation/message";
import { once } from "../../conversation/once";
import { artifactsIn } from "../facts/artifacts";
import type { Outcome, Procedure, Warning } from "../grammar/procedure";
import type { Summariser, SummaryAnswer, SummaryRequest } from "../grammar/summariser";
import type { SummaryStyle } from "../grammar/summary-style";
import type { PartEntry, View } from "../grammar/view";
import { errorStates, isOpenError } from "./error-states";
import { extractive } from "./extractive";
import { changedPathsIn, completeSections, fitKept, pathsLeftOut, roomOfTitles, titlesLeftOut } from "./kept-files";
import { safePlace } from "./safe-place";
import { mergeSections, parseSections, writeSections } from "./sections";
import { cleanSummary, isSummary, readSummary, summaryText } from "./summary-message";
import { transcriptOf } from "./transcript-text";

/** Position of the summary: at the start, where the first dropped message stood, or at the end. */
type SummaryPlace = "start" | "hole" | "end";

export type FoldOptions = {
  readonly id: string;
  /** Selects what to drop: any procedure that drops. */
  readonly cut: Procedure;
  readonly style: SummaryStyle;
  readonly place: SummaryPlace;
  readonly role?: Role;
  readonly maxTokens: number;
  /** Maximum tokens of the entire request afterwards, for products that compress to a fixed size. */
  readonly ceiling?: (view: View) => number;
  /**
   * Treatment of a dropped earlier summary: `merge` passes it to the summariser for merging; `keep-entries` keeps its
   * entries and adds only new ones, tagged with their cycle; `forget` reads it like any other text.
   */
  readonly earlier?: "merge" | "keep-entries" | "forget";
  readonly instructions?: string | null;
  /** A finished summary; no summariser is asked. */
  readonly given?: string;
  /** Which dropped parts the summariser reads; all if absent. */
  readonly reads?: (parts: readonly string[], view: View) => readonly string[];
  /** Additional data for the summariser: a plan, a list of files. */
  readonly also?: (view: View) => string;
  /** Appends the product's own additions to a summary. Skipped if there is no room. */
  readonly complete?: (text: string, folded: Folded, view: View) => string;
  /** The summary's size depends only on what it covers, so that summaries of one run do not affect each other. */
  readonly ignoresTarget?: boolean;
  /** Texts around the summary. */
  readonly before?: string;
  readonly after?: (view: View) => string;
  /** A short assistant message after the summary, for products that add one. */
  readonly acknowledgement?: string | ((view: View) => string);
  /** Style of a review of the model's summary. */
  readonly review?: SummaryStyle;
};

/** What a summary covers: the dropped parts, oldest first, and the text of an earlier summary among them. */
export type Folded = { readonly parts: readonly string[]; readonly previous: string | null };

const BEFORE = "The messages that stood here were summarised to save room; what follows is a summary, not a request.";
/** Minimum useful size of a summary in tokens. */
const LEAST_TOKENS = 12;

/**
 * Drops what the cut selects and inserts one summary. The environment's summariser writes it; without one it is
 * extractive. Rejects a summary that is unavailable, empty, too long or lacks a required section. The outcome is then
 * `failed` if the summariser is at fault, or `noop` if nothing would be saved, and `orElse` runs the preset's fallback.
 */
export function fold(options: FoldOptions): Procedure {
  return (view) => {
    const outcome = options.cut(view);
    const dropped = droppedBy(outcome.edits);
    if (outcome.status !== "applied" || dropped.length === 0) return outcome;
    const plan = planFold(options, outcome, dropped, view);
    if (plan.request.maxTokens < LEAST_TOKENS) return refused(outcome, NO_ROOM, "noop");
    const written = writeSummary(options, plan, view);
    if (!written.ok) return refused(outcome, written, written.code === NO_ROOM.code ? "noop" : "failed");
    const inserts = insertsOf(options, plan, written.text, view);
    const added = inserts.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
    if (added >= plan.saved) return refused(outcome, grew(added, plan.saved), "noop");
    return withWarnings(withInserts(outcome, inserts, options.id), written.warnings ?? []);
  };
}

const NO_ROOM = { code: "summary-no-room", message: "a summary would be as long as what it replaces" };
const grew = (added: number, saved: number) => ({
  code: "summary-grew",
  message: `the summary takes ${added} tokens and would replace ${saved}: the messages stay as they were`,
});

type Plan = Hole & {
  readonly request: SummaryRequest;
  readonly summarise: Summariser;
  /** True if a model writes the text, which is then reviewed and checked for sections. */
  readonly byModel: boolean;
  /** The dropped parts without an earlier summary, oldest first. */
  readonly entries: readonly PartEntry[];
};

/** What the cut drops, and where its summary goes. */
type Hole = {
  readonly dropped: readonly string[];
  /** Tokens that the cut saves. */
  readonly saved: number;
  /** Index of the message that the summary precedes. */
  readonly at: number;
  /** 1 for the first summary of a history. */
  readonly cycle: number;
};

function planFold(options: FoldOptions, outcome: Outcome, dropped: readonly string[], view: View): Plan {
  const gone = entriesOf(dropped, view);
  const { entries, earlier } = splitEarlier(gone, options.earlier ?? "merge");
  const at = safePlace(wantedPlace(options.place, gone, view), isAmong(dropped), view);
  const hole = { dropped, at, cycle: (earlier?.cycle ?? 0) + 1, saved: savedBy(outcome.edits) };
  const { summaries } = view.environment;
  const instructions = [options.instructions, summaries?.instructions].filter((text) => text).join("\n") || null;
  const maxTokens = roomFor(options, hole, view);
  const analysis = summaries?.analysis === true;
  const task = summaries?.task ? { task: summaries.task } : {};
  const question = {
    style: options.style,
    previous: earlier?.body ?? null,
    instructions,
    maxTokens,
    analysis,
    ...task,
  };
  const read = options.reads ? entriesOf(options.reads(idsOf(entries), view), view) : entries;
  const request = requestOf(question, { entries: read, also: options.also?.(view) ?? "" }, view);
  const byModel = summaries?.summarise !== undefined && options.given === undefined;
  return { ...hole, entries, request, byModel, summarise: summariserFor(options, read, view) };
}

/** The parts in the order of the history. */
function entriesOf(partIds: readonly string[], view: View): PartEntry[] {
  const entries: PartEntry[] = [];
  for (const id of partIds) {
    const entry = view.entry(id);
    if (entry) entries.push(entry);
  }
  return entries.sort((a, b) => a.number - b.number);
}

/** Builds its set on the first query, because most places never ask. */
function isAmong(partIds: readonly string[]): (partId: string) => boolean {
  const ids = once(() => new Set(partIds));
  return (partId) => ids().has(partId);
}

const idsOf = (entries: readonly PartEntry[]): string[] => entries.map(({ part }) => part.id);

function wantedPlace(place: SummaryPlace, [first]: readonly PartEntry[], view: View): number {
  if (place === "start") return 0;
  return place === "hole" && first ? first.messageIndex : view.conversation.messages.length;
}

/** Maximum tokens of the summary: fewer than the cut saves, within the target's remainder, and within its own limit. */
function roomFor(options: FoldOptions, hole: Hole, view: View): number {
  const { budget, summaries } = view.environment;
  const target = options.ignoresTarget ? undefined : budget.target;
  const ceiling = Math.min(target ?? Number.POSITIVE_INFINITY, options.ceiling?.(view) ?? Number.POSITIVE_INFINITY);
  const left = ceiling - (view.tokens() - hole.saved);
  const frame = tokensOf(insertsOf(options, hole, "", view));
  const limit = Math.min(options.maxTokens, summaries?.maxTokens ?? Number.POSITIVE_INFINITY);
  // The margin covers the difference between a text's token count and the sum over its lines, at most one token per
  // line.
  return Math.min(limit, Math.floor((Math.min(hole.saved * 0.9, left) - frame) * 0.95) - 2);
}

function summariserFor({ given }: FoldOptions, entries: readonly PartEntry[], view: View): Summariser {
  if (given !== undefined) return () => ({ ok: true, text: given });
  return view.environment.summaries?.summarise ?? extractive(entries, view);
}

type Question = Omit<SummaryRequest, "key" | "transcript">;

type Reading = { readonly entries: readonly PartEntry[]; readonly also: string };

function requestOf(question: Question, { entries, also }: Reading, view: View): SummaryRequest {
  const { style, previous, instructions, maxTokens, task } = question;
  const wanted = [previous, instructions, maxTokens, ...(also === "" ? [] : [also]), ...(task ? [{ task }] : [])];
  return {
    ...question,
    // Computed only when a model is asked, because it lists the id of every part.
    get key() {
      return JSON.stringify([style.id, idsOf(entries), ...wanted]);
    },
    transcript: () => `${transcriptOf(idsOf(entries), view)}${also === "" ? "" : `\n\n${also}`}`,
  };
}

/** The parts to read, without the newest earlier summary; and that summary. */
function splitEarlier(gone: readonly PartEntry[], how: FoldOptions["earlier"]) {
  const summary = gone.findLast(({ message }) => isSummary(message))?.message;
  const known = summary ? readSummary(summary) : null;
  if (how === "forget") return { entries: gone, earlier: known && { cycle: known.cycle, body: null } };
  return { entries: summary ? gone.filter(({ message }) => message !== summary) : gone, earlier: known };
}

function writeSummary(options: FoldOptions, plan: Plan, view: View): SummaryAnswer {
  const { request, summarise, byModel, cycle } = plan;
  const isOwnTask = byModel && request.task !== undefined;
  const isDelta = options.earlier === "keep-entries" && !isOwnTask;
  view.environment.summaries?.onAsked?.(request);
  const first = summarise(isDelta && !byModel ? { ...request, previous: null } : request);
  const answer = first.ok && options.review && byModel ? review(first, plan, options.review) : first;
  if (!answer.ok) return answer;
  const text = cleanSummary(answer.text);
  if (text === "") return { ok: false, code: "summary-empty", message: "the summariser wrote nothing" };
  // A custom task text may ask for other sections, so none is required.
  const fault = byModel && !isOwnTask ? structureFault(text, options.style) : null;
  if (fault !== null) return { ok: false, code: "summary-unstructured", message: fault };
  const { warnings = [] } = answer;
  const whole = byModel && options.style.task === undefined ? withOpenErrors(text, plan, view) : text;
  if (isOwnTask) return { ok: true, text: completed(whole, options, plan, view), warnings };
  if (!isDelta) return finished(completed(whole, options, plan, view), plan, warnings, view);
  const kept = keepEntries(whole, request, cycle, view);
  return kept.ok ? finished(kept.text, plan, warnings, view) : kept;
}

/** The text with all sections its style requires, and warnings naming sections and changed files that did not fit. */
function finished(text: string, { request, entries }: Plan, warnings: readonly Warning[], view: View): SummaryAnswer {
  const { style, maxTokens, previous } = request;
  if (!style.isComplete) return { ok: true, text, warnings };
  const whole = completeSections(text, style, maxTokens, view.environment.count);
  const { created, modified, deleted, renamed } = artifactsIn(entries, view.conversation.tools);
  const changed = [
    ...changedPathsIn(parseSections(previous ?? "", titlesOf(style)), style),
    ...created,
    ...modified,
    ...deleted,
    ...renamed,
  ];
  const leftOut = [
    ...leftOutOf("sections", titlesLeftOut(style, whole)),
    ...leftOutOf("changed files", pathsLeftOut(changed, whole)),
  ];
  return { ok: true, text: whole, warnings: [...warnings, ...leftOut] };
}

function leftOutOf(what: "sections" | "changed files", missing: readonly string[]): Warning[] {
  if (missing.length === 0) return [];
  const code = what === "sections" ? "sections-left-out" : "files-left-out";
  return [{ code, message: `the summary has no room for ${missing.length} ${what}: ${missing.join(", ")}` }];
}

/** Adds unresolved errors that a model omitted, while there is room. */
function withOpenErrors(text: string, { entries, request }: Plan, view: View): string {
  const missing = errorStates(entries, view).filter((line) => isOpenError(line) && !text.includes(messageIn(line)));
  const whole = missing.length === 0 ? text : cleanSummary(`${text}\n\n## Errors\n- ${missing.join("\n- ")}`);
  return view.environment.count(whole) <= request.maxTokens ? whole : text;
}

/** The first words of the message quoted in an error's line. */
const messageIn = (line: string): string => line.slice(line.indexOf(": ") + 2).slice(0, 40);

function completed(text: string, { complete }: FoldOptions, { request, entries }: Plan, view: View): string {
  if (!complete) return text;
  // Additions come from the history, so they are trusted no more than a summary.
  const whole = cleanSummary(complete(text, { parts: idsOf(entries), previous: request.previous }, view));
  return view.environment.count(whole) <= request.maxTokens ? whole : text;
}

/** The improved summary, or the first one if the review fails. While the review is pending, the caller runs again. */
function review(first: SummaryAnswer & { ok: true }, { request, summarise }: Plan, style: SummaryStyle): SummaryAnswer {
  const previous = cleanSummary(first.text);
  const second = summarise({ ...request, style, previous, key: `${request.key} review` });
  return second.ok && cleanSummary(second.text) !== "" ? second : first;
}

function structureFault(text: string, { sections, shape, isStrict, required = [] }: SummaryStyle): string | null {
  if (!isStrict || shape !== "markdown") return null;
  const titles = new Set([...parseSections(text).keys()].map((title) => title.toLowerCase()));
  const has = (title: string) => titles.has(title.toLowerCase());
  const missing = required.filter((title) => !has(title));
  if (missing.length > 0) return `the summary has no section ${missing.join(", ")}`;
  return sections.some(({ title }) => has(title)) ? null : "the summary has none of the sections it must have";
}

const titlesOf = ({ sections }: SummaryStyle): string[] => sections.map(({ title }) => title);

/** Appends new entries to the earlier ones, which stay verbatim. Drops the oldest only if there is no more room. */
function keepEntries(text: string, request: SummaryRequest, cycle: number, view: View): SummaryAnswer {
  const titles = titlesOf(request.style);
  const merged = mergeSections(parseSections(request.previous ?? "", titles), parseSections(text, titles), cycle);
  const { count } = view.environment;
  const whole = writeSections(merged);
  const maxTokens =
    request.maxTokens - roomOfTitles(request.style, (title) => merged.has(title), request.maxTokens, count);
  if (count(whole) <= maxTokens) return { ok: true, text: whole };
  const fitting = fitKept(merged, request.style, { maxTokens, count });
  return fitting === "" ? { ok: false, ...NO_ROOM } : { ok: true, text: fitting };
}

function insertsOf(options: FoldOptions, { cycle, dropped, at }: Hole, body: string, view: View): InsertEdit[] {
  const before = view.conversation.messages[at - 1];
  const after = before?.id ?? null;
  const startsHistory = before === undefined || before.role === "system";
  const role = startsHistory && options.role === "assistant" ? "user" : (options.role ?? "user");
  const text = summaryText({ body, cycle, before: options.before ?? BEFORE, after: options.after?.(view) ?? "" });
  const summary = insert(options, { role, text, after, targets: dropped }, view, "summary");
  if (options.acknowledgement === undefined) return [summary];
  const { acknowledgement } = options;
  const reply = typeof acknowledgement === "string" ? acknowledgement : acknowledgement(view);
  const answer = { role: "assistant" as const, text: reply, after, targets: [] };
  return [summary, insert(options, answer, view, "ack")];
}

type Added = {
  readonly role: Role;
  readonly text: string;
  readonly after: string | null;
  readonly targets: readonly string[];
};

function insert({ id: step }: FoldOptions, added: Added, view: View, kind: string): InsertEdit {
  const id = freeId(`${kind}-${step}`, view);
  const message: Message = { id, role: added.role, parts: [{ id: `${id}.0`, type: "text", text: added.text }] };
  const tokensAfter = view.environment.tokensOf(message);
  const { targets, after } = added;
  return { op: "insert", targets, message, after, reason: kind, step, tokensBefore: 0, tokensAfter, reversible: true };
}

/** The desired id of a new message, with a number if it is taken. */
export function freeId(wanted: string, view: View): string {
  const isTaken = (id: string) => view.conversation.messages.some((message) => message.id === id);
  let id = wanted;
  for (let copy = 2; isTaken(id); copy += 1) id = `${wanted}-${copy}`;
  return id;
}

const tokensOf = (edits: readonly InsertEdit[]) => edits.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);

function withInserts(outcome: Outcome, inserts: readonly InsertEdit[], id: string): Outcome {
  const before = outcome.steps.at(-1)?.after ?? 0;
  const report = { id: `${id}-summary`, before, after: before + tokensOf(inserts), edits: inserts.length };
  return { ...outcome, edits: [...outcome.edits, ...inserts], steps: [...outcome.steps, report] };
}

const withWarnings = (outcome: Outcome, warnings: readonly Warning[]): Outcome =>
  warnings.length === 0 ? outcome : { ...outcome, warnings: [...outcome.warnings, ...warnings] };

function refused(outcome: Outcome, { code, message }: Warning, status: "noop" | "failed"): Outcome {
  return { ...outcome, status, edits: [], steps: [], warnings: [...outcome.warnings, { code, message }] };
}
