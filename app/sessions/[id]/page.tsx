import { SessionView } from "@/components/session/session-view";
import { listComments } from "@/lib/server/comments";
import { packRows } from "@/lib/view-models/pack-rows";
import { toSessionVerdict } from "@/lib/view-models/session-verdict";
import { readerSay, Words } from "../../words";
import { type AgentPageProps, loadAgentPage, titleOf } from "./session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, null);

export default async function SessionPage(props: AgentPageProps) {
  const { rows, ...page } = await loadAgentPage(props);
  const comments = await listComments(page.id);
  return (
    <Words areas={["transcript", "comments"]}>
      <SessionView
        key={`${page.id} ${page.agent}`}
        {...page}
        notes={page.summary.notes}
        verdict={toSessionVerdict(page.summary, page.agent, rows, await readerSay())}
        packedRows={packRows(rows)}
        comments={comments}
      />
    </Words>
  );
}
