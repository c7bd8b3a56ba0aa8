import { CACHE_STATES, type CacheState } from "@/components/ui/content-kinds";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { figureIn, formatChange, formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { InspectorRow, InspectorSection } from "./inspector-section";

/** Compares the provider's reported cache usage with the expectation from previous requests. */
export function InspectorCache({ row, isSimulated }: { row: RequestRow; isSimulated: boolean }) {
  const say = useSay();
  const tokens: Record<CacheState, number | null> = {
    read: row.cache_read,
    written: row.cache_write,
    uncached: row.uncached,
  };
  if (CACHE_STATES.every((state) => tokens[state] === null)) {
    return (
      <InspectorSection title={say("Cache")}>
        <p className="text-small text-tx3">
          {isSimulated
            ? say("The log reports nothing about its cache. The Cache tab simulates it, this request included.")
            : say("The log has no cache figures for this request.")}
        </p>
      </InspectorSection>
    );
  }
  return (
    <InspectorSection title={say("Cache")}>
      <dl>
        {CACHE_STATES.map((state) => (
          <InspectorRow
            key={state}
            name={
              <>
                <Swatch cache={state} />
                {state === "written" ? say("written{tier}", { tier: tierOf(row, say) }) : say(state)}
              </>
            }
            value={<Unknown text={figureIn(say, formatTokens(tokens[state]))} isUnknown={tokens[state] === null} />}
            second={tokens[state] === null ? "" : formatShare((tokens[state] ?? 0) / Math.max(1, row.prompt_tokens))}
          />
        ))}
        <InspectorRow
          name={say("expected read")}
          value={
            <Unknown
              text={row.expected_read === null ? "–" : formatTokens(row.expected_read)}
              isUnknown={row.expected_read === null}
            />
          }
          second={<Difference row={row} />}
        />
        <Cost row={row} />
      </dl>
      {row.follows_unlogged_call ? (
        <p className="mt-1 text-micro text-tx3">{say("A call that is not in the log came before this one.")}</p>
      ) : null}
    </InspectorSection>
  );
}

/** The time to live with which the cache entry was written; empty if not in the log. */
function tierOf({ cache_write_5m: short, cache_write_1h: long }: RequestRow, say: Say): string {
  const [isShort, isLong] = [(short ?? 0) > 0, (long ?? 0) > 0];
  const both = isShort && isLong;
  const figure = (tokens: number | null) => (both ? ` ${formatTokens(tokens)}` : "");
  return [
    ...(isShort ? [say("{minutes} m", { minutes: 5 }) + figure(short)] : []),
    ...(isLong ? [say("{hours} h", { hours: 1 }) + figure(long)] : []),
  ]
    .map((tier) => say(", ") + tier)
    .join("");
}

/** Two values under one label: the request's cost, and its cost with the expected read. */
function Cost({ row }: { row: RequestRow }) {
  const say = useSay();
  if (!row.cost) return <InspectorRow name={say("cost")} value={<span className="text-tx3">{say("unknown")}</span>} />;
  return (
    <InspectorRow
      name={
        <>
          <ProvenanceMark
            basis="exact"
            detail={say("Reported usage at list prices{floor}.", {
              floor: row.cost_is_floor ? say(". The log has only part of the output, so this is a lower bound") : "",
            })}
          />
          {say("cost, without caching")}
        </>
      }
      value={formatMoney(row.cost.amount, { isFloor: row.cost_is_floor })}
      second={figureIn(say, formatMoney(row.cost_without_cache?.amount ?? null))}
    />
  );
}

function Unknown({ text, isUnknown }: { text: string; isUnknown: boolean }) {
  return isUnknown ? <span className="text-tx3">{text}</span> : text;
}

/** The difference between reported and expected: the word `exact`, or the tokens. */
function Difference({ row }: { row: RequestRow }) {
  const say = useSay();
  if (row.expected_read === null || row.cache_read === null) return null;
  const difference = row.cache_read - row.expected_read;
  if (difference === 0) return <span className="text-good">{say("exact")}</span>;
  return <span className={difference < 0 && row.break ? "text-bad" : ""}>{formatChange(difference)}</span>;
}
