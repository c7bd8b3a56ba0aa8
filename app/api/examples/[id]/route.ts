import { importArticleExample } from "@/lib/server/example";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { reportAnswer } from "@/lib/server/upload-answer";

export const dynamic = "force-dynamic";

/** Imports one example of the articles; if it is imported already, reports a duplicate. */
export const POST = guard<{ id: string }>(async (request, { params }) =>
  reportAnswer(await importArticleExample((await params).id, { signal: request.signal })),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
