import type { ReactNode } from "react";

type Props = { id: string; title: string; note: ReactNode; children: ReactNode };

/** A setting: description at the left, control at the right. Its id is the palette's link target. */
export function SettingRow({ id, title, note, children }: Props) {
  return (
    <div
      id={id}
      className="grid scroll-mt-4 grid-cols-[minmax(0,260px)_minmax(0,1fr)] items-start gap-x-6 gap-y-2 border-line border-b py-3 target:bg-accbg max-sm:grid-cols-1"
    >
      <div>
        <h3 className="font-medium text-base">{title}</h3>
        <p className="text-micro text-tx3 first-letter:uppercase">{note}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2 text-small">{children}</div>
    </div>
  );
}

export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-1 font-semibold text-title">{title}</h2>
      {children}
    </section>
  );
}
