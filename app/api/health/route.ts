import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Liveness: only that the process answers. */
export const GET = guard(async () => Response.json({ status: "ok" }), { isUnlimited: true });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
