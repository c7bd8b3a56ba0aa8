import * as z from "zod";
import { PAGE_LIMITS } from "../page-limits";
import { type Answer, count, named } from "./fields";
import { libraryEntry } from "./session";

/** The sort keys of the library: the columns of its table, in order. */
export const LIBRARY_SORTS = [
  "title",
  "model",
  "started",
  "duration",
  "requests",
  "peak",
  "in",
  "out",
  "read",
  "cost",
  "lost",
  "compactions",
  "breaks",
  "agents",
] as const;
export type LibraryColumn = (typeof LIBRARY_SORTS)[number];
export type Direction = "asc" | "desc";

/** Features by which sessions are filtered. */
export const LIBRARY_HAS = ["compaction", "break", "error", "copy"] as const;
export type LibraryFlag = (typeof LIBRARY_HAS)[number];

const day = (description: string) => z.iso.date().optional().describe(description);
const value = (description: string) => z.string().max(1_000).optional().describe(description);

/** The query of GET /api/library/sessions. */
export const libraryQuery = {
  offset: z.int().min(0).default(0).describe("Sessions to skip."),
  limit: z.int().min(1).max(PAGE_LIMITS.sessions).default(100).describe("Sessions on the page."),
  sort: z.enum(LIBRARY_SORTS).default("started"),
  dir: z.enum(["asc", "desc"]).default("desc").describe("Unknown values are last in both directions."),
  q: value("Words to find; all must occur."),
  in: z
    .enum(["transcripts", "titles"])
    .default("transcripts")
    .describe(
      "`transcripts`: all words in one message, or in the title; `titles`: in title, client, models, tags, project or file name.",
    ),
  has: value(`Any of ${LIBRARY_HAS.join(", ")}, separated by commas; all must hold.`),
  client: value("The client's usual name, as the facets list it."),
  model: value("One of the session's models."),
  project: value("The project's folder."),
  tag: value("A tag; empty for sessions without one."),
  from: day("The first day of the start, UTC."),
  to: day("The last day of the start, UTC."),
} as const;

export const listedSession = named("ListedSession", "One session of the list.", {
  ...libraryEntry.shape,
  differs: z.string().nullable().describe("What tells it from sessions of the same title; null if none has it."),
  copy_of: z
    .string()
    .nullable()
    .describe("The session that it seems to be a copy of: same title, client and start. Null: of none."),
});
export type ListedSession = Answer<typeof listedSession>;

const facet = z
  .array(z.strictObject({ value: z.string(), count: count("Sessions of the whole library that have it.") }))
  .describe("Most frequent first.");

/** The answer of GET /api/library/sessions. */
export const libraryList = named("LibraryList", "A page of the library, sorted and filtered.", {
  sessions: z.array(listedSession),
  total: count("Sessions of the library, without those in the bin."),
  found: count("Sessions that pass all filters; of very many, those that were counted."),
  found_is_floor: z.boolean().describe("Whether more pass than were counted."),
  hides: z
    .record(z.string(), count("Sessions that it alone hides."))
    .describe(
      "Each active filter by its parameter's name; values of `has` by themselves. A search that hits very many is left out.",
    ),
  facets: z
    .strictObject({ client: facet, model: facet, project: facet, tag: facet })
    .describe("Values to filter by; the tag `` stands for sessions without one."),
  unindexed: count("Sessions whose transcripts are not searchable yet."),
  binned: count("Sessions in the bin."),
});
export type LibraryList = Answer<typeof libraryList>;

/** The query of GET /api/library/places. */
export const placesQuery = {
  q: z.string().max(1_000).describe("The words that were searched for."),
  sessions: z.string().max(20_000).describe("Ids of sessions, separated by commas; at most 50."),
} as const;

/** The answer of GET /api/library/places. */
export const libraryPlaces = named("LibraryPlaces", "Where a search found something.", {
  places: z.array(
    z.strictObject({
      id: z.string().describe("The session."),
      messages: count("Messages that have all the words."),
      agent: z.string().describe("Whose message the first of them is."),
      request: z
        .int()
        .min(0)
        .nullable()
        .describe("The request that it belongs to, counted within the agent from 0; null if none is known."),
      part_id: z.string().nullable().describe("The part with the hit; null if the words are spread over several."),
      kind: z.string().describe("The kind of that part, in the words of GET …/messages."),
      text: z.string().describe("The piece around the first word."),
      hits: z.array(z.tuple([z.int(), z.int()])).describe("Where the words stand in `text`: from, to."),
    }),
  ),
});
export type LibraryPlaces = Answer<typeof libraryPlaces>;

const ids = z.array(z.string().min(1).max(128)).min(1).max(1_000).describe("Ids of sessions.");
const tags = z.array(z.string().trim().min(1).max(60)).max(50).default([]).describe("Tags, compared letter by letter.");

/** Body of POST /api/library/changes. */
export const libraryChangeBody = z
  .strictObject({
    sessions: ids,
    title: z
      .string()
      .trim()
      .max(500)
      .nullable()
      .optional()
      .describe("A title of your own; null or empty: the log's own title again. Only for one session."),
    add_tags: tags,
    remove_tags: tags,
    binned: z
      .boolean()
      .optional()
      .describe("True: into the bin, from which it can be taken back (false) until it is deleted for good."),
  })
  .refine(({ sessions, title }) => title === undefined || sessions.length === 1, {
    error: "a title is for one session",
    path: ["title"],
  })
  .meta({ id: "LibraryChangeBody", description: "Rename, tag, put into the bin or take back." });
export type LibraryChangeBody = z.output<typeof libraryChangeBody>;

/** The answer of POST /api/library/changes. */
export const libraryChangeAnswer = named("LibraryChangeAnswer", "What was changed.", {
  sessions: count("Sessions that were changed."),
  kept_days: z.int().min(0).describe("Days that sessions stay in the bin."),
});

/** The query of GET /api/library/bin. */
export const binQuery = {
  offset: z.int().min(0).default(0).describe("Sessions to skip."),
  limit: z.int().min(1).max(1_000).default(1_000).describe("Sessions on the page."),
} as const;

/** The answer of GET /api/library/bin. */
export const libraryBin = named("LibraryBin", "A page of what is in the bin, newest first.", {
  sessions: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      bytes: z.int().min(0).describe("The imported file, in bytes."),
      deleted_at: z.string().describe("ISO 8601."),
      leaves_at: z.string().describe("When it is deleted for good. ISO 8601."),
    }),
  ),
  total: count("Sessions in the bin, on all pages."),
  kept_days: z.int().min(0).describe("Days that sessions stay in the bin."),
});
export type LibraryBin = Answer<typeof libraryBin>;
