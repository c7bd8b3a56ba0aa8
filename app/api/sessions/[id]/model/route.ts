import { readJsonBytes } from "@/lib/server/body";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { stateModel, unstateModel } from "@/lib/server/state-model";

export const dynamic = "force-dynamic";

type Params = { id: string };
const MAX_BODY_BYTES = 64 * 1024;

/** Says which model and window a log used that does not name them. */
export const PUT = guard<Params>(
  async (request, { params }) =>
    Response.json(await stateModel((await params).id, await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

/** Takes it back. */
export const DELETE = guard<Params>(async (request, { params }) =>
  Response.json(await unstateModel((await params).id, new URL(request.url).searchParams.get("scope"))),
);

export const { GET, POST, PATCH, OPTIONS } = refuseOtherMethods("PUT", "DELETE");
