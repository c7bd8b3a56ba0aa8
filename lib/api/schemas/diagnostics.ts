import * as z from "zod";
import { type Answer, named } from "./fields";
import { readiness } from "./library";

const count = z.int().min(0);

/** The answer of GET /api/diagnostics. */
export const diagnostics = named(
  "Diagnostics",
  "What helps to find a fault, without anything of a transcript, a path, a name or a key.",
  {
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
    variables: z.array(z.string()).describe("Names of the settings that the environment holds; never their values."),
    readiness,
    database: z.strictObject({
      kind: z.enum(["embedded", "postgres"]),
      state: z.enum(["ok", "damaged", "unknown"]),
      migrations: count,
      rows: z.record(z.string(), count).describe("Rows by table."),
    }),
    formats: z.record(z.string(), count).describe("Sessions by the format that they were read from."),
    folders: z
      .record(z.string(), z.strictObject({ files: count, bytes: count }))
      .describe("What is in each folder of the data directory; only folders of Winnow's own names."),
    jobs: z.record(z.string(), count).describe("Jobs by kind and state."),
    calls: z.record(z.string(), count).describe("Answered calls since the start, by route and status."),
    model_calls_today: count.nullable().describe("Null: the database, which counts them, does not say."),
  },
);
export type Diagnostics = Answer<typeof diagnostics>;
