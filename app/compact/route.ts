import { compactAnswer } from "@/lib/server/drop-in-answer";
import { guard } from "@/lib/server/guard";
import { LIMITS } from "@/lib/server/limits";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Compresses in the shape of context-guru's route. */
export const POST = guard(compactAnswer, { maxBody: LIMITS.jsonBodyBytes });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
