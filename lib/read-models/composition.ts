import { roundAmount } from "../api/answers/money";
import { partText } from "../conversation/part";
import { rootsOf } from "../evaluation/cut-at";
import { comparedText, findWaste, type TextOutput } from "../evaluation/waste/find-waste";
import type { CarriedPart, Waste } from "../evaluation/waste/waste";
import { WASTE_KINDS, type WasteKind } from "../evaluation/waste/waste-kind";
import type { TokenLedger } from "../ledger/build-token-ledger";
import type { ContentKind } from "../ledger/content-kind";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { TokenBasis } from "../tokenizers/tokenizer";
import { findTool } from "../tools/find-tool";
import type { Session } from "../transcript/session";
import { carryRates } from "./carry-rates";
import { requestsWith } from "./message-rows";
import { clearedResults, messageLives, unloggedRewrites } from "./part-lives";
import { toolFacts } from "./tool-facts";
import { calledTools, toolDefinitionCost, type UnusedTools } from "./unused-tools";
import { xmlTools } from "./xml-tools";

/** A part that an agent's prompts carried. Requests are positions within the agent, from 0; money in dollars. */
export type CompositionPart = {
  readonly id: string;
  readonly kind: ContentKind;
  readonly tool: string | null;
  /** File, command, or the first words. */
  readonly label: string;
  /** True for a tool's output, even if the client sent it as text; false if it shows a file. */
  readonly isOutput: boolean;
  readonly tokens: number;
  /**
   * Maximum tokens that the part's own text can have; equal for equal outputs. A prompt that grew by more contains text
   * that the log lacks.
   */
  readonly most: number;
  readonly basis: TokenBasis;
  readonly first: number;
  readonly last: number;
  /** Cost of sending it with each of these requests; null without prices or usage. */
  readonly cost: number | null;
  readonly waste: readonly PartWaste[];
};

export type PartWaste = {
  readonly kind: WasteKind;
  readonly from: number;
  readonly to: number;
  /** The maximum tokens of the part's own text, or only of its useless share. */
  readonly tokens: number;
  /** Cost of carrying those tokens from that point. */
  readonly cost: number | null;
  /** The request that first carried what made it useless (for a copy: the original). */
  readonly by: number;
};

/** The cost of carrying each useless part, by part id. Only the costliest reason counts, so that no cost counts twice. */
export const wastedCosts = (compositions: readonly AgentComposition[]): ReadonlyMap<string, number | null> =>
  new Map(
    compositions.flatMap(({ parts }) =>
      parts.flatMap(({ id, waste }) => {
        const main = costliestWaste(waste);
        return main === null ? [] : [[id, main.cost] as const];
      }),
    ),
  );

/** The reason that costs most; null if there is none. */
export const costliestWaste = (waste: readonly PartWaste[]): WasteSum | null =>
  wasteByKind(waste).reduce<WasteSum | null>(
    (costliest, sum) =>
      costliest !== null && costliest.tokens * costliest.times >= sum.tokens * sum.times ? costliest : sum,
    null,
  );

/**
 * The first span of requests that carried a part needlessly for one reason, with the cost and number of all such spans.
 */
export type WasteSum = PartWaste & { readonly times: number };

/** A part's waste by reason. It has several spans for one reason if the part was right again in between. */
export const wasteByKind = (waste: readonly PartWaste[]): WasteSum[] =>
  WASTE_KINDS.flatMap((kind) => {
    const spans = waste.filter((span) => span.kind === kind);
    const [first] = spans;
    if (first === undefined) return [];
    const times = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const isPriced = spans.every(({ cost }) => cost !== null);
    return [{ ...first, times, cost: isPriced ? spans.reduce((sum, { cost }) => sum + (cost ?? 0), 0) : null }];
  });

/** The reasons why a part is useless in the request at this position. */
export const wasteAt = ({ waste }: Pick<CompositionPart, "waste">, at: number): PartWaste[] =>
  waste.filter(({ from, to }) => from <= at && at <= to);

/** The content of an agent's prompts. */
export type AgentComposition = {
  readonly agent: string;
  readonly parts: readonly CompositionPart[];
  readonly tools: UnusedTools;
};

const LONGEST_LABEL = 120;

/** Parts in at least one of the agent's prompts, in history order. */
export function toAgentComposition(analysis: Analysis, agent: string): AgentComposition {
  const { session, ledger } = analysis;
  const requests = analysis.requests.filter((request) => request.agent === agent);
  const carried = carriedParts(analysis, agent, requests);
  const kept = upToRewrites(carried, unloggedRewrites(requests, ledger));
  const texts = textOutputs(session);
  const waste = findWaste(kept, session.tools, rootsOf(session), texts);
  const places = new Map(carried.map((entry) => [entry.part.id, entry]));
  const sent = carried.filter(isSent);
  const spans = waste.map(({ part, from, to }) => ({
    position: places.get(part.id)?.position ?? 0,
    first: from,
    last: to,
  }));
  const rates = carryRates(requests, ledger, [...sent, ...spans]);
  const textOf = new Map(texts.map((text) => [text.output, text]));
  const mostOf = mostTokens(sent, ledger, new Set(textOf.keys()));
  const wasted = pricedWaste(waste, places, mostOf, rates.slice(sent.length));
  const factsOf = toolFacts(session);
  const parts = sent.map((carriedPart, at): CompositionPart => {
    const { part, first, last, tokens } = carriedPart;
    const counted = ledger.parts.get(part.id);
    const { tool, path, command, showsFile } = factsOf(part);
    const text = textOf.get(part.id);
    const kind = counted?.kind ?? "user";
    return {
      id: part.id,
      kind,
      tool: tool ?? text?.tool ?? null,
      isOutput: text === undefined ? kind === "tool_result" && !showsFile : !text.showsFile,
      label: oneLine(command ?? withoutFolder(path, session.project) ?? partText(part)),
      tokens,
      most: mostOf(carriedPart),
      basis: counted?.basis ?? "estimated",
      first,
      last,
      cost: costOf(rates[at] ?? null, tokens),
      waste: wasted.get(part.id) ?? [],
    };
  });
  return {
    agent,
    parts,
    tools: toolDefinitionCost(analysis, agent, requests, calledTools(carried.map(({ part }) => part))),
  };
}

