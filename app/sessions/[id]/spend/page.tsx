import { CompositionPage } from "@/components/composition/composition-page";
import { Growing } from "@/components/live/growing";
import { SpendPage } from "@/components/spend/spend-page";
import { loadAgentComposition, loadSpend } from "@/lib/server/sessions/cache-page";
import { revisionOf } from "@/lib/server/sessions/live-session";
import { findSession } from "@/lib/server/sessions/sessions";
import { toCompositionView } from "@/lib/view-models/composition/composition-view";
import { linkedRequest, requestParam } from "@/lib/view-models/session/linked-request";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { readerSay, Words } from "../../../words";
import { orNotFound } from "../or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Spend");

type Query = { request?: string | string[]; of?: string | string[] };
type Props = AgentPageProps & { searchParams: Promise<Query> };

/** The Spend page: spenders of the session's tokens and money; with `of=request`, the composition of one prompt. */
export default async function Page(props: Props) {
  const revision = revisionOf(await orNotFound(findSession((await props.params).id)));
  const { rows, ...page } = await loadAgentPage(props);
  const { request: wanted, of } = await props.searchParams;
  const say = await readerSay();
  const largest = rows.reduce((best, row, at) => (row.prompt_tokens > (rows[best]?.prompt_tokens ?? 0) ? at : best), 0);
  const { position, note } = linkedRequest(requestParam(wanted), rows.length, largest, say);
  if (of !== "request") {
    const spend = await orNotFound(loadSpend(page.id));
    const { id, summary, agent, outline } = page;
    return (
      <Words areas={["spend"]}>
        <Growing id={id} revision={revision} />
        <SpendPage {...{ id, summary, position, note, spend }} data={{ agent, outline, packedRows: packRows(rows) }} />
      </Words>
    );
  }
  const composition = await orNotFound(loadAgentComposition(page.id, page.agent));
  const request = rows[position];
  const view = request ? toCompositionView(composition, request, position, page.outline.window, say) : null;
  return (
    <Words areas={["composition"]}>
      <Growing id={page.id} revision={revision} />
      <CompositionPage key={`${page.id} ${page.agent}`} {...page} packedRows={packRows(rows)} view={view} note={note} />
    </Words>
  );
}
