import { discover } from "@/lib/server/discovery";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Transcripts found on this machine: names, counts and sizes; no file is opened. */
export const GET = guard(async () => Response.json({ roots: await discover() }));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
