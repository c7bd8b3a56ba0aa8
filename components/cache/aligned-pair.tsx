"use client";
import { axisSteps } from "@/components/canvas/lane-layout";
import { clockSeconds } from "@/components/session/local-time";
import { CACHE_STATES, cacheColor, KIND_LABEL, KINDS, kindColor } from "@/components/ui/content-kinds";
import { useSay } from "@/components/words/words-provider";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import type { AlignedPair as Pair } from "@/lib/view-models/cache/aligned-pair";
import { formatTokens, formatWholeThousands } from "@/lib/wording/number-format";

type Props = { pair: Pair; rows: readonly ShownRow[] };

/** Draws the previous prompt above the current one on the same scale, and marks where they differ. */
export function AlignedPair({ pair, rows }: Props) {
  const say = useSay();
  const current = rows[pair.current];
  const before = pair.previous === null ? undefined : rows[pair.previous];
  if (!current) return null;
  const share = (tokens: number) => `${Math.min(100, (tokens / pair.limit) * 100)}%`;
  const title = before
    ? say("Request {current} compared with {previous}", {
        current: pair.current + 1,
        previous: (pair.previous ?? 0) + 1,
      })
    : say("Request {current}", { current: pair.current + 1 });
  return (
    <section aria-label={title} className="border-line border-t px-4 py-3 first:border-t-0">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold text-small">{title}</h2>
        <span className="text-micro text-tx3">
          {say("to scale, kinds in prompt order, {simulated}cache state on the outer edge", {
            simulated: current.isSimulated ? say("simulated ") : "",
          })}
        </span>
      </div>
      <div className="tabular grid grid-cols-[44px_minmax(0,1fr)_52px] gap-x-2 text-micro">
        <div className="col-start-2 mb-1 text-small">
          {pair.mark === null ? null : (
            <span aria-hidden className="mr-1 text-acc">
              ▾
            </span>
          )}
          <span className="font-medium">{pair.sentence}</span>
        </div>
        {before ? <Lane row={before} position={pair.previous ?? 0} share={share} isUpper /> : null}
        <div className="relative col-span-3 col-start-1 grid grid-cols-subgrid">
          <Between pair={pair} share={share} />
        </div>
        <Lane row={current} position={pair.current} share={share} isUpper={false} />
        <div aria-hidden className="relative col-start-2 h-5 text-tx3">
          {axisSteps(pair.limit, 4).map((step) => (
            <span
              key={step}
              className={`absolute ${step === 0 ? "" : "-translate-x-1/2"}`}
              style={{ left: share(step) }}
            >
              {formatWholeThousands(step)}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}

/**
 * If a side of the mark is narrower than this share of the axis, its label does not fit there and is drawn
 * on the other side.
 */
const LEAST_NAMED = 0.25;

/** Between the lanes: what is equal up to the mark, and what follows it. */
function Between({ pair: { mark, limit, rewritten }, share }: { pair: Pair; share: LaneProps["share"] }) {
  const say = useSay();
  const same = mark === null || mark === 0 ? "" : say("same, {mark}", { mark: formatTokens(mark) });
  const isNarrowLeft = mark === null || mark / limit < LEAST_NAMED;
  const isNarrowRight = mark !== null && mark / limit > 1 - LEAST_NAMED;
  const behind = isNarrowLeft ? [same, rewritten].filter(Boolean).join(" · ") : isNarrowRight ? "" : rewritten;
  return (
    <div className="relative col-start-2 flex h-8 items-center text-tx2">
      {mark === null ? null : (
        <div
          className="flex h-full min-w-0 shrink-0 items-center justify-between overflow-hidden bg-s2"
          style={{ width: share(mark) }}
        >
          {isNarrowLeft ? null : <span className="truncate px-2">{same}</span>}
          {isNarrowRight ? <span className="truncate px-2">{rewritten}</span> : null}
        </div>
      )}
      <span className="line-clamp-2 min-w-0 px-2 leading-4" title={rewritten}>
        {behind}
      </span>
      {mark === null ? null : (
        <span aria-hidden className="absolute -inset-y-7 w-0.5 bg-acc" style={{ left: share(mark) }} />
      )}
    </div>
  );
}

type LaneProps = { row: ShownRow; position: number; share: (tokens: number) => string; isUpper: boolean };

function Lane({ row, position, share, isUpper }: LaneProps) {
  const say = useSay();
  const states = { read: row.cache_read ?? 0, written: row.cache_write ?? 0, uncached: row.uncached ?? 0 };
  const present = KINDS.filter((kind) => row.composition[kind] > 0);
  const words = [
    ...present.map((kind) => `${say(KIND_LABEL[kind])} ${formatTokens(row.composition[kind])}`),
    ...CACHE_STATES.map(
      (state) => `${row.isSimulated ? say("simulated ") : ""}${say(state)} ${formatTokens(states[state])}`,
    ),
  ].join(", ");
  const band = (
    <div className="flex h-1.5">
      {CACHE_STATES.map((state) => (
        <span
          key={state}
          className="data-fill h-full"
          style={{ width: share(states[state]), background: cacheColor(state) }}
        />
      ))}
    </div>
  );
  return (
    <>
      <div className="col-start-1 text-tx2">
        #{position + 1}
        <br />
        <span suppressHydrationWarning className="text-tx3">
          {clockSeconds(row.started_at)}
        </span>
      </div>
      <div
        role="img"
        aria-label={say("Request {position}: {words}", { position: position + 1, words })}
        title={words}
        className="flex flex-col justify-center gap-0.5"
      >
        {isUpper ? band : null}
        <div className="flex h-[22px]">
          {present.map((kind) => (
            <span
              key={kind}
              className={kind === "unseen" ? "hatch-unseen h-full" : "data-fill h-full"}
              style={{ width: share(row.composition[kind]), ...(kind !== "unseen" && { background: kindColor(kind) }) }}
            />
          ))}
        </div>
        {isUpper ? null : band}
      </div>
      <div className="self-center text-tx2">{formatTokens(row.prompt_tokens)}</div>
    </>
  );
}
