import { answerBody } from "@/lib/server/body-answer";
import { guard } from "@/lib/server/guard";
import { LIMITS } from "@/lib/server/limits";

export const dynamic = "force-dynamic";

export const POST = guard((request) => answerBody("compress", request), { maxBody: LIMITS.jsonBodyBytes });
