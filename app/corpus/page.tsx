import type { Metadata } from "next";
import { CorpusPage } from "@/components/corpus/corpus-page";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Corpus") });
export const dynamic = "force-dynamic";

/** The Corpus page: strategies over all imported sessions; the newest two hundred can be chosen individually. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const choices = sessions.map(({ id, title, requests, is_example }) => ({ id, title, requests, is_example }));
  return (
    <Words areas={["corpus", "compare", "results", "runs", "session"]}>
      <CorpusPage sessions={choices} strategies={listPlainStrategies()} />
    </Words>
  );
}
