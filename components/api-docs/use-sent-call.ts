import { useEffect, useRef, useState } from "react";
import { type ApiFailure, type RawAnswer, type RawCall, sendCall } from "@/components/api/call-api";

/** null: nothing sent yet. */
export type SentCall = null | "running" | { readonly answer: RawAnswer } | { readonly failure: ApiFailure };

/** One call at a time, with its answer as it came; a new page stops it. */
export function useSentCall() {
  const [sent, setSent] = useState<SentCall>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (call: RawCall) => {
    const control = new AbortController();
    running.current = control;
    setSent("running");
    const result = await sendCall(call, control.signal);
    if (running.current === control) setSent(result.ok ? { answer: result.value } : { failure: result.failure });
  };
  return { sent, send, stop: () => running.current?.abort() };
}
