import type { Metadata } from "next";
import { SettingsPage } from "@/components/settings/settings-page";
import { settingsState } from "@/lib/server/settings-answer";

export const metadata: Metadata = { title: "Settings" };
export const dynamic = "force-dynamic";

export default async function Page() {
  return <SettingsPage first={await settingsState()} />;
}
