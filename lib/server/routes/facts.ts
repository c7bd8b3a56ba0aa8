import type { RouteKeyOf } from "../../api/routes";
import { clientSettings } from "../answers/client-settings";
import { listModels, readModel } from "../answers/model-list";
import { changeOwnModel } from "../answers/own-model-change";
import { listStrategies, loadStrategy } from "../answers/strategy-list";
import { withReserve } from "../files/reserve";
import { refuseUnknownParams } from "../http/query-params";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"facts">> = {
  "GET /api/client-settings": ({ url }) => {
    refuseUnknownParams(url, ["strategy", "trigger", "floor", "window", "client"]);
    return clientSettings(url);
  },
  "GET /api/strategies": { isTagged: true, run: () => ({ strategies: listStrategies() }) },
  "GET /api/strategies/{id}": ({ params }) => loadStrategy(params.id),
  "GET /api/models": { isTagged: true, run: () => listModels() },
  "GET /api/models/{id}": ({ params }) => readModel(params.id),
  "PATCH /api/models/{id}": {
    maxBody: 64 * 1024,
    run: async ({ params, json }) => changeOwnModel(params.id, await json()),
  },
  "DELETE /api/models/{id}": ({ params }) => withReserve(async () => changeOwnModel(params.id, null)),
};
