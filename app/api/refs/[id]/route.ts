import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { parseOutputQuery } from "@/lib/server/output-query";
import { queryOutput } from "@/lib/server/stored-outputs";

export const dynamic = "force-dynamic";

/** Fetches a text that was put aside: whole, or by lines, pattern or JSON path. */
export const GET = guard<{ id: string }>(async (request, { params }) => {
  const query = parseOutputQuery(new URL(request.url));
  return Response.json(await queryOutput((await params).id, query, request.signal));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
