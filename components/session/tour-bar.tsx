"use client";
import Link from "next/link";
import { parseAsInteger, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { TOUR, tourHref } from "@/lib/view-models/tour";

/** The stop of the tour that the URL names, above the page it is about; nothing without one. It can be left at every stop. */
export function TourBar({ id }: { id: string }) {
  const [stop, setStop] = useQueryState("tour", parseAsInteger.withOptions({ history: "replace", shallow: true }));
  const step = stop === null ? undefined : TOUR[stop - 1];
  if (stop === null || step === undefined) return null;
  const isLast = stop === TOUR.length;
  return (
    <section
      aria-label="Tour"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-accbd border-b bg-accbg px-4 py-2 text-small max-sm:px-3"
    >
      <p className="min-w-60 flex-1" aria-live="polite">
        <span className="tabular mr-2 text-tx2">
          {stop} of {TOUR.length}
        </span>
        <strong className="font-semibold">{step.title}.</strong> {step.text}
      </p>
      <div className="flex gap-2">
        {stop > 1 ? (
          <Button asChild size="sm">
            <Link href={tourHref(id, stop - 1) as never}>Back</Link>
          </Button>
        ) : null}
        {isLast ? null : (
          <Button asChild size="sm" variant="primary">
            <Link href={tourHref(id, stop + 1) as never}>Next: {TOUR[stop]?.title.toLowerCase()}</Link>
          </Button>
        )}
        <Button size="sm" onClick={() => void setStop(null)}>
          {isLast ? "End the tour" : "Skip the tour"}
        </Button>
      </div>
    </section>
  );
}
