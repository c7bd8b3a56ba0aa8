import { discover } from "@/lib/server/discovery";
import { ensureFollowing } from "@/lib/server/follow-loop";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Lists transcripts found on this machine with names, counts and sizes, without opening a file. */
export const GET = guard(async () => {
  ensureFollowing();
  return Response.json({ roots: await discover() });
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
