"use client";
import Link from "next/link";
import { said, useSay } from "@/components/words/words-provider";
import type { ApiDetails, ApiGroup } from "@/lib/view-models/api-docs/api-docs";
import type { ExampleCall } from "@/lib/view-models/api-docs/api-docs-example";
import { OperationDetails } from "./operation-details";
import { OperationList } from "./operation-list";
import { Playground } from "./playground";

type Props = {
  groups: readonly ApiGroup[];
  chosen: ApiDetails;
  example: ExampleCall;
  session: string | null;
  origin: string;
};

/** Every operation of the API at the left; the chosen one with its fields, and a call of it to try, beside it. */
export function ApiDocsPage({ groups, chosen, example, session, origin }: Props) {
  return (
    <main
      id="main"
      className="grid w-full flex-1 grid-cols-[300px_minmax(0,1fr)] items-start max-md:grid-cols-1 max-md:content-start"
    >
      <h1 className="sr-only">API</h1>
      <OperationList groups={groups} chosen={chosen.id} session={session} />
      <div id="operation" className="min-w-0 scroll-mt-2 px-6 py-5 max-sm:px-3">
        <h2 className="break-words font-mono font-semibold text-title">
          {chosen.method} {chosen.path}
        </h2>
        <p lang="en" className="mt-1 max-w-[80ch] text-base text-tx2">
          {chosen.summary}
        </p>
        <p className="mt-1 text-micro text-tx3">
          <Source session={session} />
        </p>
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-8 max-lg:grid-cols-1">
          <Playground key={`${chosen.id} ${session ?? ""}`} operation={chosen} example={example} origin={origin} />
          <OperationDetails key={chosen.id} operation={chosen} />
        </div>
      </div>
    </main>
  );
}

/** Where the descriptions come from, and which session the examples are about. */
function Source({ session }: Pick<Props, "session">) {
  const say = useSay();
  const document = (
    <a href="/api/openapi.json" className="underline">
      {say("OpenAPI document")}
    </a>
  );
  if (session === null) return said(say.parts("From this server's {document}, in English", { document }));
  const link = (
    <Link href={`/sessions/${encodeURIComponent(session)}`} className="underline">
      {say("session")} <code className="font-mono">{session}</code>
    </Link>
  );
  return said(
    say.parts("From this server's {document}, in English; examples are of {session}", { document, session: link }),
  );
}
