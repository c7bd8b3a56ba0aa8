import type { Metadata } from "next";
import { TokensPage } from "@/components/tokens/tokens-page";
import { countForPage, listPricedModels, listTokenizers } from "@/lib/server/token-page";
import { MOST_CUT_CHARACTERS, TOKEN_EXAMPLES } from "@/lib/view-models/token-examples";

export const metadata: Metadata = { title: "Tokens" };
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** The first text is counted here, so that the page stands complete before any script runs. */
export default async function Page({ searchParams }: Props) {
  const { text, example } = await searchParams;
  const chosen = TOKEN_EXAMPLES.find(({ id }) => id === example) ?? TOKEN_EXAMPLES[0];
  const first = typeof text === "string" && text !== "" ? text.slice(0, MOST_CUT_CHARACTERS) : (chosen?.text ?? "");
  return (
    <TokensPage
      first={{ text: first, counts: await countForPage(first) }}
      tokenizers={listTokenizers()}
      models={listPricedModels()}
    />
  );
}
