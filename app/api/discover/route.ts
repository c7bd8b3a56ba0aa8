import { discover } from "@/lib/server/discovery/discovery";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { ensureFollowing } from "@/lib/server/follow/follow-loop";

export const dynamic = "force-dynamic";

/** Lists transcripts found on this machine with names, counts and sizes, without opening a file. */
export const GET = guard(async () => {
  ensureFollowing();
  return Response.json({ roots: await discover() });
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
