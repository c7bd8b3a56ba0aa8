import { ReplayPage } from "@/components/replay/replay-page";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { Words } from "../../../words";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Replay");

/** The Replay page: policies over a whole session. */
export default async function Page(props: AgentPageProps) {
  const { id, summary, agent, rows, outline } = await loadAgentPage(props);
  const logged = rows.map(({ index, prompt_tokens, cache_read, cost }) => ({ index, prompt_tokens, cache_read, cost }));
  return (
    <Words areas={["replay", "measures", "runs", "strategies"]}>
      <ReplayPage
        key={`${id} ${agent}`}
        id={id}
        summary={summary}
        agent={agent}
        logged={logged}
        reserveFrom={outline.reserve_from}
        spine={{ agent, packedRows: packRows(rows), outline }}
        strategies={listPlainStrategies()}
      />
    </Words>
  );
}
