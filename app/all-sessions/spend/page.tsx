import type { Metadata } from "next";
import { AllSessionsPage } from "@/components/all-sessions/all-sessions-page";
import { LibrarySpendView } from "@/components/spend/library-spend";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { loadLibrarySpend } from "@/lib/server/sessions/list-query";
import { periodOf, startOfPeriod } from "@/lib/view-models/spend/period";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Who spent it") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<{ period?: string | string[] }> };

/** Who spent the tokens and the money of the person's own sessions, by tool, MCP server, memory file and so on. */
export default async function Page({ searchParams }: Props) {
  const period = periodOf((await searchParams).period);
  const from = startOfPeriod(period, new Date());
  const spend = await loadLibrarySpend(from === null ? {} : { from });
  return (
    <Words areas={["allSessions", "session", "spend", "timeline"]}>
      <AllSessionsPage part="spend" sessions={await countOwnSessions()}>
        <LibrarySpendView spend={spend} period={period} />
      </AllSessionsPage>
    </Words>
  );
}
