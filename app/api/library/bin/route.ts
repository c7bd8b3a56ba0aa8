import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerBin } from "@/lib/server/sessions/list-query";

export const dynamic = "force-dynamic";

/** What is in the bin and when it is deleted for good, a page at a time. */
export const GET = guard(async (request) => Response.json(await answerBin(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
