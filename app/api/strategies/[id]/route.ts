import { loadStrategy } from "@/lib/server/answers/strategy-list";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(loadStrategy((await params).id)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
