"use client";
import { useEffect, useState } from "react";

/**
 * The time in milliseconds, updated every second. `first` is the server's time, so that server and browser
 * render the same text.
 */
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
