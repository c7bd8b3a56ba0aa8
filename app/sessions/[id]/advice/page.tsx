import { SessionAdvicePage } from "@/components/advice/session-advice-page";
import { Words } from "../../../words";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Advice");

/** The Advice page: at what threshold, and with which strategy, this session should have been compacted. */
export default async function Page(props: AgentPageProps) {
  const { id, summary } = await loadAgentPage(props);
  return (
    <Words areas={["advice", "advised", "runs", "share", "strategies"]}>
      <SessionAdvicePage key={id} id={id} summary={summary} />
    </Words>
  );
}
