import type { Metadata } from "next";
import { MetricsPage } from "@/components/metrics/metrics-page";
import { readMetricsPage } from "@/lib/server/metrics-page";
import { readerSay } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Metrics") });
export const dynamic = "force-dynamic";

/** docs/metrics.md: what every figure is, its formula, source and an example. */
export default async function Page() {
  return <MetricsPage text={await readMetricsPage()} say={await readerSay()} />;
}
