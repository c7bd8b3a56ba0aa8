import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApiDocsPage } from "@/components/api-docs/api-docs-page";
import { apiDocument } from "@/lib/server/answers/api-document";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { toApiDetails, toApiGroups } from "@/lib/view-models/api-docs/api-docs";
import { exampleCall } from "@/lib/view-models/api-docs/api-docs-example";
import { Words } from "../words";

export const metadata: Metadata = { title: "API" };
export const dynamic = "force-dynamic";

/** Shown if the URL names no operation. */
const FIRST = "postCompress";

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** The API page: `?op=` is the operation, `?session=` the session used in its examples. */
export default async function Page({ searchParams }: Props) {
  const { op, session: asked } = await searchParams;
  const session = typeof asked === "string" && asked !== "" ? asked : null;
  const document = apiDocument();
  const chosen = toApiDetails(document, typeof op === "string" ? op : FIRST) ?? toApiDetails(document, FIRST);
  if (chosen === null) throw new Error(`the API has no operation ${FIRST}`);
  const { sessions } = await listLibrary({ limit: 1 });
  const example = exampleCall(chosen.method, chosen.path, { session, newest: sessions[0]?.id ?? null });
  const host = (await headers()).get("host") ?? "127.0.0.1:3000";
  return (
    <Words areas={["apiDocs"]}>
      <ApiDocsPage
        groups={toApiGroups(document)}
        chosen={chosen}
        example={example}
        session={session}
        origin={`http://${host}`}
      />
    </Words>
  );
}
