import { CompareView } from "@/components/compare/compare-view";
import { findExample } from "@/lib/example/articles";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { loadAgentRequests } from "@/lib/server/sessions/agent-requests";
import { loadRequestRows, loadSessionSummary } from "@/lib/server/sessions/sessions";
import { readSettings } from "@/lib/server/store/preferences";
import { configuredModel } from "@/lib/server/summarise/summary-model";
import { ownLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { Words } from "../../../words";
import { orNotFound } from "../or-not-found";
import { titleOf } from "../session-page";

type Query = { agent?: string | string[]; at?: string | string[]; example?: string | string[] };
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

export const generateMetadata = ({ params }: Props) => titleOf(params, "Compare");

/**
 * The Compare page. Its agent comes from the URL or, in older links, from the request `at`; without either,
 * it is the first.
 */
export default async function ComparePage({ params, searchParams }: Props) {
  const { id } = await params;
  const wanted = await searchParams;
  const at = Number(wanted.at ?? Number.NaN);
  const [summary, all] = await orNotFound(Promise.all([loadSessionSummary(id), loadRequestRows(id)]));
  const named = summary.agents.find(({ id }) => id === wanted.agent)?.id;
  const agent = named ?? all.find((row) => row.index === at)?.agent ?? summary.agents[0]?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, agent));
  const settings = await readSettings();
  return (
    <Words areas={["compare", "evidence", "judge", "measures", "runs", "share", "strategies"]}>
      <CompareView
        key={`${id} ${agent}`}
        id={id}
        summary={summary}
        agent={agent}
        rows={rows}
        compactions={outline.compactions}
        breaks={outline.breaks}
        window={outline.window}
        reserveFrom={outline.reserve_from}
        strategies={listPlainStrategies()}
        summaryModel={configuredModel()}
        claim={findExample(String(wanted.example ?? ""))?.result ?? null}
        prompts={settings.summary_prompts}
        lossPrice={ownLossPrice(rows, settings.price_per_lost_fact)}
      />
    </Words>
  );
}
