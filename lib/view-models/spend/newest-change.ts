import type { LibraryRow } from "../../api/schemas/session";
import type { LibrarySpendRow } from "../../api/schemas/spend";
import { nameClient } from "../../read-models/library-item";
import { formatDay } from "../../wording/format-day";
import { formatShare } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import type { FirstChoice } from "../two-arms/two-arms-choice";
import { goneSince } from "./gone-since";

/** A change of setting that the logs show. `day`: the first day with it, UTC, as YYYY-MM-DD. */
export type Change =
  | { readonly kind: "server-gone"; readonly name: string; readonly day: string }
  | {
      readonly kind: "compaction";
      readonly client: string;
      /** Shares of the window at which the client compacts. */
      readonly before: number;
      readonly since: number;
      readonly day: string;
    };

type Session = Pick<LibraryRow, "client" | "started_at" | "trigger_fraction">;

/** With fewer sessions on one side, the logs do not show a habit. */
const FEWEST = 3;
/** A client's compactions vary a little; a smaller step does not count as a change of setting. */
const LEAST_STEP = 0.1;

/** The newest change with enough sessions before and after it; null if the logs show none. */
export function newestChange(sessions: readonly Session[], spenders: readonly LibrarySpendRow[]): Change | null {
  const days = sessions.flatMap(({ started_at }) => dayOf(started_at) ?? []);
  const gone = spenders
    .filter(({ group, sessions: count }) => group === "mcp-server" && count >= FEWEST)
    .flatMap((row): Change[] => {
      const day = goneSince(row, spenders);
      return day === null ? [] : [{ kind: "server-gone", name: row.name, day }];
    })
    .filter(({ day }) => days.filter((other) => other >= day).length >= FEWEST);
  const clients = new Set(sessions.flatMap(({ client }) => client ?? []));
  const compactions = [...clients].flatMap((client) => compactionChange(client, sessions) ?? []);
  return [...gone, ...compactions].sort((one, other) => other.day.localeCompare(one.day))[0] ?? null;
}

/** The newest jump in a client's compaction point. */
function compactionChange(client: string, sessions: readonly Session[]): Change | null {
  const points = sessions
    .flatMap(({ client: own, started_at, trigger_fraction: at }) => {
      const day = dayOf(started_at);
      return own !== client || day === null || at === null ? [] : [{ day, at }];
    })
    .sort((one, other) => other.day.localeCompare(one.day));
  const since = points[0]?.at ?? 0;
  const until = points.findIndex(({ at }) => Math.abs(at - since) >= LEAST_STEP);
  const day = points[until - 1]?.day;
  if (until < FEWEST || points.length - until < FEWEST || day === undefined) return null;
  return { kind: "compaction", client, before: points[until]?.at ?? 0, since, day };
}

const dayOf = (startedAt: string | null): string | null => startedAt?.slice(0, 10) ?? null;

/** What changed, in a sentence. */
export function changeSentence(change: Change, say: Say = english): string {
  const day = formatDay(change.day, "day", say);
  if (change.kind === "server-gone")
    return say("No session has included the MCP server {name} since {day}.", { day, name: change.name });
  return say("Since {day}, {client} has compacted at {since} of the window; before that, at {before}.", {
    day,
    client: nameClient(change.client),
    since: formatShare(change.since),
    before: formatShare(change.before),
  });
}

/**
 * The comparison that shows whether the change helped. Tasks differ before and after, so the groups are
 * compared as a whole.
 */
export const choiceOfChange = (change: Change): FirstChoice => ({
  date: change.day,
  client: change.kind === "compaction" ? change.client : "",
  pair: "none",
});
