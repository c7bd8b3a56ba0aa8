import { guard } from "@/lib/server/guard";
import { listModels } from "@/lib/server/model-list";

export const dynamic = "force-dynamic";

/** The model data in use, each figure with source and date. */
export const GET = guard(async () => Response.json({ models: listModels() }));
