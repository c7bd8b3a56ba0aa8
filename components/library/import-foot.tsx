import { Check, Copy, TriangleAlert, X } from "lucide-react";
import Link from "next/link";
import { useSay } from "@/components/words/words-provider";
import { sentence } from "@/lib/wording/say";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { KeptRows } from "./kept-rows";

type Props = { reports: readonly FileReport[]; hasLink?: boolean };

const LEGEND = [
  { Icon: Check, color: "text-good", meaning: sentence("all rows read or stored") },
  { Icon: TriangleAlert, color: "text-warn", meaning: sentence("imported, with something missing") },
  { Icon: Copy, color: "text-tx3", meaning: sentence("already here") },
  { Icon: X, color: "text-bad", meaning: sentence("nothing imported") },
] as const;

/** Below an import's files: what was kept without being interpreted, and a legend of the signs. */
export function ImportFoot({ reports, hasLink = false }: Props) {
  const say = useSay();
  // For a single file, its uninterpreted rows are shown with the file.
  const haveKept = reports.filter(({ kept_kinds: kinds = [] }) => kinds.length > 0).length > 1;
  return (
    <>
      {haveKept ? (
        <div className="border-line border-b px-4 py-3 max-sm:px-3">
          <KeptRows reports={reports} />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 text-small max-sm:px-3">
        {LEGEND.map(({ Icon, color, meaning }) => (
          <span key={meaning} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className={`size-4 stroke-[1.75] ${color}`} />
            {say(meaning)}
          </span>
        ))}
        {hasLink ? (
          <Link href="/imports" className="ml-auto text-acc max-sm:ml-0">
            {say("All imports, with their reports")}
          </Link>
        ) : null}
      </div>
    </>
  );
}
