import { guard } from "@/lib/server/guard";
import { listBin } from "@/lib/server/library/bin";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** What is in the bin and when it is deleted for good. */
export const GET = guard(async () => Response.json(await listBin()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
