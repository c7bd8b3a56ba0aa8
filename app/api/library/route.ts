import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { libraryState } from "@/lib/server/repair";

export const dynamic = "force-dynamic";

/** Whether the database is in order, which imported files the library does not show, and the copies of the database. */
export const GET = guard(async () => Response.json(libraryState()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
