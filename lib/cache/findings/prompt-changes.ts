import { commonPrefix } from "../../requests/prefix-tree";
import { behind, type Divergence } from "../divergence";
import type { CacheFinding, FindingContext, FindingId, FindingRule } from "./finding";
import { moneyOf, type Parting, partingsOf, sumTokens } from "./transitions";

/** Rules about how one prompt parts from the one before it; each parting belongs to the first rule that claims it. */
type Claim = {
  readonly id: FindingId;
  readonly title: string;
  readonly advice: string;
  claims(parting: Parting, context: FindingContext): string | null;
};

const quote = (text: string) => `“${text.replace(/\s+/g, " ").trim().slice(0, 120)}”`;

function changeText({ difference }: Divergence): string {
  return difference === null ? "" : `: ${quote(difference.before)} became ${quote(difference.after)}`;
}

const keyOrder: Claim = {
  id: "key-order",
  title: "The same values in another order of keys",
  advice: "Serialise tool inputs and schemas in one fixed order of keys.",
  claims({ previous, request, divergence }, { textOf }) {
    const shared = commonPrefix(previous.leaf, request.leaf);
    const [old, fresh] = [behind(shared, previous.leaf)[0], behind(shared, request.leaf)[0]];
    const [before, after] = [old && textOf(old), fresh && textOf(fresh)];
    if (!before || !after || before === after || sortedJson(before) === null) return null;
    return sortedJson(before) === sortedJson(after) ? `${divergence.after?.id}${changeText(divergence)}` : null;
  },
};

/** The JSON text with sorted keys; the bytes before it (an id, a name) as they are. Null where nothing is JSON. */
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
  title: "Tool definitions changed",
  advice:
    "Send the same tools in the same order in every request; switch a tool off by not allowing it, not by removing it.",
  claims({ previous, request, divergence }) {
    const block = divergence.after ?? divergence.before;
    if (block?.kind !== "tools") return null;
    const [before, after] = [toolsOf(previous), toolsOf(request)];
    const isSame = before.length === after.length && before.every((tool) => after.includes(tool));
    if (isSame) return `the same ${before.length} tools in another order, from ${block.id} on`;
    const isSchema = divergence.before?.id === divergence.after?.id;
    return isSchema
      ? `${block.id} changed its definition${changeText(divergence)}`
      : `${block.id} was ${divergence.kind}`;
  },
};

const toolsOf = ({ leaf }: Parting["request"]) =>
  behind(null, leaf)
    .filter(({ kind }) => kind === "tools")
    .map(({ hash }) => hash);

const volatileFront: Claim = {
  id: "volatile-front",
  title: "Text at the front changes",
  advice: "Move what changes (times, ids, status lines) behind the conversation, or leave it out.",
  claims({ divergence }) {
    const block = divergence.after ?? divergence.before;
    if (block?.kind !== "system" && block?.kind !== "parameters") return null;
    return `${block.id} changed${changeText(divergence)}`;
  },
};

const REMINDER = /<system-reminder>|<skill|<command-|reminder/i;

const movedBlock: Claim = {
  id: "moved-block",
  title: "A block moved between messages",
  advice: "Keep injected reminders where they first stood, also when a session is resumed.",
  claims({ previous, request, divergence }, { textOf }) {
    const shared = commonPrefix(previous.leaf, request.leaf);
    const segments = [...behind(shared, previous.leaf).slice(0, 1), ...behind(shared, request.leaf).slice(0, 1)];
    const reminder = segments.map((segment) => textOf(segment) ?? "").find((text) => REMINDER.test(text));
    if (divergence.kind === "changed" || (divergence.kind !== "moved" && reminder === undefined)) return null;
    const what = reminder === undefined ? (divergence.after?.id ?? "") : quote(reminder);
    return `${what} was ${divergence.kind} after ${divergence.sharedTokens} tokens`;
  },
};

const historyEdit: Claim = {
  id: "history-edit",
  title: "The history was edited in its middle",
  advice:
    "Edit late in the prompt, many at once, or when the cache is cold; shorten results when they are first appended.",
  claims({ divergence }) {
    const block = divergence.after ?? divergence.before;
    if (block?.kind !== "message" || divergence.before?.kind === "opaque") return null;
    return `${block.role ?? ""} ${block.id} was ${divergence.kind} after ${divergence.sharedTokens} tokens${changeText(divergence)}`;
  },
};

const CLAIMS: readonly Claim[] = [keyOrder, toolChurn, volatileFront, movedBlock, historyEdit];

type Claimed = Parting & { readonly claim: Claim; readonly evidence: string };

const known = new WeakMap<FindingContext, readonly Claimed[]>();

/** Worked out once for all rules. Compactions are the client's own doing and are told as breaks; they are no finding. */
function claimedIn(context: FindingContext): readonly Claimed[] {
  const found = known.get(context) ?? findClaims(context);
  known.set(context, found);
  return found;
}

function findClaims(context: FindingContext): Claimed[] {
  const compacted = (context.report?.breaks ?? []).filter(({ cause }) => cause === "compaction");
  const left = new Set(compacted.map(({ request }) => request));
  return partingsOf(context.requests, context.textOf).flatMap((parting) => {
    if (left.has(parting.request.index)) return [];
    for (const claim of CLAIMS) {
      const text = claim.claims(parting, context);
      if (text !== null) return [{ ...parting, claim, evidence: `Request ${parting.position + 1}: ${text}.` }];
    }
    return [];
  });
}

const SHOWN = 5;

const ruleOf =
  (claim: Claim): FindingRule =>
  (context) => {
    const found = claimedIn(context).filter((entry) => entry.claim === claim);
    if (found.length === 0) return null;
    return {
      id: claim.id,
      title: claim.title,
      kind: "loss",
      requests: found.map(({ position }) => position),
      lostTokens: sumTokens(found),
      lostCost: moneyOf(found, context.modelOf),
      evidence: found.slice(0, SHOWN).map(({ evidence }) => evidence),
      advice: claim.advice,
    } satisfies CacheFinding;
  };

export const promptChangeRules: readonly FindingRule[] = CLAIMS.map(ruleOf);
