"use client";
import dynamic from "next/dynamic";
import { useSay } from "@/components/words/words-provider";
import { activityAt, breakSentence, growthSentence } from "@/lib/view-models/session/live-words";
import type { LiveCellsProps } from "./live-cells";
import { noticeOf, useTitleNotice, useToneAt } from "./live-notice";
import { readNoticeCost } from "./notice-cost";
import { useAnnounced } from "./use-announced";
import { useClock } from "./use-clock";

/** Most sessions have ended. The server renders the cells of one that runs. */
const LiveCells = dynamic(() => import("./live-cells").then((module) => module.LiveCells), {
  loading: () => <div className="h-18" />,
});

type Props = Pick<LiveCellsProps, "live" | "follow" | "notice"> & {
  title: string;
  /** When the server rendered the page, in milliseconds. */
  drawnAt: number;
  /** The session has grown while the page was open. */
  hasGrown: boolean;
};

/** The live strip of a running session: compaction, cache, last break, cost. Hidden after half an hour without a row. */
export function LiveStrip(props: Props) {
  const { live, drawnAt, hasGrown, notice } = props;
  const say = useSay();
  const now = useClock(drawnAt);
  const lastAt = live.last_at === null ? (hasGrown ? drawnAt : null) : Date.parse(live.last_at);
  const activity = activityAt(lastAt, now);
  const [how] = notice;
  const given = how !== "off" && activity !== "ended" ? noticeOf(live, readNoticeCost(), say) : null;
  useTitleNotice(given?.text ?? null, props.title);
  useToneAt(given?.event ?? null, how === "sound");
  const spoken = useAnnounced(growthSentence(live, say), breakSentence(live, say));
  if (activity === "ended") return null;
  return (
    <section aria-label={say("Live")} className="shrink-0 border-line2 border-b bg-s1">
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <LiveCells {...props} {...{ activity, now }} waited={now - (lastAt ?? now)} />
    </section>
  );
}
