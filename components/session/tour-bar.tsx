"use client";
import dynamic from "next/dynamic";
import { parseAsInteger, useQueryState } from "nuqs";

/** Few visits of a session are part of the tour. */
const TourStop = dynamic(() => import("./tour-stop").then((module) => module.TourStop));

/** The tour stop in the URL, shown above its page; hidden without one. */
export function TourBar({ id }: { id: string }) {
  const [stop, setStop] = useQueryState("tour", parseAsInteger.withOptions({ history: "replace", shallow: true }));
  return stop === null ? null : <TourStop id={id} stop={stop} onEnd={() => void setStop(null)} />;
}
