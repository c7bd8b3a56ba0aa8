import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerRestore } from "@/lib/server/repair-answer";

export const dynamic = "force-dynamic";

/** Replaces a damaged database by its newest intact copy, or by `{ backup: name }`; 409 if it is not damaged. */
export const POST = guard(answerRestore, { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
