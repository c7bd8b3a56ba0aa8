import { answerClientModel } from "@/lib/server/answers/settings-answer";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 64 * 1024;

/** Sets the model for a client's logs. */
export const PUT = guard(
  async (request) => Response.json(await answerClientModel(await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { GET, POST, PATCH, DELETE, OPTIONS } = refuseOtherMethods("PUT");
