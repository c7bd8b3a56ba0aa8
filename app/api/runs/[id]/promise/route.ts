import { measurePromise } from "@/lib/server/answers/promise";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";

export const dynamic = "force-dynamic";

/** Whether an advice's promise came true, from sessions before and after its setting changed. */
export const GET = guard<{ id: string }>(async (request, { params }) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["since", "policy"]);
  const { searchParams } = url;
  const asked = { since: searchParams.get("since"), policy: searchParams.get("policy") };
  return Response.json(await measurePromise((await params).id, asked));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
