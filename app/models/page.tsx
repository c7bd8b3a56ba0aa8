import type { Metadata } from "next";
import { ModelsPage } from "@/components/models/models-page";
import { loadModelTable } from "@/lib/server/answers/model-list";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Models") });
export const dynamic = "force-dynamic";

export default async function Page() {
  const { rows, overrides } = await loadModelTable(await readerSay());
  return (
    <Words areas={["models", "ownWindow"]}>
      <ModelsPage rows={rows} overrides={overrides} />
    </Words>
  );
}
