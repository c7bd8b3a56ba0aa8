import type { CauseFact, CauseId, CostCause } from "../../api/schemas/cost-answer";
import { ONE_HOUR } from "../../cache/time-to-live";
import { breakEvidence } from "../../read-models/words/break-evidence";
import { aboutRequest, findingEvidence } from "../../read-models/words/finding-evidence";
import { formatDuration, formatGap, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { requestName } from "./request-name";

export type NotedCause = Pick<CostCause, "id" | "fact" | "tokens" | "evidence" | "covers">;

/** A cause's evidence in one line. */
export function causeNote(cause: NotedCause, say: Say = english): string {
  const own = NOTES[cause.id];
  if (own) return own(cause, say);
  if (cause.fact !== null) return factNote(cause.fact, cause.evidence.count, say);
  return cause.evidence.requests.length > 0 ? atRequests(cause, say) : "";
}

/** Notes that follow from a cause's figures. */
const NOTES: Readonly<Partial<Record<CauseId, (cause: NotedCause, say: Say) => string>>> = {
  "stale-read": ({ fact, covers: { parts } }, say) => {
    const [largest] = parts;
    if (largest === undefined) return "";
    return say(
      "Costliest: {part}, at most {tokens} tokens, outdated since {since} and sent {times, plural, one {one more time} other {# more times}}.{overlap}",
      {
        part: largest.label,
        tokens: formatTokens(largest.tokens),
        since: requestName(largest.since, say),
        times: largest.times,
        overlap:
          fact?.id === "overlap" ? say(" Includes tokens rewritten at cache breaks, which are counted there too.") : "",
      },
    );
  },
  "same-text": ({ tokens }, say) =>
    say("At most {tokens} tokens repeat an earlier output.", { tokens: formatTokens(tokens) }),
  "repeated-error": ({ tokens }, say) =>
    say("At most {tokens} tokens are failed calls that were retried.", { tokens: formatTokens(tokens) }),
  "restated-plan": ({ tokens }, say) =>
    say("At most {tokens} tokens are older lists; only the newest one is needed.", { tokens: formatTokens(tokens) }),
  "unused-tools": ({ tokens, evidence: { count } }, say) =>
    say("{count, plural, one {# definition} other {# definitions}}, never called: {tokens} tokens in each prompt.", {
      count,
      tokens: formatTokens(tokens),
    }),
  unexplained: (cause, say) => atRequests(cause, say),
};

function factNote(fact: CauseFact, count: number, say: Say): string {
  switch (fact.id) {
    case "full-misses":
      return say("Of {empty} requests that read nothing from the cache, {typed} followed a typed message.", {
        typed: fact.typed,
        empty: fact.empty,
      });
    case "pauses":
      return `${pausesNote(fact, say)}${restartText(fact, say)}${awaitedText(fact, say)}`;
    case "cut":
      return cutNote(fact.turns, count, say);
    case "break":
      return aboutRequest(
        { at: fact.request.number - 1, agent: fact.request.agent === "main" ? null : fact.request.agent },
        [
          ...fact.evidence.map((observed) => breakEvidence(observed, say)),
          ...(fact.isSaving ? [say("What the cheaper model saved is not subtracted.")] : []),
          ...(fact.isAfterExpiry
            ? [say("A switch followed a pause after which the former model had nothing left to read either.")]
            : []),
        ].join(" "),
        say,
      );
    case "overlap":
      return "";
    case "finding":
      return fact.evidence.id === "unread-writes"
        ? say(
            "{unread} of {written} tokens were written to the cache by the last request of an agent to a model, and no later request in this log read them.",
            {
              unread: formatTokens(fact.evidence.unread),
              written: formatTokens(fact.evidence.written),
            },
          )
        : findingEvidence(fact.evidence, say);
  }
}

function cutNote(turns: number, count: number, say: Say): string {
  const loss = say("Nothing after a cut can be read from the cache, so the avoidable loss may be zero.");
  if (turns === 0) return loss;
  const lack =
    turns === count
      ? say("The client probably left out the reasoning of earlier answers.")
      : say("In {turns} of {count} requests, the client probably left out the reasoning of earlier answers.", {
          turns,
          count,
        });
  return `${lack} ${loss}`;
}

type Pauses = Extract<CauseFact, { id: "pauses" }>;

function pausesNote(fact: Pauses, say: Say): string {
  const { count, request, lives } = fact;
  const life = lifeText(lives, say);
  const [shortest, longest] = [formatGap(fact.shortest, say), formatGap(fact.longest, say)];
  if (request !== null)
    return say("{gap} before {request}; {life}.", {
      gap: shortest,
      request: requestName(request, say),
      life,
    });
  if (shortest === longest) return say("{count} pauses of about {longest} each; {life}.", { count, longest, life });
  const within = withinText(fact, say);
  return say("{count} pauses of {shortest} to {longest}{within}; {life}.", { count, shortest, longest, within, life });
}

/** How many pauses a lifetime of an hour would have covered, if entries lived shorter and it would not cover all. */
function withinText({ count, withinHour, lives }: Pauses, say: Say): string {
  const isShorter = lives !== null && lives.longest < ONE_HOUR;
  return isShorter && withinHour > 0 && withinHour < count
    ? say(", {count} of them within an hour", { count: withinHour })
    : "";
}

/** A cache that was still alive might not have matched the prompt of a client that was started again. */
function restartText({ count, restarts }: Pauses, say: Say): string {
  if (restarts === 0) return "";
  return count === 1
    ? say(" The client was closed and started again in between, which may have changed the prompt too.")
    : say(" In {count} of them, the client was closed and started again, which may have changed the prompt too.", {
        count: restarts,
      });
}

const NAMED_TOOLS = 4;

/** The agent may have been busy: such a pause does not show that the person was away. */
function awaitedText({ count, awaited }: Pauses, say: Say): string {
  if (awaited.count === 0) return "";
  const more = awaited.tools.length > NAMED_TOOLS ? ["…"] : [];
  const tools = [...awaited.tools.slice(0, NAMED_TOOLS), ...more].join(say(", "));
  return count === 1
    ? say(" The agent waited for its calls ({tools}), which may have run that long or needed a person's answer.", {
        tools,
      })
    : say(
        " In {count} of them, the agent waited for its calls ({tools}), which may have run that long or needed a person's answer.",
        {
          count: awaited.count,
          tools,
        },
      );
}

/** A client may change the lifetime of its entries during a session. */
function lifeText(lives: Pauses["lives"], say: Say): string {
  if (lives === null) return say("the log does not say how long cache entries live");
  const { shortest, longest } = lives;
  return shortest === longest
    ? say("cache entries live {life}", { life: formatDuration(shortest, say) })
    : say("cache entries live {shortest} or {longest}", {
        shortest: formatDuration(shortest, say),
        longest: formatDuration(longest, say),
      });
}

const LISTED = 5;

/** `At #41, #87, and 3 more.` */
function atRequests({ evidence: { requests } }: NotedCause, say: Say): string {
  const listed = [
    ...requests.slice(0, LISTED).map((request) => requestName(request, say)),
    ...(requests.length > LISTED ? [say("and {more} more", { more: requests.length - LISTED })] : []),
  ];
  return say("At {requests}.", { requests: listed.join(say(", ")) });
}
