import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { listPeople } from "@/lib/server/people/people-admin";

export const dynamic = "force-dynamic";

/** People who have signed in with the provider. */
export const GET = guard(async () => Response.json(await listPeople()));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
