import type { ReactNode } from "react";

type SectionProps = { title: string; note?: ReactNode; children: ReactNode };

export function InspectorSection({ title, note, children }: SectionProps) {
  return (
    <section aria-label={title} className="border-line border-b px-4 py-2.5">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-small">{title}</h2>
        {note ? <span className="tabular truncate text-micro text-tx3">{note}</span> : null}
      </div>
      {children}
    </section>
  );
}

type RowProps = { name: ReactNode; value: ReactNode; second?: ReactNode; isSum?: boolean };

/** A row of 18 px: name, value, second value. */
export function InspectorRow({ name, value, second, isSum = false }: RowProps) {
  return (
    <div
      className={`tabular grid min-h-[18px] grid-cols-[1fr_auto_56px] items-center gap-x-2 text-small ${isSum ? "mt-0.5 border-line2 border-t pt-0.5 font-semibold" : ""}`}
    >
      <dt className={`flex min-w-0 items-center gap-2 ${isSum ? "" : "text-tx2"}`}>{name}</dt>
      <dd className="text-right">{value}</dd>
      <dd className="text-right font-normal text-tx3">{second}</dd>
    </div>
  );
}
