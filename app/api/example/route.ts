import { reportAnswer } from "@/lib/server/answers/upload-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { importExample } from "@/lib/server/sessions/example";

export const dynamic = "force-dynamic";

/** Imports the built-in example session; reports a duplicate if it already exists. */
export const POST = guard(async (request) => reportAnswer(await importExample({ signal: request.signal })));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
