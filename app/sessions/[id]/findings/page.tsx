import { FindingsView } from "@/components/cache/findings-view";
import { loadSessionCache } from "@/lib/server/cache-page";
import { loadSessionSummary } from "@/lib/server/sessions";
import { orNotFound } from "../or-not-found";
import { titleOf } from "../session-page";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props) => titleOf(params, "Findings");

/** The Findings page: what to change in a session, over all its agents, most expensive first. */
export default async function FindingsPage({ params }: Props) {
  const { id } = await params;
  const summary = await orNotFound(loadSessionSummary(id));
  const cache = await orNotFound(loadSessionCache(id));
  return <FindingsView id={id} summary={summary} cache={cache} />;
}
