import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerBin } from "@/lib/server/sessions/list-query";

export const dynamic = "force-dynamic";

/** The bin with deletion dates, a page at a time. */
export const GET = guard(async (request) => Response.json(await answerBin(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
