import { answerSettingsPatch, settingsState } from "@/lib/server/answers/settings-answer";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 64 * 1024;

/** The reader's settings, and the server's configuration. */
export const GET = guard(async () => Response.json(await settingsState()));

export const PATCH = guard(
  async (request) => Response.json(await answerSettingsPatch(await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { POST, PUT, DELETE, OPTIONS } = refuseOtherMethods("GET", "PATCH");
