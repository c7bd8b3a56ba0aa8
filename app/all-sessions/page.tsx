import type { Metadata } from "next";
import { AdviceOverSessions } from "@/components/advice/advice-over-sessions";
import { AllSessionsPage } from "@/components/all-sessions/all-sessions-page";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("What to change") });
export const dynamic = "force-dynamic";

/** What to change, over all imported sessions except the built-in examples. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const own = await countOwnSessions();
  return (
    <Words areas={["allSessions", "advice", "advised", "exports", "runs", "share"]}>
      <AllSessionsPage part="change" sessions={own}>
        <AdviceOverSessions sessions={own} example={sessions.find(({ is_example }) => is_example)?.id ?? null} />
      </AllSessionsPage>
    </Words>
  );
}
