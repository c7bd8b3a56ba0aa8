import { Problem } from "@/lib/api/problem";
import { resolveModel } from "@/lib/models/resolve-model";
import { saveOwnModel } from "../models/own-models";
import { bringOwnModels, shareOwnModels } from "../models/shared-models";
import { rereadSessionsOf } from "../sessions/reread-sessions";
import { parseJsonBody } from "../workers/parse-json";
import { readModel } from "./model-list";

/** Changes the user's row for a model, or removes it (null), then re-reads the sessions of that model. */
export async function changeOwnModel(id: string, body: Uint8Array | null) {
  const name = id.trim();
  if (name === "" || name.length > 300)
    throw new Problem(422, "invalid-parameter", "a model id has 1 to 300 characters");
  const patch = body === null ? null : parsePatch(body);
  await bringOwnModels();
  saveOwnModel(name, patch);
  await shareOwnModels();
  const rereading = await rereadSessionsOf(name);
  return { model: resolveModel(name) ? readModel(name) : null, sessions_rereading: rereading };
}

function parsePatch(body: Uint8Array): Readonly<Record<string, unknown>> {
  const json = parseJsonBody(body);
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new Problem(422, "invalid-parameter", "send an object of fields", {
    errors: [{ pointer: "$", detail: "expected an object" }],
  });
}
