import * as z from "zod";
import { type Answer, named, tokens } from "./fields";

const origin = {
  version: z.string().describe("The client's version that was read."),
  place: z.string().describe("File, form or code into which it is typed."),
  source: z.string().describe("Where it was read."),
  read_on: z.string().describe("The day on which it was read."),
};

const clientSetting = named("ClientSetting", "What to type into one client so that it does what a policy does.", {
  client: z.string().describe("The id of the client."),
  title: z.string().describe("Its name."),
  text: z.string().nullable().describe("What to type; null if the client has no such setting."),
  fires_at: tokens("The prompt size at which it then runs, never above the trigger.")
    .nullable()
    .describe("null: the client chooses the moment."),
  note: z.string().nullable().describe("What the setting leaves open, or why there is none."),
  ...origin,
});
export type ClientSettingAnswer = Answer<typeof clientSetting>;

/** The answer of GET /api/client-settings. */
export const clientSettings = named("ClientSettings", "What to type into each client for one policy.", {
  settings: z
    .array(clientSetting)
    .describe("The client that was asked for first, then those with a setting, then the others."),
});
export type ClientSettingsAnswer = Answer<typeof clientSettings>;
