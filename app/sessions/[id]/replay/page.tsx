import type { Metadata } from "next";
import type { StrategyInfo } from "@/components/compare/compare-types";
import { ReplayPage } from "@/components/replay/replay-page";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { loadSessionSummary } from "@/lib/server/sessions";
import { listStrategies } from "@/lib/server/strategy-list";
import { orNotFound } from "../or-not-found";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ agent?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  return { title: `Replay · ${summary?.title ?? "Session"}` };
}

/** Policies over a whole session. The agent is that of the link, else the first. */
export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const asked = (await searchParams).agent;
  const summary = await orNotFound(loadSessionSummary(id));
  const agent = (typeof asked === "string" ? asked : undefined) ?? summary.agents[0]?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, agent));
  const logged = rows.map(({ index, prompt_tokens, cache_read, cost }) => ({ index, prompt_tokens, cache_read, cost }));
  return (
    <ReplayPage
      key={`${id} ${agent}`}
      id={id}
      summary={summary}
      agent={agent}
      logged={logged}
      reserveFrom={outline.reserve_from}
      strategies={plainStrategies()}
    />
  );
}

/** A JSON Schema of zod carries a hidden prototype, which cannot go to the browser as a property. */
const plainStrategies = () => JSON.parse(JSON.stringify(listStrategies())) as StrategyInfo[];
