import * as z from "zod";
import { LIBRARY_FILTERS, LIBRARY_HAS, LIBRARY_SORTS } from "../library-keys";
import { PAGE_LIMITS } from "../page-limits";
import { type Answer, count, named } from "./fields";
import { copyOf, libraryEntry } from "./session";

const day = (description: string) => z.iso.date().optional().describe(description);
const value = (description: string) => z.string().max(1_000).optional().describe(description);

/** The filters of the library: the query of GET /api/library/spend. */
export const libraryFilters = {
  q: value("Words to find; all must occur."),
  in: z
    .enum(["transcripts", "titles"])
    .default("transcripts")
    .describe(
      "`transcripts`: all words in one message, or in the title; `titles`: in title, client, models, tags, project or file name.",
    ),
  has: value(`Any of ${LIBRARY_HAS.join(", ")}, separated by commas; all must hold.`),
  client: value("The client's usual name, as in the facets."),
  model: value("One of the session's models."),
  project: value("The project's folder."),
  tag: value("A tag; empty for sessions without one."),
  from: day("The earliest day of the start, UTC."),
  to: day("The latest day of the start, UTC."),
} as const;

/** The query of GET /api/library/sessions. */
export const libraryQuery = {
  offset: z.int().min(0).default(0).describe("Sessions to skip."),
  limit: z.int().min(1).max(PAGE_LIMITS.sessions).default(100).describe("Sessions on the page."),
  sort: z.enum(LIBRARY_SORTS).default("started"),
  dir: z.enum(["asc", "desc"]).default("desc").describe("Unknown values come last in both directions."),
  ...libraryFilters,
} as const;

export const listedSession = named("ListedSession", "One session of the list.", {
  ...libraryEntry.shape,
  differs: z.string().nullable().describe("Its difference to sessions with the same title; null if no other has it."),
  copy_of: copyOf,
});
export type ListedSession = Answer<typeof listedSession>;

const facet = z
  .array(z.strictObject({ value: z.string(), count: count("Sessions of the whole library that have it.") }))
  .describe("Most frequent first.");

/** The answer to GET /api/library/sessions. */
export const libraryList = named("LibraryList", "A page of the library, sorted and filtered.", {
  sessions: z.array(listedSession),
  total: count("Sessions of the library, without those in the bin."),
  found: count("Sessions that match all filters; for very many, the number counted."),
  found_is_floor: z.boolean().describe("Whether more match than were counted."),
  hides: z
    .partialRecord(z.enum(LIBRARY_FILTERS), count("Sessions that only this filter hides."))
    .describe(
      "Each active filter by its parameter's name; values of `has` separately. A search with very many matches is left out.",
    ),
  facets: z
    .strictObject({ client: facet, model: facet, project: facet, tag: facet })
    .describe("Values to filter by; the tag `` means sessions without one."),
  unindexed: count("Sessions whose transcripts are not searchable yet."),
  binned: count("Sessions in the bin."),
});
export type LibraryList = Answer<typeof libraryList>;

/** The query of GET /api/library/places. */
export const placesQuery = {
  q: z.string().max(1_000).describe("The search words."),
  sessions: z.string().max(20_000).describe("Ids of sessions, separated by commas; at most 50."),
} as const;

/** The answer to GET /api/library/places. */
export const libraryPlaces = named("LibraryPlaces", "The matches of a search.", {
  places: z.array(
    z.strictObject({
      id: z.string().describe("The session."),
      messages: count("Messages with all the words."),
      agent: z.string().describe("The agent of the first match."),
      request: z.int().min(0).nullable().describe("Its request, counted within the agent from 0; null if unknown."),
      part_id: z.string().nullable().describe("The matching part; null if the words are spread over several."),
      kind: z.string().describe("The kind of that part, as in GET …/messages."),
      text: z.string().describe("The passage around the first word."),
      hits: z.array(z.tuple([z.int(), z.int()])).describe("Positions of the words in `text`: from, to."),
    }),
  ),
});
export type LibraryPlaces = Answer<typeof libraryPlaces>;

const ids = z.array(z.string().min(1).max(128)).min(1).max(1_000).describe("Ids of sessions.");
const tags = z.array(z.string().trim().min(1).max(60)).max(50).default([]).describe("Tags, compared exactly.");

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
      .describe("Your own title; null or empty: the log's title again. Only for one session."),
    add_tags: tags,
    remove_tags: tags,
    binned: z
      .boolean()
      .optional()
      .describe("true: into the bin, from which it can be restored (false) until it is deleted for good."),
  })
  .refine(({ sessions, title }) => title === undefined || sessions.length === 1, {
    error: "a title can be set for one session only",
    path: ["title"],
  })
  .meta({ id: "LibraryChangeBody", description: "Rename, tag, bin or restore." });
export type LibraryChangeBody = z.output<typeof libraryChangeBody>;

/** The answer to POST /api/library/changes. */
export const libraryChangeAnswer = named("LibraryChangeAnswer", "What was changed.", {
  sessions: count("Sessions that were changed."),
  kept_days: z.int().min(0).describe("Days that sessions stay in the bin."),
});

/** The query of GET /api/library/bin. */
export const binQuery = {
  offset: z.int().min(0).default(0).describe("Sessions to skip."),
  limit: z.int().min(1).max(1_000).default(1_000).describe("Sessions on the page."),
} as const;

/** The answer to GET /api/library/bin. */
export const libraryBin = named("LibraryBin", "A page of the bin, newest first.", {
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
