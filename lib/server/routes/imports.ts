import { exampleGroups } from "@/lib/view-models/shell/example-menu";
import type { RouteKeyOf } from "../../api/routes";
import { answerUpload, reportAnswer } from "../answers/upload-answer";
import { discover } from "../discovery/discovery";
import { IMPORT_BODY_BYTES, startDiscoveryImport } from "../follow/discovery-import";
import { changeFollowing, ensureFollowing, followView } from "../follow/follow-loop";
import { runningRecordings, stopRecording } from "../follow/running-recordings";
import { jobAnswer } from "../http/job-answer";
import { flagParam, refuseUnknownParams } from "../http/query-params";
import { findKnown } from "../ingest/known-contents";
import { answerOtlp } from "../otlp/otlp-answer";
import { LIMITS } from "../process/limits";
import { importArticleExample, importExample } from "../sessions/example";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"imports">> = {
  "POST /api/sessions": {
    maxBody: LIMITS.uploadBytes,
    run: ({ request, url }) => {
      refuseUnknownParams(url, ["wait", "job", "unattended"]);
      return answerUpload(request, {
        isWaiting: flagParam(url, "wait"),
        isJob: flagParam(url, "job"),
        isUnattended: flagParam(url, "unattended"),
      });
    },
  },
  "POST /api/imports/known": { maxBody: 128 * 1024, run: async ({ json }) => findKnown(await json()) },
  "POST /api/otlp/v1/{signal}": {
    maxBody: LIMITS.jsonBodyBytes,
    hasOpenQuery: true, // exporters add their own
    run: ({ request, params }) => answerOtlp(params.signal, request),
  },
  "POST /api/example": async ({ request }) => reportAnswer(await importExample({ signal: request.signal })),
  "GET /api/examples": () => ({ groups: exampleGroups() }),
  "POST /api/examples/{id}": async ({ request, params }) =>
    reportAnswer(await importArticleExample(params.id, { signal: request.signal })),
  "GET /api/discover": async () => {
    ensureFollowing();
    return { roots: await discover() };
  },
  "POST /api/discover/import": {
    maxBody: IMPORT_BODY_BYTES,
    run: async ({ request }) => jobAnswer(await startDiscoveryImport(request)),
  },
  "GET /api/follow": () => {
    ensureFollowing();
    return followView();
  },
  "PUT /api/follow": { maxBody: 1 << 12, run: ({ request }) => changeFollowing(request) },
  "GET /api/recordings": () => ({ recordings: runningRecordings() }),
  "DELETE /api/recordings/{id}": ({ params }) => stopRecording(params.id),
};
