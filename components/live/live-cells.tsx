"use client";
import { Bell, BellOff, BellRing, Radio } from "lucide-react";
import type { ReactNode } from "react";
import { clockSeconds } from "@/components/session/local-time";
import { BreakLetter } from "@/components/ui/break-letter";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import type { CacheEntry, LiveBreak, LiveSession } from "@/lib/api/schemas/live-session";
import { costText } from "@/lib/read-models/words/cost-text";
import { formatLostMoney } from "@/lib/read-models/words/format-loss";
import {
  type Activity,
  clockLeft,
  fillSentence,
  forecastSentence,
  liveCause,
} from "@/lib/view-models/session/live-words";
import { joinSentences } from "@/lib/wording/join-sentences";
import { formatDuration, formatMoney } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { Notice } from "./live-notice";
import type { Follow } from "./use-follow";

export type LiveCellsProps = {
  live: LiveSession;
  follow: Follow;
  notice: readonly [notice: Notice, next: () => void];
  activity: Activity;
  /** Milliseconds since the last row. */
  waited: number;
  now: number;
};

/** What the live strip shows: compaction, cache, last break and cost, with its controls. */
export function LiveCells({ live, follow, notice, activity, waited, now }: LiveCellsProps) {
  const say = useSay();
  return (
    <div className="grid grid-cols-[1.2fr_1.5fr_1.2fr_auto_auto] max-lg:grid-cols-2 max-sm:[&>div:nth-child(-n+3)]:col-span-full">
      <Cell
        label={<State activity={activity} waited={waited} />}
        value={forecastSentence(live.forecast, say)}
        detail={fillSentence(live, say)}
      />
      <CacheCell entry={live.cache} now={now} />
      <BreakCell found={live.last_break} />
      <Cell label={say("Cost so far")} value={costText(live, say)} />
      <Controls follow={follow} notice={notice} />
    </div>
  );
}

type CellProps = { label: ReactNode; value: ReactNode; detail?: ReactNode };

function Cell({ label, value, detail = null }: CellProps) {
  return (
    <div className="flex min-w-0 flex-col justify-center gap-0.5 border-line border-r px-4 py-1.5 last:border-r-0 max-lg:border-b max-sm:border-r-0 max-sm:px-3">
      <div className="flex items-center gap-2 text-micro text-tx3">{label}</div>
      <p className="tabular font-semibold text-base">{value}</p>
      {detail === null ? null : <p className="tabular text-small text-tx2">{detail}</p>}
    </div>
  );
}

function State({ activity, waited }: { activity: Activity; waited: number }) {
  const say = useSay();
  if (activity === "live") return <Chip tone="good">{say("Live")}</Chip>;
  return <Chip>{say("waiting, {time}", { time: formatDuration(Math.floor(waited / 60_000) * 60, say) })}</Chip>;
}

function CacheCell({ entry, now }: { entry: CacheEntry | null; now: number }) {
  const say = useSay();
  const label = say("Cache");
  if (entry === null) return <Cell label={label} value={say("The log has no cache figures.")} />;
  const { value, detail } = cacheWords(entry, now, say);
  // Server and browser render a moment apart, and perhaps in different time zones.
  return <Cell label={label} value={<span suppressHydrationWarning>{value}</span>} detail={detail} />;
}

function cacheWords(
  { expires_at: end, seconds, is_logged: isLogged, cold_cost: cold }: CacheEntry,
  now: number,
  say: Say,
) {
  const more = cold === null ? null : formatMoney(cold.amount);
  if (end === null)
    return { value: say("Lives {time} after each use", { time: formatDuration(seconds, say) }), detail: null };
  const left = Date.parse(end) - now;
  if (left <= 0)
    return {
      value: say("No longer cached"),
      detail: more === null ? null : say("The next request costs {more} more.", { more }),
    };
  const time = clockLeft(left);
  return {
    value: isLogged ? say("Stays cached for {time}", { time }) : say("About {time} left", { time }),
    detail: (
      <span suppressHydrationWarning>
        {joinSentences(
          [
            isLogged
              ? say("Until {clock}.", { clock: clockSeconds(end) })
              : say("If entries live {time}.", { time: formatDuration(seconds, say) }),
            more === null ? null : say("After that the next request costs {more} more.", { more }),
          ],
          say,
        )}
      </span>
    ),
  };
}

function BreakCell({ found }: { found: LiveBreak | null }) {
  const say = useSay();
  const label = say("Last cache break");
  if (found === null) return <Cell label={label} value={say("No cache break so far")} />;
  const { number, requests_ago: ago, letter, cause_id: cause } = found;
  const when =
    ago === 0
      ? say("#{number}, the newest", { number })
      : say("#{number}, {ago, plural, one {# request} other {# requests}} ago", { number, ago });
  return (
    <Cell
      label={label}
      value={
        <span className="inline-flex items-center gap-1.5">
          <BreakLetter letter={letter} isExpected={letter === "C" || letter === "X" || letter === "T"} />
          {when}
          {found.lost_cost === null ? null : ` · ${formatLostMoney(found)}`}
        </span>
      }
      detail={cause === null ? say("The log does not show the cause.") : say(liveCause(cause))}
    />
  );
}

const BELLS = { off: BellOff, title: Bell, sound: BellRing } as const;

function noticeLabel(notice: Notice, say: Say): string {
  if (notice === "off") return say("Notice of compactions and breaks: off");
  if (notice === "title") return say("Notify about compactions and breaks: in the tab's title");
  return say("Notify about compactions and breaks: in the tab's title, with a sound");
}

function Controls({ follow, notice: [notice, nextNotice] }: Pick<LiveCellsProps, "follow" | "notice">) {
  const say = useSay();
  const BellIcon = BELLS[notice];
  const fresh = say("Paused. {fresh, plural, =0 {Nothing new} one {# new request} other {# new requests}}", {
    fresh: follow.fresh,
  });
  return (
    <div className="flex items-center justify-end gap-2 px-4 py-1.5 max-lg:col-span-full max-sm:col-span-1 max-sm:px-3">
      <Button
        role="switch"
        aria-checked={follow.isOn}
        aria-label={say("Follow new requests")}
        onClick={follow.isOn ? follow.pause : follow.follow}
        className={cn("tabular", follow.isOn && "border-accbd bg-accbg")}
      >
        <Radio aria-hidden />
        {follow.isOn ? say("Following") : fresh}
      </Button>
      <IconButton label={noticeLabel(notice, say)} onClick={nextNotice} className={cn(notice !== "off" && "text-acc")}>
        <BellIcon aria-hidden />
      </IconButton>
    </div>
  );
}
