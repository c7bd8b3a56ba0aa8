import * as z from "zod";
import { type Answer, named, tokens } from "./fields";

const origin = {
  version: z.string().describe("The client version of the source."),
  place: z.string().describe("The file, form or code to edit."),
  source: z.string().describe("The source."),
  read_on: z.string().describe("The date of the source."),
};

const clientSetting = named("ClientSetting", "A setting for one client that matches a policy.", {
  client: z.string().describe("The id of the client."),
  title: z.string().describe("Its name."),
  text: z.string().nullable().describe("The setting; null if the client has none."),
  fires_at: tokens("The prompt size at which it then runs, never above the trigger.")
    .nullable()
    .describe("null: the client chooses the moment."),
  note: z.string().nullable().describe("Limits of the setting, or why there is none."),
  ...origin,
});
export type ClientSettingAnswer = Answer<typeof clientSetting>;

/** The answer to GET /api/client-settings. */
export const clientSettings = named("ClientSettings", "Settings for each client that match one policy.", {
  settings: z
    .array(clientSetting)
    .describe("The requested client first, then clients with a setting, then the others."),
});
export type ClientSettingsAnswer = Answer<typeof clientSettings>;
