import { guard } from "@/lib/server/guard";
import { answerPlaces } from "@/lib/server/library/list-query";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Where the words of a search stand in some sessions. */
export const GET = guard(async (request) => Response.json(await answerPlaces(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
