import { commonPrefix, type Segment, segmentsAfter, segmentsOf } from "../../requests/prefix-tree";
import { readToolChoice, type ToolChoice } from "../../requests/tool-choice";
import { concernedBlock } from "../concerned-block";
import type { TextOf } from "../divergence";
import { maskingFactOf } from "../masking-facts";
import type { CacheFinding, FindingContext, FindingId, FindingRule } from "./finding";
import type { FindingEvidence } from "./finding-evidence";
import { moneyOf, type Parting, partingsOf, sumTokens } from "./transitions";

/**
 * A rule about how a prompt differs from the previous one. Each difference belongs to the first rule that claims it.
 */
type Claim = {
  readonly id: FindingId;
  claims(parting: Parting, context: FindingContext): FindingEvidence | null;
};

const keyOrder: Claim = {
  id: "key-order",
  claims({ position, previous, request, divergence: { after: block, difference } }, { textOf }) {
    const shared = commonPrefix(previous.leaf, request.leaf);
    const [old, fresh] = [segmentsAfter(shared, previous.leaf)[0], segmentsAfter(shared, request.leaf)[0]];
    const [before, after] = [old && textOf(old), fresh && textOf(fresh)];
    if (!block || !before || !after || before === after || sortedJson(before) === null) return null;
    return sortedJson(before) === sortedJson(after) ? { id: "key-order", position, block: block.id, difference } : null;
  },
};

