import * as z from "zod";
import { libraryPlaces, libraryQuery, listedSession } from "../../api/schemas/library-list";
import { itemsWithin } from "../bounds";
import { type Desk, defineTool } from "../tool";

const MAX_SESSIONS = 50;
/** Characters for the sessions of one answer; search matches are not included. */
const SESSION_CHARACTERS = 40_000;

const row = listedSession.pick({
  id: true,
  title: true,
  client: true,
  project: true,
  models: true,
  started_at: true,
  requests: true,
  window_tokens: true,
  peak_tokens: true,
  cost: true,
  cache_read_share: true,
  cache_breaks: true,
  lost_cost: true,
  lost: true,
  compactions: true,
});
const place = libraryPlaces.shape.places.element.pick({
  id: true,
  messages: true,
  agent: true,
  request: true,
  text: true,
});

export const searchSessions = defineTool({
  name: "search_sessions",
  title: "Search sessions",
  description:
    "Finds recorded sessions of coding agents and chats in Winnow's library by words of their transcripts, client, model, project or day; returns the matches' positions and each session's cost.",
  input: z.strictObject({
    q: libraryQuery.q,
    in: libraryQuery.in,
    has: libraryQuery.has,
    client: libraryQuery.client,
    model: libraryQuery.model,
    project: libraryQuery.project,
    from: libraryQuery.from,
    to: libraryQuery.to,
    sort: libraryQuery.sort,
    dir: libraryQuery.dir,
    offset: libraryQuery.offset,
    limit: z.int().min(1).max(MAX_SESSIONS).default(10).describe("Maximum sessions in the answer."),
  }),
  output: z.object({
    sessions: z.array(row),
    places: z.array(place).describe("Positions of the words in the answer's sessions."),
    found: z.int().describe("Sessions that match all filters."),
    total: z.int().describe("Sessions of the library."),
    next_offset: z.int().nullable().describe("For `offset` of the next page; null at the end."),
  }),
  askForLess: "use a smaller limit",
  run: async (query, { call }) => {
    const wanted = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value ?? null]));
    const list = await call("GET /api/library/sessions", { query: wanted });
    const sessions = itemsWithin(
      list.sessions.map((entry) => row.strip().parse(entry)),
      SESSION_CHARACTERS,
    );
    const next = query.offset + sessions.length;
    return {
      sessions: [...sessions],
      places: await placesOf(query, sessions, call),
      found: list.found,
      total: list.total,
      next_offset: next < list.found ? next : null,
    };
  },
});

type Places = z.output<typeof place>[];

/** At most fifty sessions, because the route accepts no more. */
async function placesOf(
  { q = "", in: where }: { readonly q?: string | undefined; readonly in: string },
  sessions: readonly { readonly id: string }[],
  call: Desk["call"],
): Promise<Places> {
  if (q.trim() === "" || where === "titles" || sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id).join(",");
  const { places } = await call("GET /api/library/places", { query: { q, sessions: ids } });
  return places.map((entry) => place.strip().parse(entry));
}
