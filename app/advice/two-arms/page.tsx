import type { Metadata } from "next";
import { TwoArmsPage } from "@/components/two-arms/two-arms-page";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Two arms") });
export const dynamic = "force-dynamic";

/**
 * The comparison of two groups of sessions. The newest two hundred sessions fill the choices; the filters reach all of
 * them.
 */
export default async function Page() {
  const { sessions } = await listLibrary({ limit: 200 });
  const choices = sessions
    .filter(({ is_example }) => !is_example)
    .map(({ id, title, client, project }) => ({ id, title, client, project }));
  return (
    <Words areas={["arms"]}>
      <TwoArmsPage sessions={choices} />
    </Words>
  );
}
