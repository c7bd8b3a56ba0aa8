import { importExample } from "@/lib/server/example";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { reportAnswer } from "@/lib/server/upload-answer";

export const dynamic = "force-dynamic";

/** Imports the built-in example session; if it is imported already, reports a duplicate. */
export const POST = guard(async (request) => reportAnswer(await importExample({ signal: request.signal })));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
