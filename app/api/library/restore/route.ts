import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerRestore } from "@/lib/server/repair/repair-answer";

export const dynamic = "force-dynamic";

/** Replaces a damaged database by its newest intact backup, or by `{ backup: name }`; 409 if it is not damaged. */
export const POST = guard(answerRestore, { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
