import type { Metadata } from "next";
import { MetricsPage } from "@/components/metrics/metrics-page";
import { readMetricsPage } from "@/lib/server/answers/metrics-page";
import { readerSay } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Metrics") });
export const dynamic = "force-dynamic";

/** Shows docs/metrics.md: every figure's meaning, formula, source and an example. */
export default async function Page() {
  const say = await readerSay();
  return <MetricsPage text={await readMetricsPage()} say={say} />;
}
