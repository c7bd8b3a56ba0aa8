import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { addComment, listComments } from "@/lib/server/sessions/comments";

export const dynamic = "force-dynamic";

type Params = { id: string };
const MAX_BODY_BYTES = 64 * 1024;

/** The reader's comments on the requests of a session. */
export const GET = guard<Params>(async (request, { params }) => {
  refuseUnknownParams(new URL(request.url), []);
  return Response.json({ comments: await listComments((await params).id) });
});

/** Stores a comment: 201 with it. */
export const POST = guard<Params>(
  async (request, { params }) => {
    const { id } = await params;
    const added = await addComment(id, await readJsonBytes(request, MAX_BODY_BYTES));
    const location = `/api/sessions/${encodeURIComponent(id)}/comments/${added.id}`;
    return Response.json(added, { status: 201, headers: { location } });
  },
  { maxBody: MAX_BODY_BYTES },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
