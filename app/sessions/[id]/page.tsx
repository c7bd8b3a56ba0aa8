import type { Metadata } from "next";
import { SessionView } from "@/components/session/session-view";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { loadSessionSummary } from "@/lib/server/sessions";
import { packRows } from "@/lib/view-models/pack-rows";
import { orNotFound } from "./or-not-found";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ agent?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  return { title: summary?.title ?? "Session" };
}

export default async function SessionPage({ params, searchParams }: Props) {
  const { id } = await params;
  const wanted = (await searchParams).agent;
  const summary = await orNotFound(loadSessionSummary(id));
  const agent = summary.agents.find((candidate) => candidate.id === wanted) ?? summary.agents[0];
  const name = agent?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, name));
  return (
    <SessionView
      key={`${id} ${name}`}
      id={id}
      summary={summary}
      agent={name}
      packedRows={packRows(rows)}
      outline={outline}
    />
  );
}
