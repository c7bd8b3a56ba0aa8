import { SessionView } from "@/components/session/session-view";
import { loadCostAnswer } from "@/lib/server/sessions/cache-page";
import { listComments } from "@/lib/server/sessions/comments";
import { noteSentences } from "@/lib/view-models/session/format-notes";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { readerSay, Words } from "../../words";
import { orNotFound } from "./or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "./session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, null);

export default async function SessionPage(props: AgentPageProps) {
  const { rows, ...page } = await loadAgentPage(props);
  const answer = await orNotFound(loadCostAnswer(page.id));
  const comments = await listComments(page.id);
  return (
    <Words areas={["answer", "transcript", "receipt", "comments", "advised", "runs"]}>
      <SessionView
        key={`${page.id} ${page.agent}`}
        {...page}
        notes={noteSentences(page.summary.notes, await readerSay())}
        answer={answer}
        packedRows={packRows(rows)}
        comments={comments}
      />
    </Words>
  );
}
