import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

type Props = {
  title: string;
  /** What is inside, in a few words. */
  note: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** A section that is rendered only once it is opened. */
export function Fold({ title, note, isOpen, onToggle, children }: Props) {
  return (
    <div className="border-line2 border-b">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-9 w-full items-baseline gap-3 px-4 py-2 text-left text-small hover:bg-s2 max-sm:px-3"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-3.5 shrink-0 translate-y-0.5 stroke-[1.75]", isOpen && "rotate-90")}
          />
          <span className="shrink-0 font-semibold">{title}</span>
          <span className="min-w-0 truncate text-tx3 max-sm:hidden">{note}</span>
        </button>
      </h2>
      {isOpen ? children : null}
    </div>
  );
}
