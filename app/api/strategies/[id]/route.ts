import { guard } from "@/lib/server/guard";
import { loadStrategy } from "@/lib/server/strategy-list";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(loadStrategy((await params).id)),
);
