import { cn } from "@/components/ui/cn";

const STATUSES = [
  { label: "kept", className: "bg-s3" },
  { label: "edited", className: "bg-tx2" },
  { label: "dropped", className: "hatch-dropped outline-1 outline-line2" },
  { label: "summarised", className: "bg-kind-summary" },
  { label: "put aside", className: "lines-aside" },
];

export function PartStatusLegend() {
  return (
    <ul aria-label="What became of a part" className="flex gap-3 text-micro text-tx2 max-sm:hidden">
      {STATUSES.map(({ label, className }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={cn("pattern size-2.5", className)} />
          {label}
        </li>
      ))}
    </ul>
  );
}
