import type { Metadata } from "next";
import { CorpusPage } from "@/components/corpus/corpus-page";
import { listLibrary } from "@/lib/server/sessions";
import { listPlainStrategies } from "@/lib/server/strategy-list";

export const metadata: Metadata = { title: "Corpus" };
export const dynamic = "force-dynamic";

/** The Corpus page: strategies over all imported sessions, of which the newest two hundred can be chosen one by one. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const choices = sessions.map(({ id, title, requests, is_example }) => ({ id, title, requests, is_example }));
  return <CorpusPage sessions={choices} strategies={listPlainStrategies()} />;
}
