import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerRebuild } from "@/lib/server/repair/repair-answer";

export const dynamic = "force-dynamic";

/**
 * Answers 202 with a job that reads again every imported file that the database does not list. A damaged database is
 * moved away first.
 */
export const POST = guard(async () => answerRebuild(), { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
