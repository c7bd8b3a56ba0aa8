import { CompositionPage } from "@/components/composition/composition-page";
import { loadAgentComposition } from "@/lib/server/sessions/cache-page";
import { toCompositionView } from "@/lib/view-models/composition/composition-view";
import { linkedRequest } from "@/lib/view-models/session/linked-request";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { readerSay, Words } from "../../../words";
import { orNotFound } from "../or-not-found";
import { type AgentPageProps, loadAgentPage, titleOf } from "../session-page";

export const generateMetadata = ({ params }: AgentPageProps) => titleOf(params, "Spend");

type Props = AgentPageProps & { searchParams: Promise<{ request?: string | string[] }> };

/** The Spend page: what one prompt was made of, and what of it was carried for nothing. Only its parts are sent. */
export default async function Page(props: Props) {
  const { rows, ...page } = await loadAgentPage(props);
  const own = await orNotFound(loadAgentComposition(page.id, page.agent));
  const say = await readerSay();
  const { request: wanted } = await props.searchParams;
  const number = Number(typeof wanted === "string" ? wanted : Number.NaN);
  const largest = rows.reduce((best, row, at) => (row.prompt_tokens > (rows[best]?.prompt_tokens ?? 0) ? at : best), 0);
  const { position, note } = linkedRequest(Number.isInteger(number) ? number : null, rows.length, largest, say);
  const request = rows[position];
  const view = request ? toCompositionView(own, request, position, page.outline.window, say) : null;
  return (
    <Words areas={["composition"]}>
      <CompositionPage key={`${page.id} ${page.agent}`} {...page} packedRows={packRows(rows)} view={view} note={note} />
    </Words>
  );
}
