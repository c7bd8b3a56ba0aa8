import type { Metadata } from "next";
import { StrategyList } from "@/components/strategies/strategy-list";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { loadResults } from "@/lib/server/answers/strategy-page";
import { toFigures } from "@/lib/view-models/strategies/strategy-directory";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Strategies") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** Every strategy by name, with its versions inside. `?find=` filters from the start. */
export default async function Page({ searchParams }: Props) {
  const { find } = await searchParams;
  const rows = listPlainStrategies().map(({ params: _, ...info }) => ({ ...info, params: {} }));
  return (
    <Words areas={["compare", "reference", "results", "session", "strategies"]}>
      <StrategyList
        strategies={rows}
        figures={toFigures(await loadResults())}
        first={typeof find === "string" ? find : ""}
      />
    </Words>
  );
}
