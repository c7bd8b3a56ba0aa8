import { SessionAdvicePage } from "@/components/advice/session-advice-page";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Advice");

/** The Advice page: at what threshold, with what, should this session have been compacted? */
export default async function Page(props: AgentPageProps) {
  const { id, summary } = await loadAgentPage(props);
  return <SessionAdvicePage key={id} id={id} summary={summary} />;
}
