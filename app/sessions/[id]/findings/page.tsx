import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FindingsView } from "@/components/cache/findings-view";
import { loadSessionCache } from "@/lib/server/cache-page";
import { Problem } from "@/lib/server/problem";
import { loadSessionSummary } from "@/lib/server/sessions";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const summary = await loadSessionSummary((await params).id).catch(() => null);
  return { title: `Findings · ${summary?.title ?? "Session"}` };
}

/** What to change in a session, worst first, in money; over all its agents. */
export default async function FindingsPage({ params }: Props) {
  const { id } = await params;
  const summary = await orNotFound(loadSessionSummary(id));
  const cache = await orNotFound(loadSessionCache(id));
  return <FindingsView id={id} summary={summary} cache={cache} />;
}

async function orNotFound<Value>(loading: Promise<Value>): Promise<Value> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) notFound();
    throw error;
  }
}
