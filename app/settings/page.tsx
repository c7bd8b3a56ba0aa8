import type { Metadata } from "next";
import { headers } from "next/headers";
import { SettingsPage } from "@/components/settings/settings-page";
import { opens, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { settingsState } from "@/lib/server/answers/settings-answer";
import { listKeys } from "@/lib/server/door/api-keys";
import { whoAsks } from "@/lib/server/people/own-sign-ins";
import { grantedTo } from "@/lib/server/process/granted-rights";
import { listProjects } from "@/lib/server/projects/projects";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Settings") });
export const dynamic = "force-dynamic";

export default async function Page() {
  const asked = await headers();
  const granted = grantedTo(asked);
  const own = await whoAsks(asked.get("cookie"));
  const seesKeys = granted === null || opens(ROUTE_ACCESS["GET /api/keys"], granted);
  return (
    <Words areas={["deletion", "settings"]}>
      <SettingsPage
        first={await settingsState()}
        keys={seesKeys ? await listKeys() : null}
        own={own.kind === "person" ? own : null}
        projects={await listProjects()}
      />
    </Words>
  );
}
