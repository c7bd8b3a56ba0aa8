import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { loadStrategy } from "@/lib/server/strategy-list";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(loadStrategy((await params).id)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
