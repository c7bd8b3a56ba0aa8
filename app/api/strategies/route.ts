import { listStrategies } from "@/lib/server/answers/strategy-list";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

export const GET = guard(async () => Response.json({ strategies: listStrategies() }), { isTagged: true });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
