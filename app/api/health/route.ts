import { guard } from "@/lib/server/guard";

export const dynamic = "force-dynamic";

/** Liveness: the process answers. Touches nothing. */
export const GET = guard(async () => Response.json({ status: "ok" }));
