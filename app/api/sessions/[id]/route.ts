import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { deleteSession, loadSessionSummary } from "@/lib/server/sessions";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await loadSessionSummary((await params).id)),
);

/** Deletes the session: its rows, derived files, and the raw bytes if no other session needs them. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) => {
  await deleteSession((await params).id);
  return new Response(null, { status: 204 });
});

export const { POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "DELETE");
