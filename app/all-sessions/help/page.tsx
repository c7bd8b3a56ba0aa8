import type { Metadata } from "next";
import { AllSessionsPage } from "@/components/all-sessions/all-sessions-page";
import { TwoArms } from "@/components/two-arms/two-arms";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { loadLibrarySpend } from "@/lib/server/sessions/list-query";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { newestChange } from "@/lib/view-models/spend/newest-change";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Did it help?") });
export const dynamic = "force-dynamic";

/** The comparison of two groups of sessions. The choices list the newest two hundred sessions; the filters cover all. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const own = sessions.filter(({ is_example }) => !is_example);
  const choices = own.map(({ id, title, client, project }) => ({ id, title, client, project }));
  const change = newestChange(own, (await loadLibrarySpend({})).rows);
  return (
    <Words areas={["allSessions", "arms"]}>
      <AllSessionsPage part="help" sessions={await countOwnSessions()}>
        <TwoArms sessions={choices} change={change} />
      </AllSessionsPage>
    </Words>
  );
}
