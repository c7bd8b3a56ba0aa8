import { CompareView } from "@/components/compare/compare-view";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { loadRequestRows, loadSessionSummary } from "@/lib/server/sessions";
import { listPlainStrategies } from "@/lib/server/strategy-list";
import { configuredModel } from "@/lib/server/summarise/summary-model";
import { orNotFound } from "../or-not-found";
import { titleOf } from "../session-page";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ at?: string | string[] }> };

export const generateMetadata = ({ params }: Props) => titleOf(params, "Compare");

/** The Compare page. Its agent is that of the request in the URL, otherwise the main thread. */
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
      strategies={listPlainStrategies()}
      summaryModel={configuredModel()}
    />
  );
}
