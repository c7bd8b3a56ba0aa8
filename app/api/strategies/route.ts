import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { listStrategies } from "@/lib/server/strategy-list";

export const dynamic = "force-dynamic";

export const GET = guard(async () => Response.json({ strategies: listStrategies() }));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
