import { guard } from "@/lib/server/guard";
import { listStrategies } from "@/lib/server/strategy-list";

export const dynamic = "force-dynamic";

export const GET = guard(async () => Response.json({ strategies: listStrategies() }));
