import type { Metadata } from "next";
import { CacheView } from "@/components/cache/cache-view";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { loadAgentCache, loadSessionCache } from "@/lib/server/cache-page";
import { loadSessionSummary } from "@/lib/server/sessions";
import { packRows } from "@/lib/view-models/pack-rows";
import { orNotFound } from "../or-not-found";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ agent?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  return { title: `Cache · ${summary?.title ?? "Session"}` };
}

/** The prompt cache of one agent; agreement and costs are those of the whole session. */
export default async function CachePage({ params, searchParams }: Props) {
  const { id } = await params;
  const wanted = (await searchParams).agent;
  const summary = await orNotFound(loadSessionSummary(id));
  const agent = (summary.agents.find((candidate) => candidate.id === wanted) ?? summary.agents[0])?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, agent));
  // One after the other: the first makes what the second reads, where an older import did not.
  const cache = await orNotFound(loadSessionCache(id));
  const own = await orNotFound(loadAgentCache(id, agent));
  return (
    <CacheView
      key={`${id} ${agent}`}
      id={id}
      summary={summary}
      agent={agent}
      packedRows={packRows(rows)}
      outline={outline}
      cache={cache}
      own={own}
    />
  );
}
