import { type Part, partLength } from "../conversation/part";
import type { Response, Session } from "./session";
import { promptTokens } from "./usage";

/** Minimum number of calls for judging an agent. */
const MIN_CALLS = 30;
/** The neighbour's text must fit at least this well, and better than the call's own text by this much. */
const FITS = 0.4;
const BETTER = 0.2;
/** Correlations of unrelated numbers stay within this many standard errors of 0. */
const CHANCE = 3;

/** An agent whose usages are each assigned to the call before or after the right one. */
export type UsageShift = {
  readonly agent: string;
  readonly calls: number;
  /** The call that the usages really fit: the one after the call they are assigned to, or the one before it. */
  readonly fits: "next" | "previous";
  /** Rank correlations of the tokens with the text of the call they are assigned to, and with that of its neighbour. */
  readonly asAssigned: number;
  readonly shifted: number;
  readonly first: Response;
};

/** A call with usage: characters it wrote, and characters added to the prompt since the previous call. */
type Call = { readonly response: Response; readonly written: number; readonly added: number };

/** How well the tokens fit the text of their own call, the next and the previous one. */
type Fit = Pick<UsageShift, "calls"> & { readonly own: number; readonly next: number; readonly previous: number };

/**
 * Finds agents whose reported usage fits the text of the neighbouring calls better than that of their own. This happens
 * if the client writes its usage at a new place in the log, so the importer assigns it to the wrong call. Two
 * measures are compared: output tokens with what the call wrote, and growth of the prompt with what was added to it.
 * Either measure is enough, unless the other one supports the assignment. Linear, apart from sorting.
 */
export function findUsageShifts(session: Session): UsageShift[] {
  const counts = new Map<string, number>();
  for (const { agent, usage } of session.responses) if (usage) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  const long = new Set([...counts].filter(([, calls]) => calls >= MIN_CALLS).map(([agent]) => agent));
  if (long.size === 0) return [];
  return [...callsOf(session, long)].flatMap(([agent, calls]) => {
    const fits = [outputFit(calls), growthFit(calls)];
    const wrong = fits.some(isRight) ? undefined : fits.find(isShifted);
    return wrong ? [shiftOf(wrong, agent, (calls[0] as Call).response)] : [];
  });
}

function shiftOf({ own, next, previous, calls }: Fit, agent: string, first: Response): UsageShift {
  const fits = next > previous ? "next" : "previous";
  return { agent, calls, fits, asAssigned: own, shifted: Math.max(next, previous), first };
}

function callsOf({ messages, responses }: Session, agents: ReadonlySet<string>): Map<string, Call[]> {
  const calls = new Map<string, Call[]>([...agents].map((agent) => [agent, []]));
  const added = new Map<string, number>();
  const at = new Map(responses.flatMap((response) => (response.usage ? [[response.messageIndex, response]] : [])));
  messages.forEach(({ agent, parts, isHidden }, index) => {
    const known = calls.get(agent);
    if (!known || isHidden) return;
    const response = at.get(index);
    const isWithReasoning = response?.usage?.reasoning === null;
    const written = lengthOf(parts, isWithReasoning);
    if (response) known.push({ response, written, added: added.get(agent) ?? 0 });
    added.set(agent, written + (response ? 0 : (added.get(agent) ?? 0)));
  });
  return calls;
}

/** Separately counted reasoning is often hidden or summarised, so its text says nothing about its tokens. */
const lengthOf = (parts: readonly Part[], isWithReasoning: boolean) =>
  parts.reduce((sum, part) => sum + (part.type === "reasoning" && !isWithReasoning ? 0 : partLength(part)), 0);

function outputFit(calls: readonly Call[]): Fit {
  const known = calls.flatMap(({ response: { usage }, written }) =>
    usage && usage.output !== null ? [{ tokens: usage.output - (usage.reasoning ?? 0), written }] : [],
  );
  return fitOf(
    known.map(({ tokens }) => tokens),
    known.map(({ written }) => written),
  );
}

/** Omits steps in which the prompt shrank, because something was removed. */
function growthFit(calls: readonly Call[]): Fit {
  const sizes = calls.map(({ response: { usage } }) => usage && promptTokens(usage));
  const growth = sizes.map((size, index) => {
    const before = index === 0 ? null : (sizes[index - 1] ?? null);
    return size === null || before === null || size <= before ? null : size - before;
  });
  return fitOf(
    growth,
    calls.map(({ added }) => added),
  );
}

function fitOf(tokens: readonly (number | null)[], texts: readonly number[]): Fit {
  const against = (offset: number) => {
    const pairs = tokens.flatMap((token, index) => {
      const text = texts[index + offset];
      return token === null || text === undefined ? [] : [[token, text] as const];
    });
    return rankCorrelation(pairs);
  };
  const calls = tokens.filter((token) => token !== null).length;
  return { calls, own: against(0), next: against(1), previous: against(-1) };
}

const certainty = (calls: number) => Math.max(FITS, CHANCE / Math.sqrt(Math.max(1, calls)));

const isRight = ({ own, next, previous, calls }: Fit) =>
  own >= certainty(calls) && own - Math.max(next, previous) >= BETTER;

const isShifted = ({ own, next, previous, calls }: Fit) =>
  Math.max(next, previous) >= certainty(calls) && Math.max(next, previous) - own >= BETTER;

/** Spearman's rank correlation, which a single very long answer cannot dominate. 0 if either side never changes. */
function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const left = ranksOf(pairs.map(([value]) => value));
  const right = ranksOf(pairs.map(([, value]) => value));
  const middle = (pairs.length - 1) / 2;
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, rank, index) => sum + (rank - middle) * ((b[index] as number) - middle), 0);
  const spread = Math.sqrt(product(left, left) * product(right, right));
  return spread === 0 ? 0 : product(left, right) / spread;
}

/** Equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to] as number] === values[order[from] as number]) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at] as number] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
