import type { Metadata } from "next";
import { AdvicePage } from "@/components/advice/advice-page";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Advice") });
export const dynamic = "force-dynamic";

/** The Advice page over all imported sessions except the built-in example. */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  return (
    <Words areas={["advice", "advised", "exports", "runs", "share"]}>
      <AdvicePage
        sessions={sessions.filter(({ is_example }) => !is_example).length}
        example={sessions.find(({ is_example }) => is_example)?.id ?? null}
      />
    </Words>
  );
}
