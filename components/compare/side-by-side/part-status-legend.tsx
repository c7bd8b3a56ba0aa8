import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { sentence } from "@/lib/wording/say";

const STATUSES = [
  { label: sentence("kept"), className: "bg-s3" },
  { label: sentence("edited"), className: "bg-tx2" },
  { label: sentence("dropped"), className: "hatch-dropped outline-1 outline-line2" },
  { label: sentence("summarised"), className: "bg-kind-summary" },
  { label: sentence("put aside"), className: "lines-aside" },
];

export function PartStatusLegend() {
  const say = useSay();
  return (
    <ul aria-label={say("What became of a part")} className="flex gap-3 text-micro text-tx2 max-sm:hidden">
      {STATUSES.map(({ label, className }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={cn("pattern size-2.5", className)} />
          {say.known(label)}
        </li>
      ))}
    </ul>
  );
}
