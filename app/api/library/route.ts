import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { toldState } from "@/lib/server/repair/repair";

export const dynamic = "force-dynamic";

/** Tells whether the database is intact, which imported files the library does not show, and which copies there are. */
export const GET = guard(async () => Response.json(toldState()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
