import { answerBody } from "@/lib/server/body-answer";
import { guard } from "@/lib/server/guard";
import { LIMITS } from "@/lib/server/limits";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

export const POST = guard((request) => answerBody("evaluate", request), { maxBody: LIMITS.jsonBodyBytes });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
