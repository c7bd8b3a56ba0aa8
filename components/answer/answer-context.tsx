"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";

const Context = createContext<ReadonlyMap<number, RequestCause>>(new Map());

/** Lets everything below say the cause of a break as the answer has it. */
export function AnswerProvider({
  causes,
  children,
}: {
  causes: ReadonlyMap<number, RequestCause>;
  children: ReactNode;
}) {
  return <Context value={causes}>{children}</Context>;
}

/** What the answer says of a request's break; `index`: over all agents. Nothing outside of a session with an answer. */
export const useRequestCause = (index: number): RequestCause | undefined => useContext(Context).get(index);
