import type { Metadata } from "next";
import { SettingsPage } from "@/components/settings/settings-page";
import { settingsState } from "@/lib/server/settings-answer";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Settings") });
export const dynamic = "force-dynamic";

export default async function Page() {
  return (
    <Words areas={["settings"]}>
      <SettingsPage first={await settingsState()} />
    </Words>
  );
}
