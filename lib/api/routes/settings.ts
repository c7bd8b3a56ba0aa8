import {
  clientModelBody,
  settingsAnswer,
  settingsPatch,
  settingsTestAnswer,
  settingsTestBody,
} from "../schemas/settings";
import type { RouteTable } from "./route";

export const SETTINGS = {
  "GET /api/settings": {
    summary: "The reader's settings, the configured models, and where data are stored.",
    answers: { 200: settingsAnswer },
  },
  "PATCH /api/settings": {
    summary: "Change settings; the others stay.",
    body: settingsPatch,
    answers: { 200: settingsAnswer },
  },
  "PUT /api/settings/clients": {
    summary: "Set the model for a client whose logs do not name it; its sessions are re-read.",
    body: clientModelBody,
    answers: { 200: settingsAnswer },
  },
  "POST /api/settings/test": {
    summary: "Ask the model for summaries, or the judge, one short question, to check its configuration.",
    body: settingsTestBody,
    answers: { 200: settingsTestAnswer },
  },
} as const satisfies RouteTable;
