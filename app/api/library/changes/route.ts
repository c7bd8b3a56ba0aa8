import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerLibraryChange } from "@/lib/server/library/change-sessions";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 512 * 1024;

/** Renames, tags, bins and restores sessions. */
export const POST = guard(
  async (request) => Response.json(await answerLibraryChange(await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
