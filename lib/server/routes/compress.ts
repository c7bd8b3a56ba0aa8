import type { RouteKeyOf } from "../../api/routes";
import { answerBody } from "../answers/body-answer";
import { compressAnswer } from "../answers/compress-answer";
import { compactAnswer, headroomAnswer } from "../answers/drop-in-answer";
import { LIMITS } from "../process/limits";
import { parseOutputQuery, referenceIn } from "../store/output-query";
import { queryOutput } from "../store/stored-outputs";
import type { Handlers } from "./handlers";

const maxBody = LIMITS.jsonBodyBytes;

export const handlers: Handlers<RouteKeyOf<"compress">> = {
  "POST /api/compress": { maxBody, run: ({ request }) => compressAnswer(request) },
  "POST /api/compress/compare": { maxBody, run: ({ request }) => answerBody("compare", request) },
  // Its clients read refusals in another shape.
  "POST /v1/compress": { maxBody, hasOpenQuery: true, run: ({ request }) => headroomAnswer(request) },
  "POST /compact": { maxBody, run: ({ request }) => compactAnswer(request) },
  "POST /api/validate": { maxBody, run: ({ request }) => answerBody("validate", request) },
  "POST /api/convert": { maxBody, run: ({ request }) => answerBody("convert", request) },
  "POST /api/tokens": { maxBody, run: ({ request }) => answerBody("count", request) },
  "GET /api/refs/{id}": ({ request, url, params }) =>
    queryOutput(referenceIn(url, params.id), parseOutputQuery(url), request.signal),
};
