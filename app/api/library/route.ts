import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { toldState } from "@/lib/server/repair/repair";

export const dynamic = "force-dynamic";

/** The state of the database, imported files missing from the library, and backups. */
export const GET = guard(async () => Response.json(toldState()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
