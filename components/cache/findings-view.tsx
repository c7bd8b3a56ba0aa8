"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { PageTabs } from "@/components/session/page-tabs";
import { SessionHeader } from "@/components/session/session-header";
import { viewHref } from "@/components/session/session-nav";
import { SessionSpine, type SpineData } from "@/components/session/session-spine";
import { Breadcrumb } from "@/components/shell/breadcrumb";
import { EmptyState } from "@/components/ui/empty-state";
import { said, useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { FindingRow } from "@/lib/read-models/finding-rows";
import type { SessionCache } from "@/lib/read-models/session-cache";
import { FindingChecks } from "./finding-checks";
import { FindingDetail } from "./finding-detail";
import { FindingList } from "./finding-list";

type Props = {
  id: string;
  summary: SessionSummary;
  cache: SessionCache & { readonly findings: readonly FindingRow[] };
  spine: SpineData;
};

/**
 * The Findings page: what to change, most expensive first. Details of the finding that the URL names are beside the
 * list, or under its row if there is no room.
 */
export function FindingsView({ id, summary, cache, spine }: Props) {
  const say = useSay();
  const [state, setState] = useQueryStates(
    { finding: parseAsString, request: parseAsInteger },
    { history: "replace", shallow: true },
  );
  const { findings } = cache;
  const router = useRouter();
  const chosen: FindingRow | undefined = findings.find((row) => row.id === state.finding) ?? findings[0];
  // The request that was clicked on, or else the first that the finding concerns.
  const concerned = chosen?.requests.find(({ agent }) => agent === spine.agent)?.at ?? 0;
  const selected = state.request === null ? concerned : Math.max(0, state.request - 1);
  return (
    <main id="main" className="flex min-h-[calc(100dvh-44px)] min-w-0 flex-col">
      <Breadcrumb>{summary.title}</Breadcrumb>
      <SessionHeader summary={summary} />
      <SessionSpine
        {...{ id, summary, selected }}
        data={spine}
        current="findings"
        onSelect={(position) => void setState({ request: position + 1 })}
      />
      <PageTabs current="findings" place={{ id, agent: spine.agent, position: selected }} />
      <div className="grid min-w-0 lg:flex-1 lg:grid-cols-[minmax(0,1fr)_484px] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          {chosen ? (
            <FindingList
              findings={findings}
              requests={cache.requests}
              totals={cache.totals}
              chosen={chosen.id}
              onChoose={(finding) => void setState({ finding, request: null })}
              onCompare={() => {
                const [first] = chosen.requests;
                if (first) router.push(viewHref("compare", { id, agent: first.agent, position: first.at }) as never);
              }}
              below={
                // Only what the reader opened: otherwise the first finding alone would fill a phone.
                state.finding === chosen.id
                  ? {
                      id: chosen.id,
                      detail: (
                        <div className="lg:hidden">
                          <FindingDetail sessionId={id} finding={chosen} totals={cache.totals} />
                        </div>
                      ),
                    }
                  : null
              }
            />
          ) : (
            <EmptyState title={say("Nothing to change was found")}>
              {say("No rule that this log can answer found a loss. Rules that it cannot answer are listed below.")}
            </EmptyState>
          )}
        </div>
        {chosen ? (
          <div className="border-line2 border-l max-lg:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <FindingDetail sessionId={id} finding={chosen} totals={cache.totals} />
          </div>
        ) : null}
        <div className="min-w-0">
          <p className="border-line border-b px-4 py-3 text-small text-tx2 max-sm:px-3">
            {said(
              say.parts("For when and how to compact, see {link}.", {
                link: (
                  <Link href={viewHref("advice", { id }) as never} className="text-acc underline">
                    {say("Advice")}
                  </Link>
                ),
              }),
            )}
          </p>
          <FindingChecks checks={cache.checks} />
        </div>
      </div>
    </main>
  );
}
