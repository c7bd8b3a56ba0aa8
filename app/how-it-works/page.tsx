import type { Metadata } from "next";
import { HowItWorksPage } from "@/components/reference/how-it-works-page";
import { readHowItWorks } from "@/lib/server/answers/how-it-works";
import { contextGrowth } from "@/lib/view-models/models/context-growth";
import { readerSay } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("How it works") });
export const dynamic = "force-dynamic";

/** Why a long conversation gets expensive, what a cached prefix changes, and how products shorten it. */
export default async function Page() {
  const say = await readerSay();
  return <HowItWorksPage steps={contextGrowth()} {...(await readHowItWorks(say.language))} say={say} />;
}
