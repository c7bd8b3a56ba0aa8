import { answerCompaction } from "@/lib/server/answers/replay-compaction";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";

export const dynamic = "force-dynamic";

/**
 * The content that a client's compaction removed, and how much of it the agent needed later. `?agent=` as in GET
 * …/requests.
 */
export const GET = guard<{ id: string; index: string }>(async (request, { params }) => {
  refuseUnknownParams(new URL(request.url), ["agent"]);
  const { id, index } = await params;
  return answerCompaction(id, index, request);
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
