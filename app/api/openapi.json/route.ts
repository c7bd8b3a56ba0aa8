import { apiDocument } from "@/lib/server/api-document";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** This API as an OpenAPI 3.1 document. */
export const GET = guard(async () => Response.json(apiDocument()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
