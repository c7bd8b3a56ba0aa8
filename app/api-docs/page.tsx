import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApiDocsPage, OperationPage } from "@/components/api-docs/api-docs-page";
import { FirstCalls } from "@/components/api-docs/first-calls";
import { apiDocument } from "@/lib/server/answers/api-document";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { toApiDetails, toApiGroups } from "@/lib/view-models/api-docs/api-docs";
import { exampleCall } from "@/lib/view-models/api-docs/api-docs-example";
import { firstCalls } from "@/lib/view-models/api-docs/first-calls";
import { originOf } from "../origin";
import { readerSay, Words } from "../words";

export const metadata: Metadata = { title: "API" };
export const dynamic = "force-dynamic";

/** Shown for a session if the URL names no operation. */
const FIRST = "postCompress";

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/**
 * The API page: `?op=` is the operation, `?session=` the session used in its examples; without either, the
 * page shows the first calls.
 */
export default async function Page({ searchParams }: Props) {
  const { op, session: asked } = await searchParams;
  const session = typeof asked === "string" && asked !== "" ? asked : null;
  const document = apiDocument();
  const chosen = toApiDetails(document, typeof op === "string" ? op : FIRST) ?? toApiDetails(document, FIRST);
  if (chosen === null) throw new Error(`the API has no operation ${FIRST}`);
  const { sessions } = await listLibrary({ limit: 1 });
  const newest = sessions[0]?.id ?? null;
  const example = exampleCall(chosen.method, chosen.path, { session, newest });
  const origin = originOf(await headers());
  const isStart = op === undefined && session === null;
  return (
    <Words areas={["apiDocs"]}>
      <ApiDocsPage groups={toApiGroups(document)} chosen={isStart ? null : chosen.id} session={session}>
        {isStart ? (
          <FirstCalls calls={firstCalls(origin, newest, await readerSay())} />
        ) : (
          <OperationPage chosen={chosen} example={example} session={session} origin={origin} />
        )}
      </ApiDocsPage>
    </Words>
  );
}
