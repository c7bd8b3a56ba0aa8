import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { changeComment, deleteComment } from "@/lib/server/sessions/comments";

export const dynamic = "force-dynamic";

type Params = { id: string; commentId: string };
const MAX_BODY_BYTES = 64 * 1024;

/** Replaces the text of a comment. */
export const PATCH = guard<Params>(
  async (request, { params }) => {
    const { id, commentId } = await params;
    return Response.json(await changeComment(id, commentId, await readJsonBytes(request, MAX_BODY_BYTES)));
  },
  { maxBody: MAX_BODY_BYTES },
);

export const DELETE = guard<Params>(async (_request, { params }) => {
  const { id, commentId } = await params;
  await deleteComment(id, commentId);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, OPTIONS } = refuseOtherMethods("PATCH", "DELETE");
