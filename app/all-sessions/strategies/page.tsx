import type { Metadata } from "next";
import { AllSessionsPage } from "@/components/all-sessions/all-sessions-page";
import { StrategiesOverSessions } from "@/components/corpus/strategies-over-sessions";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await readerSay())("Strategies on my sessions"),
});
export const dynamic = "force-dynamic";

/** Strategies over all imported sessions; the newest two hundred can be chosen individually. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const choices = sessions.map(({ id, title, client, requests, is_example }) => ({
    id,
    title,
    client,
    requests,
    is_example,
  }));
  return (
    <Words areas={["allSessions", "corpus", "compare", "results", "runs", "session"]}>
      <AllSessionsPage part="strategies" sessions={await countOwnSessions()}>
        <StrategiesOverSessions sessions={choices} strategies={listPlainStrategies()} />
      </AllSessionsPage>
    </Words>
  );
}
