import Link from "next/link";
import { useSay } from "@/components/words/words-provider";
import { summariseImports } from "@/lib/view-models/library/import-summary";
import type { ImportEntry } from "./import-types";

type Props = { entries: readonly ImportEntry[]; isOpen: boolean; onToggle: () => void };

/** Summarises the imports of this browser in one line; clicking it opens the report above the table. */
export function LastImport({ entries, isOpen, onToggle }: Props) {
  const say = useSay();
  if (entries.length === 0)
    return (
      <p className="px-4 py-3 text-small">
        <Link href="/imports" className="text-acc">
          {say("All imports")}
        </Link>
      </p>
    );
  return (
    <section aria-label={say("Last import")} className="px-4 py-3">
      <div className="flex items-baseline justify-between">
        <h2 className="font-semibold text-small">{say("Last import")}</h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="touch-target text-acc text-small hover:underline"
        >
          {isOpen ? say("Hide report") : say("Report")}
        </button>
      </div>
      <p className="text-small text-tx2">{summariseImports(entries, say)}</p>
      <Link href="/imports" className="text-acc text-small">
        {say("All imports")}
      </Link>
    </section>
  );
}
