import type { Metadata } from "next";
import { ModelsPage } from "@/components/models/models-page";
import { loadModelTable } from "@/lib/server/model-list";

export const metadata: Metadata = { title: "Models" };
export const dynamic = "force-dynamic";

export default function Page() {
  const { rows, overrides } = loadModelTable();
  return <ModelsPage rows={rows} overrides={overrides} />;
}
