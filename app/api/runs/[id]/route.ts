import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { deleteRun, loadRun } from "@/lib/server/sessions/runs";

export const dynamic = "force-dynamic";

/** A saved run with its figures, and the reasons why a new run might differ. */
export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await loadRun((await params).id)),
);

export const DELETE = guard<{ id: string }>(async (_request, { params }) => {
  await deleteRun((await params).id);
  return new Response(null, { status: 204 });
});

export const { POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "DELETE");
