"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";

const Context = createContext<ReadonlyMap<number, RequestCause>>(new Map());

/** Provides the answer's causes of breaks to its children. */
export function AnswerProvider({
  causes,
  children,
}: {
  causes: ReadonlyMap<number, RequestCause>;
  children: ReactNode;
}) {
  return <Context value={causes}>{children}</Context>;
}

/**
 * The answer about a request's break; `index`: the request's index over all agents. Undefined outside a
 * session with an answer.
 */
export const useRequestCause = (index: number): RequestCause | undefined => useContext(Context).get(index);
