import { readModel } from "@/lib/server/answers/model-list";
import { changeOwnModel } from "@/lib/server/answers/own-model-change";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { withReserve } from "@/lib/server/files/reserve";

export const dynamic = "force-dynamic";

/** Ids may contain slashes: `openai/gpt-5`. */
type Params = { id: string | string[] };
const idOf = async ({ params }: { params: Promise<Params> }) => [(await params).id].flat().map(decoded).join("/");

/** Decodes a segment of a catch-all route; an undecodable one is used unchanged, and matches no model. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const MAX_ROW_BYTES = 64 * 1024;

/** Finds one model by any of its names, with the user's row. */
export const GET = guard<Params>(async (_request, context) => Response.json(readModel(await idOf(context))));

/** Sets fields of the user's row; null removes a field. */
export const PATCH = guard<Params>(
  async (request, context) => {
    const body = await readJsonBytes(request, MAX_ROW_BYTES);
    return Response.json(await changeOwnModel(await idOf(context), body));
  },
  { maxBody: MAX_ROW_BYTES },
);

/** Removes the user's row. */
export const DELETE = guard<Params>(async (_request, context) =>
  Response.json(await withReserve(async () => changeOwnModel(await idOf(context), null))),
);

export const { POST, PUT, OPTIONS } = refuseOtherMethods("GET", "PATCH", "DELETE");
