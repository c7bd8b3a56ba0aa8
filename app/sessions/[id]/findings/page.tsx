import { FindingsView } from "@/components/cache/findings-view";
import { loadCostAnswer, loadSessionCache } from "@/lib/server/sessions/cache-page";
import { toOldFindings } from "@/lib/view-models/answer/old-findings";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { Words } from "../../../words";
import { orNotFound } from "../or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Findings");

/** The Findings page: what to change in a session, over all its agents, most expensive first. */
export default async function FindingsPage(props: AgentPageProps) {
  const { id, summary, agent, rows, outline } = await loadAgentPage(props);
  const answer = await orNotFound(loadCostAnswer(id));
  const cache = { ...(await orNotFound(loadSessionCache(id))), findings: toOldFindings(answer) };
  return (
    <Words areas={["answer", "cache"]}>
      <FindingsView id={id} summary={summary} cache={cache} spine={{ agent, packedRows: packRows(rows), outline }} />
    </Words>
  );
}
