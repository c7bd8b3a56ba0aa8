import * as z from "zod";
import { type Answer, named } from "./fields";
import { readiness } from "./library";

const count = z.int().min(0);

/** The answer to GET /api/diagnostics. */
export const diagnostics = named("Diagnostics", "Diagnostics without transcript content, paths, names or keys.", {
  version: z.string(),
  at: z.string().describe("ISO 8601."),
  system: z.strictObject({
    node: z.string(),
    platform: z.string(),
    cpus: count,
    memory_bytes: count,
    resident_bytes: count.describe("Of the server."),
    uptime_seconds: count.describe("Of the server."),
  }),
  variables: z.array(z.string()).describe("Names of settings in the environment; never their values."),
  readiness,
  database: z.strictObject({
    kind: z.enum(["embedded", "postgres"]),
    state: z.enum(["ok", "damaged", "unknown"]),
    migrations: count,
    rows: z.record(z.string(), count).describe("Rows by table."),
  }),
  formats: z.record(z.string(), count).describe("Sessions by format."),
  folders: z
    .record(z.string(), z.strictObject({ files: count, bytes: count }))
    .describe("Contents of each folder of the data directory; only folders with Winnow's own names."),
  jobs: z.record(z.string(), count).describe("Jobs by kind and state."),
  calls: z.record(z.string(), count).describe("Answered calls since the start, by route and status."),
  model_calls_today: count.nullable().describe("null: the database, which stores the count, is not responding."),
});
export type Diagnostics = Answer<typeof diagnostics>;
