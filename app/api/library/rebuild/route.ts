import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerRebuild } from "@/lib/server/repair-answer";

export const dynamic = "force-dynamic";

/** 202 with a job that reads every imported file again that no row names; a damaged database is set aside first. */
export const POST = guard(async () => answerRebuild(), { maxBody: 1 << 12 });

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