/** The JSON in a text with its keys sorted, after the text that precedes it (an id, a name); null without JSON. */
function sortedJson(text: string): string | null {
  const start = text.indexOf("{");
  if (start === -1) return null;
  try {
    return text.slice(0, start) + JSON.stringify(sortKeys(JSON.parse(text.slice(start))));
  } catch {
    return null;
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

const toolChurn: Claim = {
  id: "tool-churn",
  claims({ position, previous, request, divergence }) {
    // If the last tool was removed, the new block is the system prompt, and only the old block is a tool.
    const block = [divergence.after, divergence.before].find((side) => side?.kind === "tools");
    if (!block) return null;
    const [before, after] = [toolsOf(previous), toolsOf(request)];
    const isSame = before.length === after.length && missingFrom(after, before, "hash").length === 0;
    if (isSame) return { id: "tools-reordered", position, block: block.id, count: before.length };
    const [removed, added] = [missingFrom(after, before, "id"), missingFrom(before, after, "id")];
    return removed.length + added.length === 0
      ? { id: "tool-redefined", position, block: block.id, difference: divergence.difference }
      : { id: "tools-changed", position, removed, added };
  },
};

const toolsOf = ({ leaf }: Parting["request"]) => segmentsOf(leaf).filter(({ kind }) => kind === "tools");

/** The tools of `all` missing from `kept`, by name. */
function missingFrom(kept: readonly Segment[], all: readonly Segment[], field: "id" | "hash"): string[] {
  const known = new Set(kept.map((tool) => tool[field]));
  return all.filter((tool) => !known.has(tool[field])).map(({ id }) => id);
}

const toolChoice: Claim = {
  id: "tool-choice",
  claims({ position, previous, request, divergence: { before, after } }, { textOf }) {
    if (![after, before].some((side) => side?.kind === "parameters")) return null;
    const [old, fresh] = [choiceOf(previous, textOf), choiceOf(request, textOf)];
    if (old === null || fresh === null || JSON.stringify(old) === JSON.stringify(fresh)) return null;
    return { id: "tool-choice-changed", position, before: old, after: fresh };
  },
};

/** A captured request's tool choice; null if its shape is unknown. */
function choiceOf({ leaf }: Parting["request"], textOf: TextOf): ToolChoice | null {
  const block = segmentsOf(leaf).find(({ kind, id }) => kind === "parameters" && id === "parameters");
  const text = block === undefined ? "{}" : textOf(block);
  return text === null ? null : readToolChoice(JSON.parse(text));
}

const volatileFront: Claim = {
  id: "volatile-front",
  claims({ position, divergence }) {
    const block = concernedBlock(divergence);
    const { difference } = divergence;
    if (block?.kind !== "system" && block?.kind !== "parameters") return null;
    return { id: "front-changed", position, block: block.id, difference };
  },
};

const REMINDER = /<system-reminder>|<skill|<command-|reminder/i;

const movedBlock: Claim = {
  id: "moved-block",
  claims({ position, previous, request, divergence: { kind: change, after, sharedTokens } }, { textOf }) {
    const shared = commonPrefix(previous.leaf, request.leaf);
    const segments = [
      ...segmentsAfter(shared, previous.leaf).slice(0, 1),
      ...segmentsAfter(shared, request.leaf).slice(0, 1),
    ];
    const reminder = segments.map((segment) => textOf(segment) ?? "").find((text) => REMINDER.test(text));
    if (change === "changed" || (change !== "moved" && reminder === undefined)) return null;
    const block = after?.id ?? "";
    return { id: "block-moved", position, block, reminder: reminder ?? null, change, sharedTokens };
  },
};

const historyEdit: Claim = {
  id: "history-edit",
  claims({ position, divergence }) {
    const block = concernedBlock(divergence);
    const { before, kind: change, sharedTokens, difference } = divergence;
    if (block?.kind !== "message" || before?.kind === "opaque") return null;
    const { id, role } = block;
    return {
      id: "message-edited",
      position,
      block: { id, ...(role !== undefined && { role }) },
      change,
      sharedTokens,
      difference,
    };
  },
};

const CLAIMS: readonly Claim[] = [keyOrder, toolChurn, toolChoice, volatileFront, movedBlock, historyEdit];

type Claimed = Parting & { readonly claim: Claim; readonly evidence: FindingEvidence };

const known = new WeakMap<FindingContext, readonly Claimed[]>();

/**
 * Computed once for all rules. A compaction is not a finding, because the client intends it and it is shown as a break.
 */
function claimedIn(context: FindingContext): readonly Claimed[] {
  const found = known.get(context) ?? findClaims(context);
  known.set(context, found);
  return found;
}

function findClaims(context: FindingContext): Claimed[] {
  const left = compactedIn(context);
  return partingsOf(context.requests, context.textOf).flatMap((parting) => {
    if (left.has(parting.request.index)) return [];
    for (const claim of CLAIMS) {
      const evidence = claim.claims(parting, context);
      if (evidence !== null) return [{ ...parting, claim, evidence }];
    }
    return [];
  });
}

/** Indexes of requests after a compaction. */
function compactedIn({ session, calls, report }: FindingContext): ReadonlySet<number> {
  const breaks = (report?.breaks ?? []).flatMap(({ cause, request }) => (cause === "compaction" ? [request] : []));
  const logged = (session?.events ?? []).flatMap((event) => {
    if (event.type !== "compaction") return [];
    const first = calls.find(({ agent, span }) => agent === event.agent && span.end >= event.atMessage);
    return first?.index ?? [];
  });
  return new Set([...breaks, ...logged]);
}

/**
 * True for captured bodies whose log reports no cache reads. They show a change even if nothing was cached, but not its
 * cost.
 */
const isWithoutReads = ({ session, requests }: FindingContext): boolean =>
  session?.captured !== undefined && requests.every(({ usage }) => (usage?.cacheRead ?? 0) === 0);

const SHOWN = 5;

/** For a change of tools or tool choice: how the provider lets a request limit the choice, and what that costs. */
function maskingOf({ id }: Claim, [first]: readonly Claimed[], { modelOf }: FindingContext): FindingEvidence[] {
  if (id !== "tool-churn" && id !== "tool-choice") return [];
  const fact = maskingFactOf(modelOf(first?.request.model ?? null)?.provider);
  return fact === null ? [] : [{ id: "masking", fact }];
}

const ruleOf =
  (claim: Claim): FindingRule =>
  (context) => {
    const found = claimedIn(context).filter((entry) => entry.claim === claim);
    if (found.length === 0) return null;
    const isRisk = isWithoutReads(context);
    return {
      id: claim.id,
      kind: isRisk ? "risk" : "loss",
      requests: found.map(({ position }) => position),
      lostTokens: isRisk ? 0 : sumTokens(found),
      lostCost: isRisk ? null : moneyOf(found, context.modelOf),
      evidence: [...found.slice(0, SHOWN).map(({ evidence }) => evidence), ...maskingOf(claim, found, context)],
    } satisfies CacheFinding;
  };

export const promptChangeRules: readonly FindingRule[] = CLAIMS.map(ruleOf);
