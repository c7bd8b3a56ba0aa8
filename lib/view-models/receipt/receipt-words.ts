import { endsOf } from "../../answer/amount";
import type { CompactionAnswer, LossPlaceAnswer } from "../../api/schemas/compaction";
import { formatAmount, formatShareRange } from "../../read-models/words/format-amount";
import {
  formatCompaction,
  formatCount,
  formatMoney,
  formatRequestReference,
  formatShareFigure,
  formatTokens,
  NOT_APPLICABLE_TEXT,
} from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";

type Facts = Pick<CompactionAnswer, "needed" | "rereads" | "refetch" | "survival" | "after" | "is_summary_unreadable">;

/** With fewer facts, no share is shown. */
export const FEW_FACTS = 10;

/** What the compaction dropped although it was needed afterwards, in a sentence or two. */
export function receiptSentence(receipt: Facts, say: Say = english): string {
  const { needed, rereads, refetch, survival, after } = receipt;
  const again = rereads.files === 0 ? "" : ` ${againText({ rereads, refetch }, say)}`;
  if (receipt.is_summary_unreadable)
    return `${say("What this compaction lost is unknown: the provider encrypts its summary.")}${again}`;
  const facts = survival.filter(({ kind }) => !STATEMENTS.has(kind));
  const [kept, of] = [total(facts, "kept"), total(facts, "of")];
  if (of === 0) return say("What this compaction lost is unknown: the log has too little text.");
  if (needed === undefined || after.prompt_tokens === null)
    return say("This compaction dropped {gone} of {of} facts. It is not known yet which of them are needed.", {
      gone: formatTokens(of - kept),
      of: formatTokens(of),
    });
  const dropped = needed.facts - needed.kept;
  if (needed.facts === 0) return `${say("This log shows nothing that was needed after this compaction.")}${again}`;
  if (dropped === 0)
    return `${say("Nothing that was needed afterwards was lost ({facts}).", { facts: formatCount(needed.facts, "fact", say) })}${again}`;
  const values = { dropped: formatTokens(dropped), needed: formatTokens(needed.facts) };
  if (needed.facts < FEW_FACTS)
    return `${say("This compaction dropped {dropped} of {needed} facts that the agent used later without seeing them again.", values)}${again}`;
  const share = dropped / needed.facts;
  const figure = formatShareRange({ low: share, high: share });
  return `${say("This compaction dropped {dropped} of {needed} facts ({share}) that the agent used later without seeing them again.", { ...values, share: figure })}${again}`;
}

function againText({ rereads, refetch }: Pick<CompactionAnswer, "rereads" | "refetch">, say: Say): string {
  const count = formatCount(rereads.files, "file", say);
  return endsOf(refetch) === null
    ? say("Re-reading {count} took at most {tokens} tokens.", { count, tokens: formatTokens(rereads.tokens) })
    : say("Re-reading {count} cost at most {money} when first sent.", {
        count,
        money: formatAmount(refetch, say, "up"),
      });
}

/** `Automatic, before #161: 167k → 54k.` */
export function placeSentence({ trigger, before, after }: CompactionAnswer, say: Say = english): string {
  const sizes = formatCompaction(before.prompt_tokens, after.prompt_tokens);
  const request = formatRequestReference(after.request);
  if (trigger === "auto") return say("Automatic, before {request}: {sizes}.", { request, sizes });
  if (trigger === "manual") return say("By hand, before {request}: {sizes}.", { request, sizes });
  return say("Before {request}: {sizes}.", { request, sizes });
}

/** What the losses cost at the study's price, in a sentence; null if there is no price, or nothing was lost. */
export function estimateSentence({ estimate }: CompactionAnswer, say: Say = english): string | null {
  if (estimate === null) return null;
  return say(
    "Judging by {count} compactions in public sessions, losing these facts cost about {money} in further requests ({low} to {high}).",
    {
      count: estimate.compactions,
      money: formatMoney(estimate.usd),
      low: formatMoney(estimate.low),
      high: formatMoney(estimate.high),
    },
  );
}

/** How the content of a place came back. */
export function backText({ came_back, back_at }: LossPlaceAnswer, say: Say = english): string {
  if (back_at === null || came_back === "unseen") return say("used without being shown again");
  const request = formatRequestReference(back_at.request);
  return came_back === "read-again"
    ? say("read again {request}", { request })
    : say("shown again {request}", { request });
}

/** A place's label: a file's path alone, everything else with its kind. */
export function placeText({ kind, label }: Pick<LossPlaceAnswer, "kind" | "label">, say: Say = english): string {
  const name = PLACE_NAMES[kind];
  return name === null ? label : say("{kind}: {label}", { kind: say(name), label });
}

