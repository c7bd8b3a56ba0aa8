import Link from "next/link";
import { useSay } from "@/components/words/words-provider";
import type { SameSession as SameSessionJson } from "@/lib/api/schemas/session";
import { sameSessionLine } from "@/lib/view-models/session/same-session";

/** Notes that other files contain the same session, with links to their pages. */
export function SameSession({ format, others }: { format: string; others: readonly SameSessionJson[] }) {
  const line = sameSessionLine(format, others, useSay());
  if (line === null) return null;
  return (
    <p className="shrink-0 border-line border-b bg-s1 px-4 py-1.5 text-small text-tx2">
      {line.sentences.join(" ")}
      {line.links.map(({ id, label }) => (
        <Link key={id} href={`/sessions/${id}`} className="ml-2 text-acc underline">
          {label}
        </Link>
      ))}
    </p>
  );
}
