import type { Metadata } from "next";
import { FindingsView } from "@/components/cache/findings-view";
import { loadSessionCache } from "@/lib/server/cache-page";
import { loadSessionSummary } from "@/lib/server/sessions";
import { orNotFound } from "../or-not-found";

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
