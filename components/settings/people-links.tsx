"use client";
import type { Route } from "next";
import Link from "next/link";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import { AuditDays } from "./number-settings";
import { SettingRow } from "./setting-row";
import type { SettingsState } from "./use-settings";

/** The ways to the people and to the audit log, for those who may see them. */
export function PeopleLinks({ state }: { state: SettingsState }) {
  const say = useSay();
  const seesPeople = useMay("GET /api/people");
  const seesAudit = useMay("GET /api/audit");
  const mayChange = useMay("PATCH /api/settings");
  return (
    <>
      {seesPeople ? (
        <SettingRow id="people" title={say("People")} note={say("who has signed in, and their roles in projects")}>
          <Button asChild>
            <Link href={"/settings/people" as Route}>{say("People and roles")}</Link>
          </Button>
        </SettingRow>
      ) : null}
      {seesAudit ? (
        <SettingRow
          id="audit"
          title={say("Audit log")}
          note={say("who signed in, imported, exported, deleted or changed something")}
        >
          <Button asChild>
            <Link href={"/settings/audit" as Route}>{say("Open the audit log")}</Link>
          </Button>
          {mayChange ? <AuditDays state={state} /> : null}
        </SettingRow>
      ) : null}
    </>
  );
}
