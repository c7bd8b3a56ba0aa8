import { CacheView } from "@/components/cache/cache-view";
import { Growing } from "@/components/live/growing";
import { loadAgentCache, loadCostAnswer, loadSessionCache, loadSimulatedCache } from "@/lib/server/sessions/cache-page";
import { revisionOf } from "@/lib/server/sessions/live-session";
import { findSession } from "@/lib/server/sessions/sessions";
import { dropsWithoutWrites } from "@/lib/view-models/cache/read-drops";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { Words } from "../../../words";
import { orNotFound } from "../or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Cache");

type Props = AgentPageProps & { searchParams: Promise<{ rules?: string | string[] }> };

/** The Cache page of one agent; agreement and costs cover the whole session. */
export default async function CachePage(props: Props) {
  const revision = revisionOf(await orNotFound(findSession((await props.params).id)));
  const { rows, ...page } = await loadAgentPage(props);
  const { id, agent } = page;
  // The order matters: for an older import, the first call creates the input of the second.
  const cache = await orNotFound(loadSessionCache(id));
  const answer = await orNotFound(loadCostAnswer(id));
  const own = await orNotFound(loadAgentCache(id, agent));
  const { rules } = await props.searchParams;
  const simulated = await orNotFound(loadSimulatedCache(id, agent, typeof rules === "string" ? rules : null));
  const shown = { cache, answer, own, simulated, drops: dropsWithoutWrites(rows) };
  return (
    <Words areas={["answer", "cache"]}>
      <Growing id={id} revision={revision} />
      <CacheView key={`${id} ${agent}`} {...page} packedRows={packRows(rows)} {...shown} />
    </Words>
  );
}
