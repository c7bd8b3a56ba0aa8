import * as z from "zod";
import { type Answer, bytes, count, milliseconds, named, tokens } from "./fields";

const modelName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^/\s]+\/\S+$/, "provider/model, such as anthropic/claude-haiku-4-5")
  .nullable();

/** The reader's settings. All have defaults. */
export const settingValues = {
  theme: z.enum(["system", "dark", "light"]).describe("The theme of a browser that has chosen none itself."),
  contrast: z.enum(["system", "more"]).describe("`more`: Maximum contrast, no tinted backgrounds."),
  language: z
    .enum(["system", "en", "zh"])
    .describe("The language of the interface; `system`: the first that the browser asks for. The API is English."),
  summary_model: modelName.describe(
    "Who writes summaries, as provider/model; null: WINNOW_SUMMARY_MODEL, else a rule.",
  ),
  judge_model: modelName.describe("Who judges, as provider/model; null: WINNOW_JUDGE_MODEL, else nobody."),
  judge_answer_model: modelName.describe(
    "Who answers the judge's questions; null: WINNOW_JUDGE_ANSWER_MODEL, else the judge.",
  ),
  summary_prompts: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(80).describe("The reader's name for it."),
        strategy: z.string().max(100).describe("The strategy whose task text it replaces."),
        prompt: z
          .string()
          .trim()
          .min(1)
          .max(8_000)
          .describe("The task text, for the parameter `prompt` of the strategy."),
      }),
    )
    .max(50)
    .describe("Your own prompts for summaries, each as a variant of a strategy."),
  price_per_lost_fact: z
    .number()
    .min(0)
    .max(1_000)
    .nullable()
    .describe("The price of a lost fact, in US dollars; null: derived from the logged fetches."),
  redact_exports: z.enum(["off", "mask", "drop"]).describe("The default treatment of secrets in exports."),
  bin_days: z.int().min(1).max(365).describe("Days that a deleted session stays in the bin."),
  audit_days: z.int().min(1).max(3_650).describe("Days to keep an entry of the audit log."),
} as const;

const settings = named("Settings", "The reader's choices.", settingValues);
export type Settings = Answer<typeof settings>;
export type OwnPrompt = Settings["summary_prompts"][number];

/** Body of PATCH /api/settings: the settings to change. */
export const settingsPatch = z.strictObject(settingValues).partial().meta({
  id: "SettingsPatch",
  description: "Settings to change; the others stay.",
});
export type SettingsPatch = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

const setUp = z.strictObject({
  model: z.string().nullable().describe("The model to call, as provider/model; null: none."),
  source: z.enum(["settings", "environment", "none"]).describe("Where the model is set."),
  missing: z.string().nullable().describe("The missing variable that its provider needs; null: none."),
});

/** The answer to GET and PATCH /api/settings. */
export const settingsAnswer = named("SettingsAnswer", "The reader's settings, and the server's configuration.", {
  settings,
  summary: setUp.describe("The model that writes summaries."),
  judge: setUp.describe("The model that judges."),
  client_models: z
    .array(
      z.strictObject({
        client: z.string().describe("The client's id, or the format's if the log names no client."),
        model: z.string().nullable().describe("The model of answers that name none; null: not set."),
        window: tokens("The context window.").nullable(),
        sessions: count("Sessions of it in the library."),
      }),
    )
    .describe("Models set for clients whose logs do not name theirs."),
  data: z
    .strictObject({
      directory: z.string().nullable().describe("The data directory; null for callers who are not admins."),
      database: z.enum(["embedded", "postgres"]),
      sessions: count("Sessions, including the bin."),
      bytes: bytes("Total size of the imported files."),
      index_messages: count("Messages in the search index."),
    })
    .describe("Where data are stored."),
});
export type SettingsAnswer = Answer<typeof settingsAnswer>;

/** Body of PUT /api/settings/clients. */
export const clientModelBody = z
  .strictObject({
    client: z.string().min(1).max(200).describe("A client from GET /api/settings or the library."),
    model: z.string().trim().min(1).max(300).nullable().describe("The model; null removes it."),
  })
  .meta({ id: "ClientModelBody", description: "The model of a client's logs that do not name it." });

/** Body of POST /api/settings/test. */
export const settingsTestBody = z
  .strictObject({ role: z.enum(["summary", "judge"]).describe("Which model to ask.") })
  .meta({ id: "SettingsTestBody", description: "Asks the model one short question." });

/** The answer to POST /api/settings/test. */
export const settingsTestAnswer = named("SettingsTestAnswer", "A model's answer to one short question.", {
  works: z.boolean(),
  model: z.string().describe("The model called, as provider/model."),
  message: z.string().describe("Its answer, or why there is none."),
  time: milliseconds("How long it took."),
  input_tokens: tokens("As the provider reports.").nullable(),
  output_tokens: tokens("As the provider reports.").nullable(),
});
