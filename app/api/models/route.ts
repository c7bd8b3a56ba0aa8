import { guard } from "@/lib/server/guard";
import { listModels } from "@/lib/server/model-list";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** The model data in use, each figure with source and date. */
export const GET = guard(async () => Response.json(listModels()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
