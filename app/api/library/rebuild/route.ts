import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerRebuild } from "@/lib/server/repair/repair-answer";

export const dynamic = "force-dynamic";

/**
 * Answers 202 with a job that re-imports every file missing from the database. A damaged database is moved away first.
 */
export const POST = guard(async () => answerRebuild(), { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
