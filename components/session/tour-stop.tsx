"use client";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import { TOUR, tourHref } from "@/lib/view-models/shell/tour";

type Props = { id: string; stop: number; onEnd: () => void };

/** Focuses the link to the next stop, so that pressing Enter repeatedly leads through the tour. */
const focus = (link: HTMLAnchorElement | null): void => link?.focus({ preventScroll: true });

/** A stop of the tour, counted from 1. Readers can leave the tour at every stop. */
export function TourStop({ id, stop, onEnd }: Props) {
  const say = useSay();
  const step = TOUR[stop - 1];
  if (step === undefined) return null;
  const isLast = stop === TOUR.length;
  const next = TOUR[stop];
  return (
    <section
      aria-label={say("Tour")}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-accbd border-b bg-accbg px-4 py-2 text-small max-sm:px-3"
    >
      <p className="min-w-60 flex-1" aria-live="polite">
        <span className="tabular mr-2 text-tx2">{say("{count} of {total}", { count: stop, total: TOUR.length })}</span>
        <strong className="font-semibold">{say("{meaning}.", { meaning: say(step.title) })}</strong> {say(step.text)}
      </p>
      <div className="flex gap-2">
        {stop > 1 ? (
          <Button asChild size="sm">
            <Link href={tourHref(id, stop - 1) as never}>{say("Back")}</Link>
          </Button>
        ) : null}
        {next === undefined ? null : (
          <Button asChild size="sm" variant="primary">
            <Link key={stop} ref={focus} href={tourHref(id, stop + 1) as never}>
              {say("Next: {title}", { title: say(next.title).toLowerCase() })}
            </Link>
          </Button>
        )}
        <Button size="sm" onClick={onEnd}>
          {isLast ? say("End the tour") : say("Skip the tour")}
        </Button>
      </div>
    </section>
  );
}
