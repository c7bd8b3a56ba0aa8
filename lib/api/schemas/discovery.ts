import * as z from "zod";
import { PAGE_LIMITS } from "../page-limits";
import { type Answer, bytes, count, named, time } from "./fields";

/** Body of POST /api/discover/import. */
export const discoverImportBody = z
  .strictObject({
    root: z.string().max(100).describe("`id` of a folder from GET /api/discover."),
    paths: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(PAGE_LIMITS.foundFiles)
      .describe("Its files, by their names in the list."),
  })
  .meta({ id: "DiscoverImportBody" });

const foundFile = named("FoundFile", "A transcript on this machine, not opened yet.", {
  path: z.string().describe("Relative to the folder."),
  bytes: bytes("The main file; the folder's sum includes its companions."),
  modified_at: time("The last write."),
  companions: count("Other files that belong to it, judging by their names."),
  log_bytes: bytes("Size of a database's log, which grows while the database keeps its size; 0 for every other file."),
  imported: z.boolean().describe("Whether the library has a file with this name and size."),
});

const foundRoot = named("FoundRoot", "A folder with transcripts of one client.", {
  id: z.string(),
  title: z.string().describe("The client."),
  place: z.string().describe("The folder in readable form."),
  format: z.string().describe("The format of its files."),
  sessions: count("The listed transcripts."),
  bytes: bytes("All files together."),
  truncated: z.boolean().describe("True if there are more files than listed."),
  files: z.array(foundFile).describe("Newest first."),
});
export type FoundRoot = Answer<typeof foundRoot>;

/** The answer to GET /api/discover. */
export const discoverAnswer = named("DiscoverAnswer", "Transcripts found on this machine: names, counts and sizes.", {
  roots: z.array(foundRoot),
});

/** Body of PUT /api/follow. */
export const followBody = z
  .strictObject({
    root: z.string().max(100).describe("`id` of a folder from GET /api/discover."),
    on: z.boolean().describe("Whether to import its new and growing files automatically."),
  })
  .meta({ id: "FollowBody" });

const followedRoot = named("FollowedRoot", "A followed folder.", {
  id: z.string(),
  since: time("Files written to since then are imported."),
  live: count("Sessions written to in the last two minutes."),
  failures: z
    .array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() }))
    .describe("Files that could not be imported."),
});
export type FollowedRoot = Answer<typeof followedRoot>;

/** The answer to GET and PUT /api/follow. */
export const followAnswer = named("FollowAnswer", "The followed folders.", {
  changes: count("A number that changes with the library."),
  roots: z.array(followedRoot),
});
export type FollowAnswer = Answer<typeof followAnswer>;
