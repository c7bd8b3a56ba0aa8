import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerCallback } from "@/lib/server/people/provider-sign-in";

export const dynamic = "force-dynamic";

/** The provider redirects a browser here, so the request may come from another site. */
export const GET = guard(async (request) => answerCallback(request), { isLedTo: true });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
