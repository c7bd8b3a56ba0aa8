import { SessionView } from "@/components/session/session-view";
import { loadCostAnswer } from "@/lib/server/sessions/cache-page";
import { listComments } from "@/lib/server/sessions/comments";
import { loadLiveSession, revisionOf } from "@/lib/server/sessions/live-session";
import { findSession } from "@/lib/server/sessions/sessions";
import { noteSentences } from "@/lib/view-models/session/format-notes";
import { mainAgent, toLiveSession } from "@/lib/view-models/session/live-session";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { readerSay, Words } from "../../words";
import { orNotFound } from "./or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "./session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, null);

export default async function SessionPage(props: AgentPageProps) {
  const revision = revisionOf(await orNotFound(findSession((await props.params).id)));
  const { rows, ...page } = await loadAgentPage(props);
  const answer = await orNotFound(loadCostAnswer(page.id));
  const comments = await listComments(page.id);
  const { summary, agent, outline } = page;
  const live =
    agent === mainAgent(summary)
      ? toLiveSession({ revision, rows, outline, answer, endedAt: summary.ended_at })
      : await orNotFound(loadLiveSession(page.id));
  return (
    <Words areas={["answer", "composition", "live", "transcript", "receipt", "comments", "advised", "runs"]}>
      <SessionView
        key={`${page.id} ${page.agent}`}
        {...page}
        others={page.summary.same_session}
        notes={noteSentences(page.summary.notes, await readerSay())}
        answer={answer}
        packedRows={packRows(rows)}
        comments={comments}
        live={live}
        drawnAt={Date.now()}
      />
    </Words>
  );
}
