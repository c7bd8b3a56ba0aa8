import type { RouteKeyOf } from "../../api/routes";
import { apiDocument } from "../answers/api-document";
import { diagnose } from "../answers/diagnostics";
import { metricsAnswer } from "../answers/metrics";
import { checkReadiness } from "../answers/readiness";
import { LIMITS } from "../process/limits";
import { backupNow, toldState } from "../repair/repair";
import { answerRebuild, answerRestore } from "../repair/repair-answer";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"server">> = {
  "GET /api/library": () => toldState(),
  "POST /api/library/rebuild": { maxBody: 1 << 12, run: () => answerRebuild() },
  "POST /api/library/restore": { maxBody: 1 << 12, run: ({ request }) => answerRestore(request) },
  "POST /api/library/backup": () => backupNow(),
  "POST /api/mcp": {
    maxBody: LIMITS.jsonBodyBytes,
    hasOpenQuery: true,
    // The library of the protocol is larger than everything else here.
    run: async (call) => (await import("./mcp")).answerMcp(call),
  },
  // A monitor must not mistake other callers' load for a failure.
  "GET /api/health": { isUnlimited: true, hasOpenQuery: true, run: () => ({ status: "ok" }) },
  "GET /api/ready": {
    hasOpenQuery: true,
    run: async () => {
      const readiness = await checkReadiness();
      return Response.json(readiness, { status: readiness.status === "ready" ? 200 : 503 });
    },
  },
  "GET /api/metrics": { hasOpenQuery: true, run: () => metricsAnswer() },
  "GET /api/diagnostics": async () =>
    Response.json(await diagnose(), {
      headers: { "content-disposition": 'attachment; filename="winnow-diagnostics.json"' },
    }),
  "GET /api/openapi.json": { isTagged: true, run: () => apiDocument() },
};
