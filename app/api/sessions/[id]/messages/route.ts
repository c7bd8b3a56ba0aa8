import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { integerParam, refuseUnknownParams } from "@/lib/server/http/query-params";
import { LIMITS } from "@/lib/server/process/limits";
import { loadMessageRows } from "@/lib/server/sessions/sessions";

export const dynamic = "force-dynamic";

/** A page of an agent's messages: `{ total, messages, next_from }`. */
export const GET = guard<{ id: string }>(
  async (request, { params }) => {
    const url = new URL(request.url);
    refuseUnknownParams(url, ["agent", "from", "limit", "max_chars"]);
    const page = await loadMessageRows((await params).id, {
      agent: url.searchParams.get("agent") ?? "main",
      from: integerParam(url, "from", { min: 0, max: 1e9, default: 0 }),
      limit: integerParam(url, "limit", { min: 1, max: LIMITS.messagesPerPage, default: 200 }),
      maxChars: integerParam(url, "max_chars", { min: 1, max: LIMITS.messageCharacters, default: 2_000 }),
    });
    return Response.json(page);
  },
  { isTagged: true },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
