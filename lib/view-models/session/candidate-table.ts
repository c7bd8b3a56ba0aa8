import type { ModelCandidate, ModelCandidatesAnswer } from "../../api/schemas/model-statement";
import { formatMoney, formatTick, formatTokens, NOT_APPLICABLE_TEXT, UNKNOWN_TEXT } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

/** A model that the log may have used, for the table. All its figures about the session are simulated. */
export type CandidateRow = {
  readonly model: string;
  /** Release date, and why the model is offered. */
  readonly note: string;
  readonly window: string;
  /** `$2.50 · $1.25 · $10.00`: input, cached and output per million tokens. */
  readonly prices: string;
  readonly rule: string;
  /** The rule in a sentence; null if none is known. */
  readonly ruleSummary: string | null;
  /** `~$0.187`: what the session would have cost with this model. */
  readonly cost: string;
};

const REASONS: Readonly<Record<Exclude<ModelCandidate["reason"], "same-client" | "date">, Sentence>> = {
  stated: sentence("you stated it"),
  asked: sentence("you asked for it"),
  "call-ids": sentence("fits the ids of the calls"),
  "tool-names": sentence("fits the tool names"),
  format: sentence("fits the format"),
  listed: sentence("newest of its provider"),
};

export function toCandidateRows({ candidates, day }: ModelCandidatesAnswer, say: Say = english): CandidateRow[] {
  return candidates.map((candidate) => {
    const { model, release_date, window, prices, rule, cost } = candidate;
    return {
      model,
      note: [release_date, reasonOf(candidate, day?.day ?? null, say)].filter((text) => text !== null).join(" · "),
      window: window === null ? UNKNOWN_TEXT : formatTick(window),
      prices: prices ? [prices.input, prices.cached, prices.output].map(rate).join(" · ") : NOT_APPLICABLE_TEXT,
      rule: ruleText(rule, say),
      ruleSummary: rule && say.known(rule.summary),
      cost: cost ? `~${formatMoney(cost.amount)}` : NOT_APPLICABLE_TEXT,
    };
  });
}

function reasonOf({ reason, logs }: ModelCandidate, day: string | null, say: Say): string {
  if (reason === "same-client")
    return say("{logs, plural, one {# other log} other {# other logs}} of this client", { logs: logs ?? 0 });
  if (reason === "date") return say("near {day}", { day: day ?? "" });
  return say(REASONS[reason]);
}

/** A listed price: two decimals, more only if they are nonzero. */
const rate = (amount: number): string =>
  `$${Number(amount.toFixed(2)) === amount ? amount.toFixed(2) : Number(amount.toFixed(5))}`;

function ruleText(rule: ModelCandidate["rule"], say: Say): string {
  if (rule === null) return say("no known rule: drawn as ideal caching");
  const short = say.known(rule.short);
  return rule.minimum_tokens === null
    ? short
    : say("{rule}, from {tokens} tokens", { rule: short, tokens: formatTokens(rule.minimum_tokens) });
}

/** The scope of a statement about the model. */
export type ScopeChoice = { readonly value: "session" | "file" | "client"; readonly label: string };

/** This session, or wherever logs lack a model: its file, or all files of its client. */
export function scopeChoices(answer: ModelCandidatesAnswer, client: string, say: Say = english): ScopeChoice[] {
  const { others_in_file: inFile, others_of_client: ofClient } = answer;
  return [
    { value: "session", label: say("this session") },
    ...(inFile > 0
      ? [
          {
            value: "file" as const,
            label: say("and {count, plural, one {# other} other {# others}} in its file", { count: inFile }),
          },
        ]
      : []),
    ...(ofClient > inFile
      ? [{ value: "client" as const, label: say("and all {count} of {client}", { count: ofClient, client }) }]
      : []),
  ];
}
