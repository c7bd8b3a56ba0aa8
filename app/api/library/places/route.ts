import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerPlaces } from "@/lib/server/sessions/list-query";

export const dynamic = "force-dynamic";

/** Positions of search words in some sessions. */
export const GET = guard(async (request) => Response.json(await answerPlaces(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
