import { type Sentence, sentence } from "../../wording/say";
/** A stop of the tour through the built-in session. */
export type TourStep = {
  readonly title: Sentence;
  readonly text: Sentence;
  /** The session page, with the request of this stop. */
  readonly path: string;
};

/**
 * From "what filled the window" to "which setting I use from now on" in five stops. Request numbers are the built-in
 * session's, which is the same on every machine; in other sessions, the pages open at the nearest request.
 */
export const TOUR: readonly TourStep[] = [
  {
    title: sentence("What was sent"),
    text: sentence(
      "Every column is a request, coloured by what filled its prompt. The strip below shows what came from the cache; a letter marks each place where the cache broke. Drag over the columns to zoom.",
    ),
    path: "?request=111",
  },
  {
    title: sentence("What broke the cache"),
    text: sentence(
      "Each break with its tokens and its cost. Next to the list: the cause, the evidence for and against it, both prompts to scale, and what to do.",
    ),
    path: "/cache?request=111",
  },
  {
    title: sentence("What it cost, and how much of that was wasted"),
    text: sentence(
      "The same prompt, part by part: what sending each part cost, and which parts were stale, duplicates, or failures long since fixed.",
    ),
    path: "/spend?of=request&request=111",
  },
  {
    title: sentence("What would have been kept"),
    text: sentence(
      "Three ways to shorten the prompt just before the session's first compaction: what each saves, and which facts it loses that the agent needed later.",
    ),
    path: "/compare?request=159&s=1.winnow,2.swe-agent-last-n,3.claude-code&force=true&run=true",
  },
  {
    title: sentence("Which setting to use from now on"),
    text: sentence(
      "A search replays the session under many thresholds and strategies. It shows the setting to use and how much it would save, or explains why it advises none.",
    ),
    path: "/advice",
  },
];

/** A stop's address in a session; stops count from 1. */
export function tourHref(sessionId: string, stop: number): string {
  const path = TOUR[stop - 1]?.path ?? "";
  return `/sessions/${encodeURIComponent(sessionId)}${path}${path.includes("?") ? "&" : "?"}tour=${stop}`;
}
