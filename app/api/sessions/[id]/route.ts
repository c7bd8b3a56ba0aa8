import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerDeletion } from "@/lib/server/sessions/backups-holding";
import { loadSessionSummary } from "@/lib/server/sessions/sessions";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(
  async (_request, { params }) => Response.json(await loadSessionSummary((await params).id)),
  { isTagged: true },
);

/** Deletes the session: its rows, derived files, and the raw bytes if no other session needs them. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await answerDeletion((await params).id)),
);

export const { POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "DELETE");
