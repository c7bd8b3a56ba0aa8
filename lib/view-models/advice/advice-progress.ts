import type { JobProgress } from "../../api/schemas/job";
import { formatCount } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** What stopping keeps: the policies replayed over one session, or the finished sessions. */
export function keptByStopping(progress: JobProgress | null, say: Say = english): string | null {
  if (progress?.stage !== "replaying") return null;
  const { done = 0, sessions = 1, search } = progress;
  const kept = sessions > 1 ? done : (search?.done ?? 0);
  return kept === 0 ? null : formatCount(kept, sessions > 1 ? "session" : "policy", say);
}

/** A search's progress, in words and as a share (undefined while unknown). */
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
  // Until the log itself is replayed, the number of policies is unknown.
  const policies = search && search.of > 0 ? say("round {round}, {done} of {of} policies", search) : "";
  if (progress.stage === "saving") return { text: say("Saving…"), share: 1 };
  const text = [place, policies].filter((said) => said !== "").join(say(": "));
  return { text: text === "" ? say("Replaying the log…") : text, share: (done + inner) / sessions };
}
