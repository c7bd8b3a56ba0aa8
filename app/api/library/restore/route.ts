import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerRestore } from "@/lib/server/repair-answer";

export const dynamic = "force-dynamic";

/** Puts the newest good copy, or `{ backup: name }`, in the place of a damaged database; 409 when it is in order. */
export const POST = guard(answerRestore, { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
