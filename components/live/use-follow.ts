"use client";
import { useState } from "react";

export type Follow = {
  /** The page shows the newest request. */
  readonly isOn: boolean;
  /** Requests that came since it stopped doing so. */
  readonly fresh: number;
  readonly follow: () => void;
  readonly pause: () => void;
};

type Input = {
  /** Requests now. */
  readonly count: number;
  /** The session grew lately, so the page opens at its newest request. */
  readonly startsOn: boolean;
  /** The request that the address names; null: none. One that is named is not left. */
  readonly named: number | null;
  readonly onName: (number: number | null) => void;
};

/** Follows the newest request until the address names one, which every choice of the reader does. */
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
