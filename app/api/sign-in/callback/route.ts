import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerCallback } from "@/lib/server/people/provider-sign-in";

export const dynamic = "force-dynamic";

/** The provider sends a browser back here. The provider's page leads here, so that it may come from another site. */
export const GET = guard(async (request) => answerCallback(request), { isLedTo: true });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
