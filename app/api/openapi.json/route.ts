import { apiDocument } from "@/lib/server/answers/api-document";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

export const GET = guard(async () => Response.json(apiDocument()), { isTagged: true });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
