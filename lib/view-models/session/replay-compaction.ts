import type { CompactionAnswer } from "../../api/schemas/compaction";
import { formatMoney, formatRequestReference, formatShareFigure, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

export type SurvivalRow = {
  readonly label: string;
  readonly kept: string;
  readonly of: string;
  /** 0 to 1, the length of the bar. */
  readonly share: number;
  readonly percent: string;
  /** Nothing of it is left. */
  readonly isZero: boolean;
};

const STATEMENTS = new Set(["instruction", "decision"]);

/** Facts by kind, their sum, and below it what is judged by its words and not matched. A kind that was not there has no row. */
export function survivalRows({ survival }: Pick<CompactionAnswer, "survival">, say: Say = english) {
  const there = survival.filter(({ of }) => of > 0);
  const facts = there.filter(({ kind }) => !STATEMENTS.has(kind));
  const sum = { kind: say("all facts"), kept: total(facts, "kept"), of: total(facts, "of") };
  return {
    facts: facts.map((row) => toSurvivalRow(row, say)),
    sum: sum.of === 0 ? null : toSurvivalRow(sum, say),
    statements: there.filter(({ kind }) => STATEMENTS.has(kind)).map((row) => toSurvivalRow(row, say)),
  };
}

const total = (rows: CompactionAnswer["survival"], field: "kept" | "of"): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

function toSurvivalRow({ kind, kept, of }: { kind: string; kept: number; of: number }, say: Say): SurvivalRow {
  const share = kept / of;
  return {
    label: say.known(kind),
    kept: formatTokens(kept),
    of: formatTokens(of),
    share,
    percent: formatShareFigure(share),
    isZero: kept === 0,
  };
}

/**
 * Of the facts that were needed: how many were still there, could be fetched, and were gone, and the files that were read again; none if
 * nothing was needed. The three stand together, because a name that leads to a text is not the text.
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
    { value: formatTokens(needed.gone), label: say("gone, out of reach") },
    {
      value: formatTokens(rereads.files),
      label: rereads.files === 1 ? say("file read again") : say("files read again"),
    },
  ];
}

/** What was read again, in a sentence. */
export function rereadSentence({ rereads, after }: CompactionAnswer, say: Say = english): string {
  const [first] = rereads.first;
  if (!first) return say("No file that had been read was read again.");
  const later = first.request - after.request;
  const when =
    later === 0 ? say("at once") : say("{count, plural, one {# request} other {# requests}} later", { count: later });
  const files = rereads.files;
  return say(
    "{files, plural, one {# file was} other {# files were}} read again, {tokens} tokens; the first {when}, at {request}.",
    {
      files,
      tokens: formatTokens(rereads.tokens),
      when,
      request: formatRequestReference(first.request),
    },
  );
}

/** What it cost and whether it paid, in a sentence; null without prices. */
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
    ? say("it paid: {net} saved over {span}", { net, span })
    : say("it did not pay: {net} lost over {span}", { net, span });
  return say("{costs}; {saved}{pays}. Until the next compaction or the end {end}.", {
    costs: parts.join(", "),
    saved,
    pays,
    end,
  });
}

export type MissedRow = {
  readonly key: string;
  readonly kind: string;
  readonly value: string;
  readonly source: string | null;
  readonly from: number | null;
  readonly tokens: string;
  readonly usedAt: number;
  readonly seenAt: number | null;
};

export type MissedOrder = "use" | "size";

/** The list of lost facts: by first use, or the largest source first. */
export function missedRows({ missed }: CompactionAnswer, order: MissedOrder): MissedRow[] {
  const sorted = [...missed].sort((a, b) =>
    order === "use" ? a.first_used.request - b.first_used.request : b.source.tokens - a.source.tokens,
  );
  return sorted.map(({ kind, value, source, first_used, seen_again }) => ({
    key: `${kind} ${value} ${first_used.request}`,
    kind,
    value,
    source: source.kind,
    from: source.request,
    tokens: formatTokens(source.tokens),
    usedAt: first_used.request,
    seenAt: seen_again?.request ?? null,
  }));
}
