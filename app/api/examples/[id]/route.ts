import { reportAnswer } from "@/lib/server/answers/upload-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { importArticleExample } from "@/lib/server/sessions/example";

export const dynamic = "force-dynamic";

/** Imports one example of the articles; reports a duplicate if it already exists. */
export const POST = guard<{ id: string }>(async (request, { params }) =>
  reportAnswer(await importArticleExample((await params).id, { signal: request.signal })),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
