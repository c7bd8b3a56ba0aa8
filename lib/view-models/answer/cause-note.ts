import type { CauseFacts, WastedPart } from "../../answer/cause-facts";
import type { AnswerRequest, CauseId } from "../../api/schemas/cost-answer";
import type { BreakEvidence } from "../../cache/break-evidence";
import type { CacheBreak } from "../../cache/cache-break";
import { breakEvidence } from "../../read-models/words/break-evidence";
import { aboutRequest, findingEvidence } from "../../read-models/words/finding-evidence";
import { formatDuration, formatRequestReference, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

type RequestOf = (index: number) => AnswerRequest;
type Note = (cause: CauseFacts, requestOf: RequestOf, say: Say, broken: readonly number[]) => string;

/** `broken`: the requests of all causes' breaks and reduced reads. */
export const causeNote = (
  cause: CauseFacts,
  requestOf: RequestOf,
  broken: readonly number[],
  say: Say = english,
): string => (NOTES[cause.id] ?? ofBreaks)(cause, requestOf, say, broken);

const NOTES: Readonly<Partial<Record<CauseId, Note>>> = {
  "head-per-turn": ({ finding, count }, _requestOf, say) => {
    const found = finding?.evidence.find(({ id }) => id === "empty-reads");
    const empty = found?.id === "empty-reads" ? found.empty : count;
    return say("{typed} of {empty} requests that read nothing from the cache followed a typed message.", {
      typed: count,
      empty,
    });
  },
  idle: idleNote,
  "shorter-prompt": (cause, requestOf, say) =>
    cause.drops.length === 0
      ? ofBreaks(cause, requestOf, say)
      : say("What follows the cut may never have been cached, so the loss may be zero."),
  "unread-writes": ({ finding }, _requestOf, say) => {
    const found = finding?.evidence.find(({ id }) => id === "unread-writes");
    if (found?.id !== "unread-writes") return "";
    return say("{unread} of {written} tokens written to the cache were not read by the next request.", {
      unread: formatTokens(found.unread),
      written: formatTokens(found.written),
    });
  },
  "nothing-marked": ({ finding }) => evidenceOf(finding),
  "doubled-results": ({ finding }) => evidenceOf(finding),
  "stale-read": staleNote,
  "same-text": ({ tokens }, _requestOf, say) =>
    say("{tokens} tokens identical to an earlier output.", { tokens: formatTokens(tokens) }),
  "repeated-error": ({ tokens }, _requestOf, say) =>
    say("{tokens} tokens of failed calls that were made again.", { tokens: formatTokens(tokens) }),
  "restated-plan": ({ tokens }, _requestOf, say) =>
    say("{tokens} tokens; only the newest list is needed.", { tokens: formatTokens(tokens) }),
  "unused-tools": ({ tokens, count }, _requestOf, say) =>
    say("{count, plural, one {# definition} other {# definitions}} of {tokens} tokens in each prompt, never called.", {
      count,
      tokens: formatTokens(tokens),
    }),
  unexplained: ({ requests }, requestOf, say) => say("At {requests}.", { requests: listed(requests, requestOf, say) }),
};

function staleNote({ parts }: CauseFacts, requestOf: RequestOf, say: Say, broken: readonly number[]): string {
  const [largest] = parts;
  if (largest === undefined) return "";
  const isRewritten = broken.some((request) => parts.some((part) => isCarriedBy(part, requestOf(request), requestOf)));
  return say(
    "Costliest: {part}, {tokens} tokens, outdated since {since} and sent {times, plural, one {once more} other {# more times}}.{overlap}",
    {
      part: largest.label,
      tokens: formatTokens(largest.tokens),
      since: formatRequestReference(requestOf(largest.since).number - 1),
      times: largest.times,
      overlap: isRewritten ? say(" Includes tokens rewritten at cache breaks, which are counted there too.") : "",
    },
  );
}

/** Whether the part was needless in the request's prompt. */
function isCarriedBy({ since, times }: WastedPart, { agent, number }: AnswerRequest, requestOf: RequestOf): boolean {
  const first = requestOf(since);
  return agent === first.agent && first.number <= number && number < first.number + times;
}

function idleNote({ breaks, drops }: CauseFacts, requestOf: RequestOf, say: Say): string {
  const expired = breaks.flatMap(({ request, evidence }) => {
    const found = evidence.find(({ id }) => id === "expired") as Extract<BreakEvidence, { id: "expired" }> | undefined;
    return found ? [{ request, gap: found.gap, life: found }] : [];
  });
  const gaps = [
    ...expired,
    ...drops.flatMap(({ request, gap }) => (gap === null ? [] : [{ request, gap, life: null }])),
  ];
  const [first] = gaps;
  if (first === undefined) return "";
  const life = lifeText(
    gaps.map((gap) => (gap.life?.isLogged ? gap.life.timeToLive : null)),
    say,
  );
  if (gaps.length === 1)
    return say("{gap} before {request}; {life}.", {
      gap: formatDuration(first.gap, say),
      request: formatRequestReference(requestOf(first.request).number - 1),
      life,
    });
  const sorted = gaps.map(({ gap }) => gap).sort((a, b) => a - b);
  const shortest = formatDuration(sorted[0] as number, say);
  const longest = formatDuration(sorted.at(-1) as number, say);
  const count = gaps.length;
  if (shortest === longest) return say("{count} pauses of {longest}; {life}.", { count, longest, life });
  return say("{count} pauses of {shortest} to {longest}; {life}.", { count, shortest, longest, life });
}

/** `lives`: of each entry in seconds; null if not in the log. A client may change it during a session. */
function lifeText(lives: readonly (number | null)[], say: Say): string {
  const logged = lives.flatMap((life) => life ?? []).sort((a, b) => a - b);
  const [shortest, longest] = [logged[0], logged.at(-1)];
  if (shortest === undefined || longest === undefined || logged.length < lives.length)
    return say("how long entries live is not in the log");
  return shortest === longest
    ? say("entries live {life}", { life: formatDuration(shortest, say) })
    : say("entries live {shortest} or {longest}", {
        shortest: formatDuration(shortest, say),
        longest: formatDuration(longest, say),
      });
}

/** Evidence and place of the costliest break. */
function ofBreaks({ breaks: [costliest], requests, finding }: CauseFacts, requestOf: RequestOf, say: Say): string {
  if (costliest === undefined)
    return requests.length > 0
      ? say("At {requests}.", { requests: listed(requests, requestOf, say) })
      : evidenceOf(finding);
  const { agent, number } = requestOf(costliest.request);
  return aboutRequest({ at: number - 1, agent: agent === "main" ? null : agent }, observed(costliest), say);
}

/**
 * If the cause is unknown, the first observation only states that, so the second is more useful. The occasion follows: a
 * restart of the client, or what can have changed the tools if only the provider says that they changed.
 */
function observed({ cause, evidence, reported }: CacheBreak): string {
  const shown = (cause === "unknown" ? evidence[1] : null) ?? evidence[0];
  const isUnnamed = cause === "tools-changed" && reported?.own === "unknown";
  const occasion = evidence.find(({ id }) => id === "client-restarted" || (id === "follows-head-change" && isUnnamed));
  return [shown, occasion].flatMap((fact) => (fact === undefined ? [] : breakEvidence(fact))).join(" ");
}

const evidenceOf = (finding: CauseFacts["finding"]): string => {
  const first = finding?.evidence[0];
  return first === undefined ? "" : findingEvidence(first);
};

const LISTED = 5;

/** `#41, #87, and 3 more`. */
const listed = (requests: readonly number[], requestOf: RequestOf, say: Say): string =>
  [
    ...requests.slice(0, LISTED).map((index) => formatRequestReference(requestOf(index).number - 1)),
    ...(requests.length > LISTED ? [say("and {more} more", { more: requests.length - LISTED })] : []),
  ].join(say(", "));
