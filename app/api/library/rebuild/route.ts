import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerRebuild } from "@/lib/server/repair-answer";

export const dynamic = "force-dynamic";

/**
 * Answers 202 with a job that reads again every imported file that the database does not list. A damaged database is
 * moved away first.
 */
export const POST = guard(async () => answerRebuild(), { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
