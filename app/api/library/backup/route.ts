import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { backupNow } from "@/lib/server/repair";

export const dynamic = "force-dynamic";

/** 201 with the copy of the database that was made: name, bytes, created_at. The newest five are kept. */
export const POST = guard(async () => Response.json(await backupNow(), { status: 201 }));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