const PLACE_NAMES = {
  file: null,
  command: null,
  search: sentence("search output"),
  task: sentence("sub-agent's answer"),
  call: sentence("result"),
  text: sentence("the model's own text"),
  typed: sentence("your message"),
  summary: sentence("earlier summary"),
  client: sentence("added by the client"),
} as const;

export type SurvivalRow = {
  readonly label: string;
  readonly kept: string;
  /** What the remaining prompt only mentions by name; empty if there is nothing. */
  readonly named: string;
  readonly missed: string;
  readonly cameBack: string;
  readonly of: string;
  /** 0 to 1, the length of the bar. */
  readonly share: number;
  readonly percent: string;
  readonly isZero: boolean;
};

const STATEMENTS = new Set(["instruction", "decision"]);

/**
 * Facts by kind and their sum, then the statements, which are judged by their wording instead of matched exactly. A
 * kind that did not occur has no row.
 */
export function survivalRows({ survival }: Pick<CompactionAnswer, "survival">, say: Say = english) {
  const there = survival.filter(({ of }) => of > 0);
  const facts = there.filter(({ kind }) => !STATEMENTS.has(kind));
  const sum = {
    kind: say("all facts"),
    kept: total(facts, "kept"),
    named: total(facts, "named"),
    of: total(facts, "of"),
    missed: total(facts, "missed"),
    came_back: total(facts, "came_back"),
  };
  return {
    facts: facts.map((row) => toSurvivalRow(row, say)),
    sum: sum.of === 0 ? null : toSurvivalRow(sum, say),
    statements: there.filter(({ kind }) => STATEMENTS.has(kind)).map((row) => toSurvivalRow(row, say)),
  };
}

type Count = "kept" | "named" | "of" | "missed" | "came_back";

const total = (rows: CompactionAnswer["survival"], field: Count): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

function toSurvivalRow(row: Readonly<Record<Count, number> & { kind: string }>, say: Say): SurvivalRow {
  const { kind, kept, of } = row;
  const share = kept / of;
  const isStatement = STATEMENTS.has(kind);
  const figure = (count: number) => (isStatement ? NOT_APPLICABLE_TEXT : formatTokens(count));
  return {
    label: say.known(kind),
    kept: formatTokens(kept),
    named: figure(row.named),
    missed: figure(row.missed),
    cameBack: figure(row.came_back),
    of: formatTokens(of),
    share,
    percent: formatShareFigure(share),
    isZero: kept === 0,
  };
}

/**
 * How many needed facts were still there, could be fetched, and were gone, and which files were read again; empty if
 * nothing was needed. The three counts are separate, because a reference to a text is not the text.
 */
export function neededFigures(
  { needed, rereads }: CompactionAnswer,
  say: Say = english,
): { value: string; label: string }[] {
  if (needed === undefined || needed.facts === 0) return [];
  return [
    {
      value: formatTokens(needed.kept),
      label: say("of {facts} needed facts still there", { facts: formatTokens(needed.facts) }),
    },
    { value: formatTokens(needed.fetchable), label: say("gone, can be fetched") },
    { value: formatTokens(needed.gone), label: say("gone, cannot be fetched") },
    {
      value: formatTokens(rereads.files),
      label: rereads.files === 1 ? say("file read again") : say("files read again"),
    },
  ];
}

/** What the compaction cost and whether that paid, in a sentence; null without prices. */
export function costSentence({ cost, summary_tokens }: CompactionAnswer, say: Say = english): string | null {
  if (cost === null) return null;
  const parts = [
    say("{amount} to write the prompt to the cache again", { amount: formatMoney(cost.rewrite.amount) }),
    ...(summary_tokens > 0 ? [say("~{amount} for the summary", { amount: formatMoney(cost.summary.amount) })] : []),
    ...(cost.reread.amount > 0 ? [say("~{amount} to read again", { amount: formatMoney(cost.reread.amount) })] : []),
  ];
  const saved = say("~{amount} less per request", { amount: formatMoney(cost.saved_per_request.amount) });
  const span = say("{count, plural, one {# request} other {# requests}}", { count: cost.requests });
  const needed = cost.requests_to_pay_off;
  const pays =
    needed === null
      ? ""
      : say(", paid off after ~{needed} requests", { needed: needed < 10 ? needed.toFixed(1) : formatTokens(needed) });
  const net = `~${formatMoney(Math.abs(cost.net.amount))}`;
  const end = cost.paid
    ? say("it paid off: {net} saved over {span}", { net, span })
    : say("it did not pay off: {net} lost over {span}", { net, span });
  return say("{costs}; {saved}{pays}. By the next compaction or the end, {end}.", {
    costs: parts.join(", "),
    saved,
    pays,
    end,
  });
}
