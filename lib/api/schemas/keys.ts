import * as z from "zod";
import { SCOPES } from "../caller";
import { type Answer, named, time } from "./fields";

const scopes = z
  .array(z.enum(SCOPES))
  .min(1)
  .max(SCOPES.length)
  .describe(
    "`read`: sessions and what is computed from them; `import`: add sessions and see their progress; `compress`: bodies sent by the caller; `admin`: everything.",
  );
const name = z.string().trim().min(1).max(100).describe("The key's purpose.");

const project = z.string().min(1).max(100).nullable();

/** Body of POST /api/keys. */
export const keyBody = z.strictObject({
  name,
  scopes,
  project: project
    .default(null)
    .describe("The id of the key's only project; `admin` then covers this project alone. null: all projects."),
});

const fields = {
  id: z.string().describe("The id of the key, which is not secret."),
  name,
  hint: z.string().describe("The first characters of the key."),
  scopes,
  project: project.describe("The id of its only project; null: all."),
  created_at: time("When it was made."),
  last_used_at: time("The last use, to the minute.").nullable().describe("null: never. ISO 8601."),
  revoked_at: time("When it was revoked.").nullable().describe("null: it is in use. ISO 8601."),
};
const apiKey = named("ApiKey", "A key, without its secret.", fields);
export type ApiKeyJson = Answer<typeof apiKey>;

/** The answer to GET /api/keys. */
export const keyList = named("ApiKeyList", "The keys of this server, newest first.", {
  keys: z.array(apiKey),
  required: z.boolean().describe("Whether a key is required, because the server is reachable beyond loopback."),
});
export type KeyList = Answer<typeof keyList>;

/** The answer to POST /api/keys. */
export const newKey = named("NewApiKey", "A new key: only this answer shows it.", {
  ...fields,
  key: z.string().describe("Shown only here and not stored."),
});

/** Body of POST /api/sign-in. */
export const signInBody = z.strictObject({ key: z.string().min(1).max(200).describe("A key with the scope `read`.") });
