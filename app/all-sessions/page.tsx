import type { Metadata } from "next";
import { AdviceOverSessions } from "@/components/advice/advice-over-sessions";
import { AllSessionsPage } from "@/components/all-sessions/all-sessions-page";
import { CausesOverSessions } from "@/components/answer/causes-over-sessions";
import { listSessions } from "@/lib/server/library/list";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { causesOverSessions } from "@/lib/view-models/answer/causes-over-sessions";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("What to change") });
export const dynamic = "force-dynamic";

/** What to change, based on all imported sessions except the built-in examples. */
export default async function Page() {
  const own = await countOwnSessions();
  const { sessions, found } = await listSessions({ counted: true, limit: 200 });
  const examples = sessions.filter(({ is_example }) => is_example);
  return (
    <Words
      areas={[
        "allSessions",
        "answer",
        "causes",
        "advice",
        "advised",
        "exports",
        "results",
        "runs",
        "share",
        "strategies",
      ]}
    >
      <AllSessionsPage part="change" sessions={own}>
        <CausesOverSessions
          causes={causesOverSessions(sessions)}
          newest={found > sessions.length ? sessions.length - examples.length : null}
        />
        <AdviceOverSessions sessions={own} example={examples[0]?.id ?? null} />
      </AllSessionsPage>
    </Words>
  );
}
