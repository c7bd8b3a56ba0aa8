import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { IMPORT_BODY_BYTES, startDiscoveryImport } from "@/lib/server/follow/discovery-import";
import { jobAnswer } from "@/lib/server/http/job-answer";

export const dynamic = "force-dynamic";

/** `{ root, paths }` → 202 with a job that imports each session with its companion files. */
export const POST = guard(async (request) => jobAnswer(await startDiscoveryImport(request)), {
  maxBody: IMPORT_BODY_BYTES,
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
