import type { RouteKeyOf } from "../../api/routes";
import { answerClientModel, answerSettingsPatch, answerSettingsTest, settingsState } from "../answers/settings-answer";
import type { Handlers } from "./handlers";

const maxBody = 64 * 1024;

export const handlers: Handlers<RouteKeyOf<"settings">> = {
  "GET /api/settings": () => settingsState(),
  "PATCH /api/settings": { maxBody, run: async ({ json }) => answerSettingsPatch(await json()) },
  "PUT /api/settings/clients": { maxBody, run: async ({ json }) => answerClientModel(await json()) },
  "POST /api/settings/test": { maxBody, run: async ({ json }) => answerSettingsTest(await json()) },
};
