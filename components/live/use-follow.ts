"use client";
import { useState } from "react";

export type Follow = {
  /** Whether the page shows the newest request. */
  readonly isOn: boolean;
  /** New requests since following was paused. */
  readonly fresh: number;
  readonly follow: () => void;
  readonly pause: () => void;
};

type Input = {
  /** Current number of requests. */
  readonly count: number;
  /** True if the session grew recently; the page then opens at its newest request. */
  readonly startsOn: boolean;
  /** The request in the URL, where the page stays; null if there is none. */
  readonly named: number | null;
  readonly onName: (number: number | null) => void;
};

/** Follows the newest request until the reader selects one, which puts it into the URL. */
export function useFollow({ count, startsOn, named, onName }: Input): Follow {
  const [isWanted, setWanted] = useState(startsOn);
  const [seen, setSeen] = useState(count);
  const isOn = isWanted && named === null;
  if (isOn && seen !== count) setSeen(count);
  return {
    isOn,
    fresh: isOn ? 0 : Math.max(0, count - seen),
    follow: () => {
      setWanted(true);
      onName(null);
    },
    pause: () => {
      if (isOn) onName(count);
    },
  };
}
