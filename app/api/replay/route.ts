import { answerReplay, REPLAY_BODY_BYTES } from "@/lib/server/answers/replay";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { flagParam, refuseUnknownParams } from "@/lib/server/http/query-params";

export const dynamic = "force-dynamic";

/** Replays a stored session under policies. With `?wait=true`, answers when done, even for large sessions. */
export const POST = guard(
  (request) => {
    const url = new URL(request.url);
    refuseUnknownParams(url, ["wait"]);
    return answerReplay(request, flagParam(url, "wait"));
  },
  { maxBody: REPLAY_BODY_BYTES },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
