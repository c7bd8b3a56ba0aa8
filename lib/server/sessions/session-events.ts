import { Problem } from "@/lib/api/problem";
import { ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { eventStream } from "../door/event-stream";
import { whenSessionChanges } from "../library/changed";
import { keepingCaller } from "../process/caller-context";
import { log } from "../process/log";
import { loadLiveSession } from "./live-session";
import { findSession } from "./sessions";

/** Server-sent events of one session: `session` immediately and at each change, then `gone` if it disappears. */
export async function sessionEvents(id: string, signal: AbortSignal): Promise<Response> {
  const first = await loadLiveSession(id);
  return eventStream(signal, {
    access: ROUTE_ACCESS["GET /api/sessions/{id}/events"],
    isThere: () => findSession(id),
    begin: ({ send, close }) => {
      let last = first.revision;
      const look = async () => {
        const live = await loadLiveSession(id);
        if (live.revision !== last) send("session", live);
        last = live.revision;
      };
      const fail = (error: unknown) => {
        if (error instanceof Problem && [308, 404].includes(error.status)) {
          send("gone", { id });
          close();
        } else log().warn({ session: id, name: (error as Error)?.name }, "a watched session could not be read");
      };
      const lookAgain = oneAtATime(keepingCaller(() => look().catch(fail)));
      const forget = whenSessionChanges(id, lookAgain);
      send("session", first);
      lookAgain(); // the session may have changed between loading and watching
      return forget;
    },
  });
}

/** Never runs the work twice at a time: calls during a run lead to one more run after it. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    do {
      isWanted = false;
      await work();
    } while (isWanted);
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