type SentPart = CarriedPart & { readonly first: number; readonly last: number };

const isSent = (carried: CarriedPart): carried is SentPart => carried.first !== null && carried.last !== null;

function carriedParts({ ledger }: Analysis, agent: string, requests: readonly ModelRequest[]): CarriedPart[] {
  const lives = messageLives(requests, ledger);
  const cleared = clearedResults(requests, ledger);
  return (ledger.threads.get(agent)?.messages ?? []).flatMap((message, position) =>
    message.parts.map((part): CarriedPart => {
      const { first, last } = requestsWith(part, lives[position], cleared);
      return { part, message, position, tokens: ledger.parts.get(part.id)?.tokens ?? 0, first, last };
    }),
  );
}

/** Outputs of tools called in XML; a failed call shows no file. */
const textOutputs = (session: Session): (TextOutput & { readonly tool: string })[] =>
  [...xmlTools(session).values()].map(({ name, isError, call, output }) => ({
    ...{ call, output, tool: name },
    showsFile: !isError && findTool(name)?.operation === "read",
  }));

/** Parts up to the given prompt may no longer be in it, because it is unknown what an unlogged rewrite kept. */
const upToRewrites = (carried: readonly CarriedPart[], rewrites: readonly number[]): readonly CarriedPart[] =>
  rewrites.length === 0
    ? carried
    : carried.map((entry) => {
        const rewrite = rewrites.find((at) => at > (entry.first ?? at));
        return entry.last === null || rewrite === undefined || rewrite > entry.last
          ? entry
          : { ...entry, last: rewrite - 1 };
      });

/**
 * The maximum tokens of a part's own text: at most what each of its copies has, because a larger count contains more
 * text that the log lacks.
 */
function mostTokens(
  sent: readonly CarriedPart[],
  ledger: Pick<TokenLedger, "parts">,
  texts: ReadonlySet<string>,
): (carried: CarriedPart) => number {
  const least = new Map<string, number>();
  for (const { part, tokens } of sent) {
    const text = comparedText(part, texts);
    if (text !== "") least.set(text, Math.min(tokens, least.get(text) ?? tokens));
  }
  return ({ part, tokens }) =>
    Math.min(
      MOST * (ledger.parts.get(part.id)?.estimate ?? tokens),
      least.get(comparedText(part, texts)) ?? Number.POSITIVE_INFINITY,
    );
}

function pricedWaste(
  waste: readonly Waste[],
  places: ReadonlyMap<string, CarriedPart>,
  mostOf: (carried: CarriedPart) => number,
  rates: readonly (number | null)[],
): ReadonlyMap<string, readonly PartWaste[]> {
  const byPart = new Map<string, PartWaste[]>();
  waste.forEach(({ kind, part, from, to, share, by }, at) => {
    const carried = places.get(part.id);
    const tokens = carried === undefined ? 0 : Math.round(share * ownTokens({ ...carried, most: mostOf(carried) }));
    const entry = {
      kind,
      from,
      to,
      tokens,
      cost: costOf(rates[at] ?? null, tokens),
      by: places.get(by.id)?.first ?? 0,
    };
    byPart.set(part.id, [...(byPart.get(part.id) ?? []), entry]);
  });
  return byPart;
}

/** All files of a project start the same way, so the folder is omitted. */
const withoutFolder = (path: string | null, folder: string | null): string | null =>
  path !== null && folder !== null && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;

const costOf = (rate: number | null, tokens: number): number | null =>
  rate === null ? null : roundAmount(rate * tokens);

const oneLine = (text: string): string =>
  text
    .slice(0, 4 * LONGEST_LABEL)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_LABEL);

/** A local count is off by less than this factor (`lib/requests/reconstruct-requests`). */
const MOST = 2;

/** An output is large if it takes this share of the window, or this many tokens if the window is unknown. */
const LARGE_SHARE = 0.01;
const LARGE_TOKENS = 2_000;

/** Minimum tokens of a large output; `window` in tokens. */
export const oversizedFrom = (window: number | null): number =>
  window === null ? LARGE_TOKENS : Math.round(window * LARGE_SHARE);

export const isOversized = (part: Pick<CompositionPart, "isOutput" | "tokens" | "most">, from: number): boolean =>
  part.isOutput && ownTokens(part) > from;

/** Tokens of a part's own text. */
export const ownTokens = ({ tokens, most }: Pick<CompositionPart, "tokens" | "most">): number => Math.min(tokens, most);
