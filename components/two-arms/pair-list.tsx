"use client";
import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import type { PairRow, TwoArmsView } from "@/lib/view-models/two-arms/two-arms-view";

/** Rows that are shown before the reader asks for all. */
const FIRST = 10;
const sessionPage = (id: string): Route => `/sessions/${id}` as Route;

/** The pairs, costliest first, each with links to its sessions; and who was left out, and why. */
export function PairList({ view: { pairs, leftOut } }: { view: TwoArmsView }) {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? pairs : pairs.slice(0, FIRST);
  return (
    <section aria-label={say("Pairs")} className="min-w-0 border-line2 border-l max-lg:border-t max-lg:border-l-0">
      <h2 className="flex items-baseline border-line2 border-b px-4 py-2 font-semibold text-small max-sm:px-3">
        {say("Tasks")}
        <span className="ml-auto font-normal text-micro text-tx3">{say("B against A, the bill of the task")}</span>
      </h2>
      <ul>
        {shown.map((row) => (
          <Pair key={`${row.sessionA} ${row.sessionB}`} row={row} />
        ))}
      </ul>
      {pairs.length > FIRST ? (
        <Button
          variant="quiet"
          size="sm"
          className="mx-2 my-1 text-acc"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? say("Fewer tasks") : say("{count} more tasks", { count: pairs.length - FIRST })}
        </Button>
      ) : null}
      {leftOut.length > 0 ? (
        <div className="border-line2 border-t px-4 py-3 text-small max-sm:px-3">
          <h3 className="font-semibold">{say("Left out, and why")}</h3>
          {leftOut.map(({ text, sessions }) => (
            <details key={text} className="py-0.5">
              <summary className="cursor-pointer text-tx2">
                <span className="tabular mr-2 inline-block min-w-4 text-right text-tx">{sessions.length}</span>
                {text}
              </summary>
              <ul className="mt-1 mb-1 ml-6">
                {sessions.map(({ id, title, arm }) => (
                  <li key={id} className="truncate">
                    <span className="mr-2 text-micro text-tx3">{arm.toUpperCase()}</span>
                    <Link href={sessionPage(id)}>{title}</Link>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </div>
      ) : null}
      <p className="px-4 pb-3 text-micro text-tx3 max-sm:px-3">
        {say(
          "Quality is not judged here: compare what was delivered before you keep the cheaper arm. What a proxy pays for its own models is in no log.",
        )}
      </p>
    </section>
  );
}

function Pair({ row }: { row: PairRow }) {
  const width = `${50 * Math.abs(row.bar)}%`;
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_56px_56px_72px_60px] items-center gap-2 border-line border-b px-4 text-small max-sm:grid-cols-[minmax(0,1fr)_52px_52px_56px] max-sm:px-3">
      <span className="truncate" title={row.title}>
        {row.title}
        {row.note ? <span className="ml-2 text-micro text-tx3">{row.note}</span> : null}
      </span>
      <Link href={sessionPage(row.sessionA)} className="tabular text-right text-tx2 no-underline hover:underline">
        {row.a}
      </Link>
      <Link href={sessionPage(row.sessionB)} className="tabular text-right text-tx no-underline hover:underline">
        {row.b}
      </Link>
      <span aria-hidden className="relative h-2 max-sm:hidden">
        <span className="absolute -inset-y-1 left-1/2 w-px bg-line2" />
        <span
          className="absolute inset-y-0 bg-tx3"
          style={row.bar < 0 ? { right: "50%", width } : { left: "50%", width }}
        />
      </span>
      <span className="tabular text-right text-tx2">{row.change}</span>
    </li>
  );
}
