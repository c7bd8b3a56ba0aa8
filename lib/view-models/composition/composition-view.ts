import { WASTE_KINDS, type WasteKind } from "../../evaluation/waste/waste-kind";
import type { ContentKind } from "../../ledger/content-kind";
import {
  type AgentComposition,
  type CompositionPart,
  costliestWaste,
  isOversized,
  oversizedFrom,
  type PartWaste,
  wasteAt,
} from "../../read-models/composition";
import type { LeaveOutRow, PartSum } from "../../read-models/words/composition";
import { compositionWords } from "../../read-models/words/composition";
import { english, type Say } from "../../wording/say";

/** A part of the shown prompt; `waste`: the costliest reason why it was already useless; null if it was not. */
export type ShownPart = Omit<CompositionPart, "waste"> & { readonly waste: PartWaste | null };

/** A request's prompt by parts. Money in dollars. */
export type CompositionView = {
  readonly at: number;
  readonly promptTokens: number;
  /** Tokens by kind, as on every other page. */
  readonly kinds: Readonly<Record<ContentKind, number>>;
  readonly parts: readonly ShownPart[];
  readonly leaveOut: readonly LeaveOutRow[];
  /** The sum over distinct logged parts. */
  readonly sum: PartSum;
  /** Outputs of at least this size are listed as oversized. */
  readonly oversizedFrom: number;
  /** What fills the prompt. */
  readonly fill: string;
  /** What part of the prompt was carried needlessly. */
  readonly waste: string;
};

type Request = { readonly prompt_tokens: number; readonly composition: Readonly<Record<ContentKind, number>> };

/** `at`: the request's position within the agent, from 0. */
export function toCompositionView(
  own: AgentComposition,
  request: Request,
  at: number,
  window: number | null,
  say: Say = english,
): CompositionView {
  const inPrompt = own.parts.filter(({ first, last }) => first <= at && at <= last);
  const parts = inPrompt.map((part): ShownPart => ({ ...part, waste: costliestWaste(wasteAt(part, at)) }));
  const largeFrom = oversizedFrom(window);
  const wasted = parts.filter(({ waste }) => waste !== null);
  const sum = {
    tokens: parts.reduce((total, { tokens }) => total + tokens, 0),
    cost: addUp(parts.map(({ cost }) => cost)),
    wastedTokens: wasted.reduce((total, { waste }) => total + (waste?.tokens ?? 0), 0),
    wastedCost: addUp(wasted.map(({ waste }) => waste?.cost ?? null)),
  };
  const leaveOut = [
    ...WASTE_KINDS.map((kind) => wasteRow(kind, inPrompt, at, say)),
    oversizedRow(inPrompt, largeFrom, say),
    unusedToolsRow(own, say),
  ].sort((a, b) => rank(b) - rank(a));
  return {
    at,
    promptTokens: request.prompt_tokens,
    kinds: request.composition,
    parts,
    leaveOut,
    sum,
    oversizedFrom: largeFrom,
    fill: compositionWords.fill(request.composition, say),
    waste: compositionWords.waste(sum, say),
  };
}

/** null if any is unknown. */
const addUp = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0 as number | null);

/** Costliest first, then unknown ones, then rows without findings. */
const rank = ({ tokens, cost }: LeaveOutRow): number =>
  tokens === null ? -1 : tokens === 0 ? -2 : (cost ?? 0) + tokens / 1e9;

function wasteRow(kind: WasteKind, parts: readonly CompositionPart[], at: number, say: Say): LeaveOutRow {
  const found = parts.flatMap((part) => {
    const waste = wasteAt(part, at).find((entry) => entry.kind === kind);
    return waste ? [{ part, waste }] : [];
  });
  return {
    id: kind,
    ...compositionWords.kinds[kind],
    note: compositionWords.wasteNote(
      kind,
      found.map(({ part }) => part),
      parts.length,
      say,
    ),
    parts: found.map(({ part }) => part.id),
    tokens: found.reduce((sum, { waste }) => sum + waste.tokens, 0),
    cost: addUp(found.map(({ waste }) => waste.cost)),
  };
}

function oversizedRow(parts: readonly CompositionPart[], from: number, say: Say): LeaveOutRow {
  const large = parts.filter((part) => isOversized(part, from));
  return {
    id: "oversized-output",
    ...compositionWords.kinds["oversized-output"],
    note: compositionWords.oversizedNote(large, from, say),
    parts: large.map(({ id }) => id),
    tokens: large.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: addUp(large.map(({ cost }) => cost)),
  };
}

function unusedToolsRow({ tools }: AgentComposition, say: Say): LeaveOutRow {
  return {
    id: "unused-tools",
    ...compositionWords.kinds["unused-tools"],
    note: compositionWords.unusedToolsNote(tools, say),
    parts: [],
    tokens: tools.known ? tools.tokens : null,
    cost: tools.known ? tools.cost : null,
  };
}
