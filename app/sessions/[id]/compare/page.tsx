import type { Metadata } from "next";
import type { StrategyInfo } from "@/components/compare/compare-types";
import { CompareView } from "@/components/compare/compare-view";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { loadRequestRows, loadSessionSummary } from "@/lib/server/sessions";
import { listStrategies } from "@/lib/server/strategy-list";
import { configuredModel } from "@/lib/server/summarise/summary-model";
import { orNotFound } from "../or-not-found";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ at?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  return { title: `Compare · ${summary?.title ?? "Session"}` };
}

/** Strategies over one request. The agent is that of the request in the link, else the main thread. */
export default async function ComparePage({ params, searchParams }: Props) {
  const { id } = await params;
  const at = Number((await searchParams).at ?? Number.NaN);
  const [summary, all] = await orNotFound(Promise.all([loadSessionSummary(id), loadRequestRows(id)]));
  const agent = all.find((row) => row.index === at)?.agent ?? summary.agents[0]?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, agent));
  return (
    <CompareView
      key={`${id} ${agent}`}
      id={id}
      summary={summary}
      agent={agent}
      rows={rows}
      compactions={outline.compactions}
      window={outline.window}
      reserveFrom={outline.reserve_from}
      strategies={plainStrategies()}
      summaryModel={configuredModel()}
    />
  );
}

/** A JSON Schema of zod carries a hidden prototype, which cannot go to the browser as a property. */
const plainStrategies = () => JSON.parse(JSON.stringify(listStrategies())) as StrategyInfo[];
