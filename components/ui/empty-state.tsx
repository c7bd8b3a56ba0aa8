import type { ReactNode } from "react";
import { cn } from "./cn";

type Props = { title: string; children?: ReactNode; actions?: ReactNode; className?: string };

/** An empty state: what will appear here, and what to do next. */
export function EmptyState({ title, children, actions, className }: Props) {
  return (
    <div className={cn("flex max-w-[68ch] flex-col items-start gap-2 p-4 max-sm:px-3", className)}>
      <p className="font-semibold text-base">{title}</p>
      {children ? <div className="text-small text-tx2">{children}</div> : null}
      {actions ? <div className="mt-1 flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
