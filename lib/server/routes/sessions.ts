import { toOldFindings } from "@/lib/view-models/answer/old-findings";
import type { RouteKeyOf } from "../../api/routes";
import { answerCompaction } from "../answers/replay-compaction";
import { integerParam } from "../http/query-params";
import { LIMITS } from "../process/limits";
import { answerDeletion } from "../sessions/backups-holding";
import { loadCostAnswer, loadSpend } from "../sessions/cache-page";
import { answerCandidates } from "../sessions/candidate-models";
import { addComment, changeComment, deleteComment, listComments } from "../sessions/comments";
import { exportSessionAnswer, parseExportRequest } from "../sessions/export-session";
import { sessionEvents } from "../sessions/session-events";
import { loadMessageRows, loadPart, loadSessionSummary, requestRowsText } from "../sessions/sessions";
import { stateModel, unstateModel } from "../sessions/state-model";
import type { Handlers } from "./handlers";

const MAX_BODY_BYTES = 64 * 1024;

export const handlers: Handlers<RouteKeyOf<"sessions">> = {
  "GET /api/sessions/{id}": { isTagged: true, run: ({ params }) => loadSessionSummary(params.id) },
  "DELETE /api/sessions/{id}": ({ params }) => answerDeletion(params.id),
  "GET /api/sessions/{id}/requests": {
    isTagged: true,
    // The stored body is sent unchanged.
    run: async ({ url, params }) => {
      const body = await requestRowsText(params.id, url.searchParams.get("agent"));
      return new Response(body, { headers: { "content-type": "application/json" } });
    },
  },
  "GET /api/sessions/{id}/answer": {
    isTagged: true,
    run: ({ params }) => loadCostAnswer(params.id),
  },
  "GET /api/sessions/{id}/events": ({ request, params }) => sessionEvents(params.id, request.signal),
  "GET /api/sessions/{id}/spend": ({ params }) => loadSpend(params.id),
  "GET /api/sessions/{id}/findings": {
    isTagged: true,
    run: async ({ params }) => ({ findings: toOldFindings(await loadCostAnswer(params.id)) }),
  },
  "GET /api/sessions/{id}/comments": async ({ params }) => ({ comments: await listComments(params.id) }),
  "POST /api/sessions/{id}/comments": {
    maxBody: MAX_BODY_BYTES,
    run: async ({ params, json }) => {
      const added = await addComment(params.id, await json());
      const location = `/api/sessions/${encodeURIComponent(params.id)}/comments/${added.id}`;
      return Response.json(added, { status: 201, headers: { location } });
    },
  },
  "PATCH /api/sessions/{id}/comments/{commentId}": {
    maxBody: MAX_BODY_BYTES,
    run: async ({ params, json }) => changeComment(params.id, params.commentId, await json()),
  },
  "DELETE /api/sessions/{id}/comments/{commentId}": ({ params }) => deleteComment(params.id, params.commentId),
  "GET /api/sessions/{id}/messages": {
    isTagged: true,
    run: ({ url, params }) =>
      loadMessageRows(params.id, {
        agent: url.searchParams.get("agent") ?? "main",
        from: integerParam(url, "from", { min: 0, max: 1e9, default: 0 }),
        limit: integerParam(url, "limit", { min: 1, max: LIMITS.messagesPerPage, default: 200 }),
        maxChars: integerParam(url, "max_chars", { min: 1, max: LIMITS.messageCharacters, default: 2_000 }),
      }),
  },
  "GET /api/sessions/{id}/parts/{partId}": ({ params }) => loadPart(params.id, params.partId),
  "GET /api/sessions/{id}/receipt": ({ request, url, params }) =>
    answerCompaction(params.id, url.searchParams.get("compaction"), request),
  "GET /api/sessions/{id}/compactions/{index}": ({ request, params }) =>
    answerCompaction(params.id, params.index, request),
  "GET /api/sessions/{id}/export": ({ request, url, params }) =>
    exportSessionAnswer(params.id, parseExportRequest(url), request.signal),
  "GET /api/sessions/{id}/model": ({ request, params }) => answerCandidates(params.id, request),
  "PUT /api/sessions/{id}/model": {
    maxBody: MAX_BODY_BYTES,
    run: async ({ params, json }) => stateModel(params.id, await json()),
  },
  "DELETE /api/sessions/{id}/model": ({ url, params }) => unstateModel(params.id, url.searchParams.get("scope")),
};
