"use client";
import type { ReactNode } from "react";
import { type ColumnLayout, xOf } from "./column-layout";

type Props = { layout: ColumnLayout; width: number; position: number; notes: readonly string[]; children: ReactNode };

const WIDTH = 208;

/** A tooltip beside the column, on the side that has room, never under the pointer. */
export function TimelineTooltip({ layout, width, position, notes, children }: Props) {
  const x = xOf(layout, position);
  const fitsRight = x + 16 + WIDTH < width;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-5 z-10 rounded-control border border-line2 bg-s1 px-2.5 py-2 text-small"
      style={{ width: WIDTH, left: fitsRight ? x + 16 : Math.max(4, x - 12 - WIDTH) }}
    >
      {children}
      {notes.length > 0 ? (
        <div className="tabular mt-1 border-line border-t pt-1 text-micro text-tx2">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
