import { answerBody } from "@/lib/server/answers/body-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { LIMITS } from "@/lib/server/process/limits";

export const dynamic = "force-dynamic";

export const POST = guard((request) => answerBody("cache", request), { maxBody: LIMITS.jsonBodyBytes });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
