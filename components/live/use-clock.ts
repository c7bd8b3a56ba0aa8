"use client";
import { useEffect, useState } from "react";

/** The time in milliseconds, updated every second. `first` is the server's, so that both render the same. */
export function useClock(first: number): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
