import type { Metadata } from "next";
import { ExamplesPage } from "@/components/examples/examples-page";
import { exampleGroups } from "@/lib/view-models/shell/example-menu";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Examples") });
export const dynamic = "force-dynamic";

/** The built-in session, and the articles' examples grouped by article. */
export default async function Page() {
  return (
    <Words areas={["compare", "library", "reference"]}>
      <ExamplesPage groups={exampleGroups()} />
    </Words>
  );
}
