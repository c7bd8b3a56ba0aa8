import { cn } from "@/components/ui/cn";
import type { AdviceView } from "@/lib/view-models/advice-view";

/** Half of the bar's width stands for this change. */
const FULL = 0.6;

/** Each session under the policy that is shown: how much less or more it would have cost with lost facts paid. */
export function SessionChanges({ view }: { view: AdviceView }) {
  if (view.sessions.length === 0) return null;
  return (
    <section aria-label="Each session" className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <h2 className="font-semibold text-small">
        Each session <span className="font-normal text-micro text-tx3">change of cost under this policy</span>
      </h2>
      <ul className="mt-1 max-h-80 overflow-y-auto">
        {view.sessions.map(({ id, title, requests, change }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_48px_96px_52px] items-center gap-2 py-1 text-small">
            <a href={`/sessions/${encodeURIComponent(id)}/advice`} className="truncate text-tx hover:underline">
              {title}
            </a>
            <span className="text-right text-micro text-tx3 tabular-nums">{requests}</span>
            <Bar change={change} />
            <span
              className={cn("text-right tabular-nums", change < 0 ? "text-good" : change > 0 ? "text-bad" : "text-tx3")}
            >
              {percent(change)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bar({ change }: { change: number }) {
  const width = Math.min(1, Math.abs(change) / FULL) * 50;
  return (
    <span aria-hidden className="relative block h-2">
      <span className="absolute top-0 left-1/2 h-full w-px bg-tx3" />
      <span
        className={cn("absolute top-0 h-full", change < 0 ? "bg-good" : "bg-bad")}
        style={{ width: `${width}%`, left: change < 0 ? `${50 - width}%` : "50%" }}
      />
    </span>
  );
}

function percent(share: number): string {
  const whole = Math.round(share * 100);
  return `${whole < 0 ? "\u2212" : whole > 0 ? "+" : ""}${Math.abs(whole)}\u2009%`;
}
