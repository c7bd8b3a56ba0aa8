import type { JobProgress } from "../../api/schemas/job";
import { formatCount } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** What stopping keeps: the policies that were replayed over one session, or the sessions that are done. */
export function keptByStopping(progress: JobProgress | null, say: Say = english): string | null {
  if (progress?.stage !== "replaying") return null;
  const { done = 0, sessions = 1, search } = progress;
  const kept = sessions > 1 ? done : (search?.done ?? 0);
  return kept === 0 ? null : sessions > 1 ? formatCount(kept, "session", say) : String(kept);
}

/** How far a search is, in words and as a share (undefined while it is unknown). */
export function adviceProgress(
  progress: JobProgress | null,
  say: Say = english,
): {
  readonly text: string;
  readonly share: number | undefined;
} {
  if (progress === null) return { text: say("Waiting to start…"), share: undefined };
  const { done = 0, sessions = 1, title = "", search } = progress;
  const inner = search && search.of > 0 ? search.done / search.of : 0;
  const place =
    sessions > 1
      ? say("{title}, {number} of {sessions}", {
          title,
          number: done + 1,
          sessions: formatCount(sessions, "session", say),
        })
      : "";
  // Before the log itself is replayed, nobody knows how many policies there will be.
  const policies = search && search.of > 0 ? say("round {round}, {done} of {of} policies", search) : "";
  if (progress.stage === "saving") return { text: say("Saving…"), share: 1 };
  const text = [place, policies].filter((said) => said !== "").join(say(": "));
  return { text: text === "" ? say("Replaying the log…") : text, share: (done + inner) / sessions };
}
