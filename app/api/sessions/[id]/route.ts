import { answerDeletion } from "@/lib/server/backups-holding";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { loadSessionSummary } from "@/lib/server/sessions";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await loadSessionSummary((await params).id)),
);

/** Deletes the session: its rows, derived files, and the raw bytes if no other session needs them. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await answerDeletion((await params).id)),
);

export const { POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "DELETE");
