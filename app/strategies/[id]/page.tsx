import type { Metadata, Route } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { StrategyPage } from "@/components/strategies/strategy-page";
import { loadStrategyPage } from "@/lib/server/answers/strategy-page";
import { readSettings } from "@/lib/server/store/preferences";
import { readerSay, Words } from "../../words";

type Props = { params: Promise<{ id: string }> };

export const dynamic = "force-dynamic";
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const facts = await loadStrategyPage((await params).id);
  return { title: facts ? (await readerSay()).known(facts.info.title) : (await readerSay())("Not found") };
}

/** One strategy, shown on a small history. A name in the URL redirects to the id. */
export default async function Page({ params }: Props) {
  const { id } = await params;
  const facts = await loadStrategyPage(id);
  if (facts === null) notFound();
  if (facts.info.id !== id) permanentRedirect(`/strategies/${facts.info.id}` as Route);
  const say = await readerSay();
  const { summary_prompts: saved } = await readSettings();
  return (
    <Words areas={["compare", "reference", "results", "session", "settings", "strategies"]}>
      <StrategyPage {...facts} saved={saved} say={say} />
    </Words>
  );
}
