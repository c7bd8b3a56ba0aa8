"use client";
import { Download } from "lucide-react";
import { memo } from "react";
import { PrefixLanes } from "@/components/canvas/prefix-lanes";
import type { HoverStore } from "@/components/charts/hover-store";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { CACHE_STATES } from "@/components/ui/content-kinds";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { AgentCache } from "@/lib/read-models/session-cache";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";
import { LaneTable } from "./lane-table";
import { POLICY_NAME } from "./policy-table";
import type { CacheState, SetCacheState } from "./use-cache-state";

type Props = {
  rows: readonly ShownRow[];
  lanes: readonly LaneMark[];
  own: AgentCache;
  title: string;
  window: number | null;
  floor: number | null;
  /** The session's cache in words. */
  summary: string;
  state: CacheState;
  setState: SetCacheState;
  selected: number;
  onSelect: (position: number) => void;
  hover: HoverStore;
};

const POLICIES = [
  { value: "none", label: sentence("reported only") },
  ...Object.entries(POLICY_NAME).map(([value, name]) => ({ value, label: `against ${name}` })),
];

const ZOOMS = (["1", "2", "4"] as const).map((value) => ({ value, label: `${value}×` }));
const VIEWS = [
  { value: "chart", label: sentence("Chart") },
  { value: "table", label: sentence("Table") },
] as const;

/** The prefix lanes with their legend, policy, zoom, table and sentence. */
export function LanesSection({
  rows,
  lanes,
  own,
  title,
  window,
  floor,
  summary,
  state,
  setState,
  selected,
  onSelect,
  hover,
}: Props) {
  const say = useSay();
  const simulated = lanes[selected]?.simulated ?? null;
  const isSimulated = lanes[selected]?.isSimulated ?? false;
  return (
    <section aria-label={say("Prefix lanes")} className="min-w-0">
      <Head rows={rows} lanes={lanes} own={own} title={title} window={window} floor={floor} {...{ state, setState }} />
      {isSimulated ? null : <p className="sr-only">{summary}</p>}
      {state.lanes === "table" ? (
        <LaneTable rows={rows} lanes={lanes} selected={selected} onSelect={onSelect} />
      ) : (
        <PrefixLanes
          lanes={lanes}
          window={window}
          zoom={Number(state.zoom)}
          selected={selected}
          onSelect={onSelect}
          hover={hover}
          floor={floor}
          valueText={valueText(rows, lanes, selected, say)}
        />
      )}
      <div className="tabular flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2 text-micro text-tx2 max-sm:px-3">
        {CACHE_STATES.map((name) => (
          <span key={name} className="flex items-center gap-1.5">
            <Swatch cache={name} />
            {isSimulated ? say("{name}, simulated", { name: say(name) }) : say(name)}
          </span>
        ))}
        {floor === null ? null : <span>{say("┊ always cached: {floor}", { floor: formatTokens(floor) })}</span>}
        {state.policy === "none" || isSimulated ? null : (
          <span>
            {say("┃ {name}: request {selected} should have read {expected}, reported {read}", {
              name: say(POLICY_NAME[state.policy]),
              selected: selected + 1,
              expected: simulated === null ? say("unknown") : `~${formatTokens(simulated)}`,
              read: formatTokens(rows[selected]?.cache_read ?? null),
            })}
          </span>
        )}
      </div>
    </section>
  );
}

type HeadProps = Pick<Props, "rows" | "lanes" | "own" | "title" | "window" | "floor" | "state" | "setState">;

const loadSaving = () => import("./lane-saving").then((module) => module.LaneSaving);

/** The heading with its controls. Not re-rendered when another request is selected. */
const Head = memo(
  function Head({ rows, lanes, own, title, window, floor, state, setState }: HeadProps) {
    const say = useSay();
    return (
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 max-sm:px-3">
        <h2 className="font-semibold text-small">{say("Prefix lanes")}</h2>
        <span className="text-micro text-tx3 max-md:hidden">
          {say("{count, plural, one {# request} other {# requests}} top to bottom, prompt tokens left to right", {
            count: rows.length,
          })}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {rows[0]?.isSimulated ? (
            <Chip tone="dashed">{say("simulated")}</Chip>
          ) : (
            <Select
              label={say("Simulated reads")}
              value={state.policy}
              onValueChange={(policy) => void setState({ policy: policy as CacheState["policy"] })}
              options={POLICIES.map(({ value, label }) => ({ value, label: say.known(label) }))}
              className="h-6"
            />
          )}
          {state.lanes === "chart" ? (
            <SegmentedControl
              label={say("Zoom")}
              value={state.zoom}
              onValueChange={(zoom) => void setState({ zoom })}
              segments={ZOOMS}
            />
          ) : null}
          <SegmentedControl
            label={say("Show the lanes as")}
            value={state.lanes}
            onValueChange={(next) => void setState({ lanes: next })}
            segments={VIEWS}
          />
          <LazyMenu
            load={loadSaving}
            menu={{ rows, own, lanes, window, floor, zoom: Number(state.zoom), title }}
            trigger={
              <Button size="sm" aria-label={say("Save the lanes")}>
                <Download aria-hidden />
                <span className="max-sm:sr-only">{say("Save")}</span>
              </Button>
            }
          />
        </div>
      </div>
    );
  },
  // The URL state is a new object for every selected request, so only the values shown here are compared.
  (before, after) =>
    before.lanes === after.lanes &&
    before.rows === after.rows &&
    before.own === after.own &&
    before.title === after.title &&
    before.state.policy === after.state.policy &&
    before.state.lanes === after.state.lanes &&
    before.state.zoom === after.state.zoom,
);

function valueText(rows: readonly ShownRow[], lanes: readonly LaneMark[], selected: number, say: Say): string {
  const row = rows[selected];
  const found = lanes[selected]?.found;
  if (!row) return say("no request");
  const share =
    row.cache_read === null
      ? say("cache unknown")
      : `${formatShare(row.cache_read / Math.max(1, row.prompt_tokens))} ${row.isSimulated ? say("simulated as read from the cache") : say("read from the cache")}`;
  const lost = found
    ? say(", break {letter}, {lostTokens} tokens lost", {
        letter: found.letter,
        lostTokens: found.tokens,
      })
    : "";
  return say("Request {selected} of {count}, {tokens} tokens, {share}{lost}", {
    selected: selected + 1,
    count: rows.length,
    tokens: formatTokens(row.prompt_tokens),
    share,
    lost,
  });
}
