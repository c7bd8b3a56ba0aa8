import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { backupNow } from "@/lib/server/repair/repair";

export const dynamic = "force-dynamic";

/** Backs up the database: answers 201 with name, bytes and created_at. The newest five backups are kept. */
export const POST = guard(async () => Response.json(await backupNow(), { status: 201 }));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
