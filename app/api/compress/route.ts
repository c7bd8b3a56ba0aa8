import { compressAnswer } from "@/lib/server/answers/compress-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { LIMITS } from "@/lib/server/process/limits";

export const dynamic = "force-dynamic";

export const POST = guard(compressAnswer, { maxBody: LIMITS.jsonBodyBytes });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
