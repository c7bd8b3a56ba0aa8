import { SessionView } from "@/components/session/session-view";
import { loadSimulatedStrip } from "@/lib/server/sessions/cache-page";
import { listComments } from "@/lib/server/sessions/comments";
import { noteSentences } from "@/lib/view-models/session/format-notes";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { toSessionVerdict } from "@/lib/view-models/session/session-verdict";
import { readerSay, Words } from "../../words";
import { orNotFound } from "./or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "./session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, null);

type Props = AgentPageProps & { searchParams: Promise<{ rules?: string | string[] }> };

export default async function SessionPage(props: Props) {
  const { rows, ...page } = await loadAgentPage(props);
  const { rules } = await props.searchParams;
  const strip = await orNotFound(loadSimulatedStrip(page.id, page.agent, typeof rules === "string" ? rules : null));
  const comments = await listComments(page.id);
  return (
    <Words areas={["transcript", "comments", "advised", "runs"]}>
      <SessionView
        key={`${page.id} ${page.agent}`}
        {...page}
        notes={noteSentences(page.summary.notes, await readerSay())}
        verdict={toSessionVerdict(page.summary, page.agent, rows, await readerSay())}
        packedRows={packRows(rows)}
        strip={strip}
        comments={comments}
      />
    </Words>
  );
}
