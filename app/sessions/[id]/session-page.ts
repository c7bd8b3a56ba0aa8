import type { Metadata } from "next";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { loadSessionSummary } from "@/lib/server/sessions";
import { orNotFound } from "./or-not-found";

/** What the pages of one agent are asked for; the agent that is named twice, or unknown, is the first. */
export type AgentPageProps = { params: Promise<{ id: string }>; searchParams: Promise<{ agent?: string | string[] }> };

/** The title of a page of a session: `view` before the session's own; null = the session's own alone. */
export async function titleOf(params: Promise<{ id: string }>, view: string | null): Promise<Metadata> {
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  const title = summary?.title ?? "Session";
  return { title: view === null ? title : `${view} · ${title}` };
}

/** The session, and the requests of the agent in the link, else of the first. */
export async function loadAgentPage({ params, searchParams }: AgentPageProps) {
  const { id } = await params;
  const wanted = (await searchParams).agent;
  const summary = await orNotFound(loadSessionSummary(id));
  const agent = (summary.agents.find((candidate) => candidate.id === wanted) ?? summary.agents[0])?.id ?? "main";
  const { rows, outline } = await orNotFound(loadAgentRequests(id, agent));
  return { id, summary, agent, rows, outline };
}
