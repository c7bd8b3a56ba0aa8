import { guard } from "@/lib/server/guard";
import { answerLibraryList } from "@/lib/server/library/list-query";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** A page of the library, sorted, filtered and searched. */
export const GET = guard(async (request) => Response.json(await answerLibraryList(new URL(request.url))));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
