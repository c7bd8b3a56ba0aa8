import { IMPORT_BODY_BYTES, startDiscoveryImport } from "@/lib/server/discovery-import";
import { guard } from "@/lib/server/guard";
import { jobAnswer } from "@/lib/server/job-answer";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** `{ root, paths }` → 202 with a job that imports each session with the files that belong to it. */
export const POST = guard(async (request) => jobAnswer(await startDiscoveryImport(request)), {
  maxBody: IMPORT_BODY_BYTES,
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
