import type { JobProgress } from "../api/schemas/job";
import { formatCount } from "./number-format";

/** How far a search is, in words and as a share (undefined while it is unknown). */
export function adviceProgress(progress: JobProgress | null): {
  readonly text: string;
  readonly share: number | undefined;
} {
  if (progress === null) return { text: "Waiting to start…", share: undefined };
  const { done = 0, sessions = 1, title = "", search } = progress;
  const inner = search && search.of > 0 ? search.done / search.of : 0;
  const place = sessions > 1 ? `${title}, ${done + 1} of ${formatCount(sessions, "session")}` : "";
  const policies = search ? `${search.done} of ${search.of} policies` : "";
  if (progress.stage === "saving") return { text: "Saving…", share: 1 };
  return { text: [place, policies].filter((text) => text !== "").join(": "), share: (done + inner) / sessions };
}
