import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditPage } from "@/components/audit/audit-page";
import { mayCall, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { drawAudit } from "@/lib/server/audit/audit-list";
import { currentCaller, forRoute } from "@/lib/server/process/caller-context";
import { currentSettings } from "@/lib/server/store/preferences";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Audit log") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** The audit log, for server admins and, limited to their projects, project admins. */
export default async function Page({ searchParams }: Props) {
  const access = ROUTE_ACCESS["GET /api/audit"];
  if (!mayCall(access, currentCaller())) notFound();
  const asked = await searchParams;
  const drawn = await forRoute(access, () => drawAudit(asked));
  return (
    <Words areas={["people"]}>
      <AuditPage {...drawn} days={currentSettings().audit_days} />
    </Words>
  );
}
