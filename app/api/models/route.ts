import { listModels } from "@/lib/server/answers/model-list";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** The model data in use, each figure with source and date. */
export const GET = guard(async () => Response.json(listModels()), { isTagged: true });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
