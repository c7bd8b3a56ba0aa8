import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { exampleGroups } from "@/lib/view-models/shell/example-menu";

export const dynamic = "force-dynamic";

/** Lists the examples of the articles, by article. */
export const GET = guard(async () => Response.json({ groups: exampleGroups() }));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
