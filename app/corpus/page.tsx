import type { Metadata } from "next";
import type { StrategyInfo } from "@/components/compare/compare-types";
import { CorpusPage } from "@/components/corpus/corpus-page";
import { listLibrary } from "@/lib/server/sessions";
import { listStrategies } from "@/lib/server/strategy-list";

export const metadata: Metadata = { title: "Corpus" };
export const dynamic = "force-dynamic";

/** Strategies over all imported sessions; the newest two hundred can be chosen one by one. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const choices = sessions.map(({ id, title, requests, is_example }) => ({ id, title, requests, is_example }));
  return <CorpusPage sessions={choices} strategies={plainStrategies()} />;
}

/** A JSON Schema of zod carries a hidden prototype, which cannot go to the browser as a property. */
const plainStrategies = () => JSON.parse(JSON.stringify(listStrategies())) as StrategyInfo[];
