import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerLibrarySpend } from "@/lib/server/sessions/list-query";

export const dynamic = "force-dynamic";

/** Who spent the tokens and the money of the sessions that pass the filters. */
export const GET = guard(async (request) => Response.json(await answerLibrarySpend(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
