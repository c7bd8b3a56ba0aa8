import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { parseOutputQuery, referenceIn } from "@/lib/server/store/output-query";
import { queryOutput } from "@/lib/server/store/stored-outputs";

export const dynamic = "force-dynamic";

/** Fetches a put-aside text: whole, or by lines, pattern or JSON path. */
export const GET = guard<{ id: string }>(async (request, { params }) => {
  const url = new URL(request.url);
  const id = referenceIn(url, (await params).id);
  return Response.json(await queryOutput(id, parseOutputQuery(url), request.signal));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
