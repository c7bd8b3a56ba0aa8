import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerLibraryList } from "@/lib/server/sessions/list-query";

export const dynamic = "force-dynamic";

/** A page of the library, sorted, filtered and searched. */
export const GET = guard(async (request) => Response.json(await answerLibraryList(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
