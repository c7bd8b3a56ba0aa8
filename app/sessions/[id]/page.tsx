import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { toCompactionFacts } from "@/components/session/compaction-facts";
import { SessionView } from "@/components/session/session-view";
import { resolveModel } from "@/lib/models/resolve-model";
import { Problem } from "@/lib/server/problem";
import { loadRequestRows, loadSessionFrame, loadSessionSummary } from "@/lib/server/sessions";

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
  const [rows, frame] = await orNotFound(Promise.all([loadRequestRows(id, name), loadSessionFrame(id)]));
  // The summary's window is that of the main thread; sub-agents often run another model.
  const window = name === "main" ? summary.window.tokens : (resolveModel(rows.at(-1)?.model ?? null)?.window ?? null);
  return (
    <SessionView
      key={`${id} ${name}`}
      id={id}
      summary={summary}
      agent={name}
      rows={rows}
      compactions={toCompactionFacts(frame, rows, name)}
      window={window}
    />
  );
}

async function orNotFound<Value>(loading: Promise<Value>): Promise<Value> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) notFound();
    throw error;
  }
}
