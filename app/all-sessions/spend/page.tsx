import type { Metadata } from "next";
import { AllSessionsPage } from "@/components/all-sessions/all-sessions-page";
import { LibrarySpendView } from "@/components/spend/library-spend";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { loadLibrarySpend } from "@/lib/server/sessions/list-query";
import { type Period, periodOf, startOfPeriod } from "@/lib/view-models/spend/period";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Who spent it") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<{ period?: string | string[] }> };

/** What used the tokens and the money of the person's own sessions: tools, MCP servers, memory files and so on. */
export default async function Page({ searchParams }: Props) {
  const asked = (await searchParams).period;
  const { period, spend } = asked === undefined ? await spendOfLatest() : await spendOf(periodOf(asked));
  return (
    <Words areas={["allSessions", "results", "session", "spend", "timeline"]}>
      <AllSessionsPage part="spend" sessions={await countOwnSessions()}>
        <LibrarySpendView spend={spend} period={period} />
      </AllSessionsPage>
    </Words>
  );
}

/** Covers the last thirty days, or all time if those have no session. */
async function spendOfLatest() {
  const latest = await spendOf("30");
  return latest.spend.rows.length > 0 ? latest : spendOf("all");
}

async function spendOf(period: Period) {
  const from = startOfPeriod(period, new Date());
  return { period, spend: await loadLibrarySpend(from === null ? {} : { from }) };
}
