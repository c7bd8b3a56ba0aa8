import type { Metadata } from "next";
import { loadAgentRequests } from "@/lib/server/sessions/agent-requests";
import { loadSessionSummary } from "@/lib/server/sessions/sessions";
import { readerSay } from "../../words";
import { orNotFound } from "./or-not-found";

/** The URL of a page about one agent. If `agent` is given twice or unknown, the first agent is shown. */
export type AgentPageProps = { params: Promise<{ id: string }>; searchParams: Promise<{ agent?: string | string[] }> };

/**
 * The title of a session's page: the name of the view, then the session's title; without the name if `view` is null.
 */
export async function titleOf(params: Promise<{ id: string }>, view: string | null): Promise<Metadata> {
  const say = await readerSay();
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  const title = summary?.title ?? say("Session");
  return { title: view === null ? title : `${say.known(view)} · ${title}` };
}

/** Loads the session and the requests of the agent in the URL or, without one, of the first agent. */
export async function loadAgentPage({ params, searchParams }: AgentPageProps) {
  const { id } = await params;
  const wanted = (await searchParams).agent;
  const summary = await orNotFound(loadSessionSummary(id));
  const agent = (summary.agents.find((candidate) => candidate.id === wanted) ?? summary.agents[0])?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, agent));
  return { id, summary, agent, rows, outline };
}
