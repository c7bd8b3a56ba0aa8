import type { Part, ToolCallPart } from "../conversation/part";
import type { ModelInfo } from "../models/model-info";
import { type MarkKind, PROVIDER_MARKS, type ProviderMark } from "../models/provider-marks";
import { allModels, resolveModel } from "../models/resolve-model";
import { CLIENT_TOOLS } from "../tools/find-tool";
import type { Session } from "../transcript/session";

/** Why a model is offered for a log that names none; the first reason that applies. */
type CandidateReason = "stated" | "asked" | "same-client" | MarkKind | "date" | "listed";

export type Candidate = {
  readonly model: ModelInfo;
  readonly reason: CandidateReason;
  /** For `same-client`: the number of other logs of the client that name it. */
  readonly logs: number | null;
};

/** Evidence for or against a model: the day of the log's rows, or the one in its system prompt. */
type CandidateDay = { readonly day: string; readonly from: "log" | "prompt" };

export type CandidateQuestion = {
  readonly session: Session;
  /** The largest prompt in tokens; models with a smaller window are not offered. */
  readonly peakTokens: number;
  /** Models named by other logs of the same client, with the number of logs. */
  readonly named: readonly { readonly model: string; readonly logs: number }[];
  /** Models that are always offered, and listed first. */
  readonly stated: string | null;
  readonly asked: string | null;
};

export type Candidates = { readonly day: CandidateDay | null; readonly candidates: readonly Candidate[] };

/** Maximum number of rows of the table, so that it stays a choice and not a list to read. */
const MOST = 5;
const MAX_NAMED = 2;
/** Number of models per provider with supporting evidence, and per other provider. */
const OF_MARKED = 3;

/** Models for a log that names none, likeliest first, from evidence of its provider and day. */
export function modelCandidates(question: CandidateQuestion): Candidates {
  const { session, peakTokens, stated, asked } = question;
  const day = dayOf(session);
  const marks = marksOf(session);
  const fits = allModels().filter((model) => model.window !== null && model.window >= peakTokens && model.prices);
  const ranked = [
    ...known(stated, "stated"),
    ...known(asked, "asked"),
    ...namedByOthers(question),
    ...marked(fits, marks, day),
    ...others(fits, marks, day),
  ];
  return { day, candidates: firstOfEach(ranked).slice(0, MOST) };
}

function known(name: string | null, reason: CandidateReason): Candidate[] {
  const model = resolveModel(name);
  return model ? [{ model, reason, logs: null }] : [];
}

function namedByOthers({ named, peakTokens }: CandidateQuestion): Candidate[] {
  return [...named]
    .sort((one, other) => other.logs - one.logs)
    .flatMap(({ model: name, logs }) => known(name, "same-client").map((candidate) => ({ ...candidate, logs })))
    .filter(({ model }) => model.window === null || model.window >= peakTokens)
    .slice(0, MAX_NAMED);
}

/** The providers with supporting evidence, strongest first, each with its models nearest to the day. */
function marked(fits: readonly ModelInfo[], marks: readonly ProviderMark[], day: CandidateDay | null): Candidate[] {
  return marks.flatMap(({ provider, kind }, at) =>
    nearest(fits, provider, day)
      .slice(0, at === 0 ? OF_MARKED : 1)
      .map((model) => ({ model, reason: kind, logs: null })),
  );
}

/** One model of every other provider, in the order of the model table. */
function others(fits: readonly ModelInfo[], marks: readonly ProviderMark[], day: CandidateDay | null): Candidate[] {
  const taken = new Set(marks.map(({ provider }) => provider));
  const rest = [...new Set(fits.map(({ provider }) => provider))].filter((provider) => !taken.has(provider));
  const reason = day === null ? "listed" : "date";
  return rest.flatMap((provider) =>
    nearest(fits, provider, day)
      .slice(0, 1)
      .map((model) => ({ model, reason, logs: null })),
  );
}

const firstOfEach = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ model }, at) => candidates.findIndex((other) => other.model.id === model.id) === at);

/**
 * A provider's models, likeliest first: those with known cache rules, then by day. No log is older than its model, so
 * with the log's own day only models released by then remain; a day from a prompt is only a hint, in either direction.
 */
function nearest(fits: readonly ModelInfo[], provider: string, day: CandidateDay | null): ModelInfo[] {
  const distance = ({ releaseDate }: ModelInfo) => (releaseDate === null ? Infinity : away(releaseDate, day));
  const hasRules = ({ cache }: ModelInfo) => (cache.policy === "unknown" ? 1 : 0);
  return fits
    .filter((model) => model.provider === provider && Number.isFinite(distance(model)))
    .sort((one, other) => hasRules(one) - hasRules(other) || distance(one) - distance(other));
}

/** Days between a release and the day; without a day the newest is nearest. Infinite if the model came later. */
function away(released: string, day: CandidateDay | null): number {
  if (day === null) return -days(released);
  const after = days(released) - days(day.day);
  if (after > 0 && day.from === "log") return Infinity;
  return Math.abs(after);
}

const days = (date: string): number => Date.parse(date.slice(0, 10)) / 86_400_000;

/** The current day in a system prompt, as agents receive it. */
const NAMED_DAY = /\b20[1-4]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/;

function dayOf(session: Session): CandidateDay | null {
  const logged = session.startedAt ?? session.endedAt;
  if (logged !== undefined) return { day: logged.slice(0, 10), from: "log" };
  for (const { role, parts } of session.messages) {
    if (role !== "system") continue;
    const day = parts.map((part) => (part.type === "text" ? NAMED_DAY.exec(part.text)?.[0] : undefined)).find(Boolean);
    if (day !== undefined && Number.isFinite(days(day))) return { day, from: "prompt" };
  }
  return null;
}

const STRENGTH: Readonly<Record<MarkKind, number>> = { "call-ids": 0, "tool-names": 1, format: 2 };

/** The log's marks, one per provider, strongest first. */
function marksOf(session: Session): ProviderMark[] {
  const calls = session.messages.flatMap(({ parts }) => parts.filter(isCall));
  const ids = calls.map(({ toolCallId }) => toolCallId);
  const clients = clientsOf(new Set([...session.tools.map(({ name }) => name), ...calls.map((call) => call.toolName)]));
  const holds = (mark: ProviderMark) => {
    if (mark.kind === "call-ids") return ids.length > 0 && ids.every((id) => mark.pattern.test(id));
    if (mark.kind === "tool-names") return clients.has(mark.client);
    return mark.formats.includes(session.format) || (session.client !== null && mark.formats.includes(session.client));
  };
  const found = PROVIDER_MARKS.filter(holds).sort((one, other) => STRENGTH[one.kind] - STRENGTH[other.kind]);
  return found.filter((mark, at) => found.findIndex(({ provider }) => provider === mark.provider) === at);
}

const isCall = (part: Part): part is ToolCallPart => part.type === "tool-call";

/** Fewer matching names may be chance: dozens of clients have the tools `read` and `write`. */
const LEAST_NAMES = 3;

/** The clients that have all tools of the log under the same names; none if the log has too few. */
function clientsOf(names: ReadonlySet<string>): ReadonlySet<string> {
  if (names.size < LEAST_NAMES) return new Set();
  return new Set(
    CLIENT_TOOLS.filter(({ tools }) => [...names].every((name) => Object.hasOwn(tools, name))).map(
      ({ client }) => client,
    ),
  );
}
