import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { runningRecordings } from "@/lib/server/follow/running-recordings";

export const dynamic = "force-dynamic";

/** Running recordings on this machine. */
export const GET = guard(async () => Response.json({ recordings: runningRecordings() }));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
