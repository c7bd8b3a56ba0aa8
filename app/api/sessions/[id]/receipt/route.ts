import { answerCompaction } from "@/lib/server/answers/replay-compaction";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";

export const dynamic = "force-dynamic";

/** The losses of a compaction: the newest one, or `?compaction=` counted from 0. `?agent=` as in GET …/requests. */
export const GET = guard<{ id: string }>(async (request, { params }) => {
  const { searchParams } = new URL(request.url);
  refuseUnknownParams(new URL(request.url), ["agent", "compaction"]);
  return answerCompaction((await params).id, searchParams.get("compaction"), request);
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
