import { answerAuditCsv } from "@/lib/server/audit/audit-list";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

export const GET = guard(async (request) => answerAuditCsv(new URL(request.url)));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
