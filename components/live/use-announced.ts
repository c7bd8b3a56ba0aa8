"use client";
import { useEffect, useRef, useState } from "react";

const REST_MS = 30_000;

/** The text to announce: changes at most every 30 seconds, urgent ones immediately, nothing on the first render. */
export function useAnnounced(sentence: string, urgent: string | null): string {
  const [text, setText] = useState("");
  const saidAt = useRef(0);
  const last = useRef({ sentence, urgent });
  useEffect(() => {
    const isNew = urgent !== null && urgent !== last.current.urgent;
    if (!isNew && sentence === last.current.sentence) return;
    const speak = () => {
      last.current = { sentence, urgent };
      saidAt.current = Date.now();
      setText(isNew ? urgent : sentence);
    };
    const timer = setTimeout(speak, isNew ? 0 : Math.max(0, saidAt.current + REST_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [sentence, urgent]);
  return text;
}
