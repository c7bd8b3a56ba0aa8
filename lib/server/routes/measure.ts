import type { RouteKeyOf } from "../../api/routes";
import { ADVISE_BODY_BYTES, answerAdvise } from "../answers/advise";
import { answerBody } from "../answers/body-answer";
import { answerCorpus, CORPUS_BODY_BYTES } from "../answers/corpus";
import { evaluateAnswer } from "../answers/evaluate-answer";
import { answerReplay, REPLAY_BODY_BYTES } from "../answers/replay";
import { answerTwoArms, TWO_ARMS_BODY_BYTES } from "../answers/two-arms";
import { flagParam, refuseUnknownParams } from "../http/query-params";
import { configuredJudge } from "../judge/judge-models";
import { LIMITS } from "../process/limits";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"measure">> = {
  "POST /api/cache/simulate": {
    maxBody: LIMITS.jsonBodyBytes,
    run: ({ request }) => answerBody("cache", request),
  },
  "POST /api/evaluate": {
    maxBody: LIMITS.jsonBodyBytes,
    run: ({ request, url }) => {
      refuseUnknownParams(url, ["job"]);
      return evaluateAnswer(request, flagParam(url, "job"));
    },
  },
  "GET /api/evaluate": () => ({ judge: configuredJudge() }),
  "POST /api/replay": {
    maxBody: REPLAY_BODY_BYTES,
    run: ({ request, url }) => {
      refuseUnknownParams(url, ["wait"]);
      return answerReplay(request, flagParam(url, "wait"));
    },
  },
  "POST /api/corpus": { maxBody: CORPUS_BODY_BYTES, run: ({ request }) => answerCorpus(request) },
  "POST /api/advise": { maxBody: ADVISE_BODY_BYTES, run: ({ request }) => answerAdvise(request) },
  "POST /api/two-arms": { maxBody: TWO_ARMS_BODY_BYTES, run: ({ request }) => answerTwoArms(request) },
};
