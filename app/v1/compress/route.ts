import { headroomAnswer } from "@/lib/server/answers/drop-in-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { LIMITS } from "@/lib/server/process/limits";

export const dynamic = "force-dynamic";

/** Compresses in the shape of headroom's route. */
export const POST = guard(headroomAnswer, { maxBody: LIMITS.jsonBodyBytes });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
