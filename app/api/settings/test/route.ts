import { answerSettingsTest } from "@/lib/server/answers/settings-answer";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 64 * 1024;

/** Asks a model one short question. */
export const POST = guard(
  async (request) => Response.json(await answerSettingsTest(await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
