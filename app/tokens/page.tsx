import type { Metadata } from "next";
import { TokensPage } from "@/components/tokens/tokens-page";
import { countForPage, listPricedModels, listTokenizers, loadPartText } from "@/lib/server/answers/token-page";
import { MAX_CUT_CHARACTERS, TOKEN_EXAMPLES } from "@/lib/view-models/tokens/token-examples";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Tokens") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** The Tokens page. The server counts the first text, so the page is complete before any script runs. */
export default async function Page({ searchParams }: Props) {
  const { text, example, session, part } = await searchParams;
  const opened = await openPart(session, part);
  const chosen = TOKEN_EXAMPLES.find(({ id }) => id === example) ?? TOKEN_EXAMPLES[0];
  const typed = typeof text === "string" && text !== "" ? text : (chosen?.text ?? "");
  const first = (opened?.text ?? typed).slice(0, MAX_CUT_CHARACTERS);
  return (
    <Words areas={["tokens"]}>
      <TokensPage
        key={opened ? `${session}/${part}` : "typed"}
        opened={opened}
        first={{ text: first, counts: await countForPage(first) }}
        tokenizers={listTokenizers()}
        models={listPricedModels()}
      />
    </Words>
  );
}

const openPart = async (session: string | string[] | undefined, part: string | string[] | undefined) =>
  typeof session === "string" && typeof part === "string" ? loadPartText(session, part, await readerSay()) : null;
