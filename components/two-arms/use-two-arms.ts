"use client";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect, useMemo, useState } from "react";
import { callApi, type Finished } from "@/components/api/call-api";
import type { TwoArmsAnswer } from "@/lib/api/schemas/two-arms";
import {
  ARMS_BY,
  type FirstChoice,
  type TwoArmsChoice,
  twoArmsBodyOf,
} from "@/lib/view-models/two-arms/two-arms-choice";

const ids = parseAsArrayOf(parseAsString).withDefault([]);

/** The choice in the URL. */
const parsersFrom = (first: FirstChoice) => ({
  by: parseAsStringLiteral(ARMS_BY).withDefault("date"),
  date: parseAsString.withDefault(first.date),
  client: parseAsString.withDefault(first.client),
  a: parseAsString.withDefault(""),
  b: parseAsString.withDefault(""),
  handA: ids,
  handB: ids,
  pair: parseAsStringLiteral(["prompt", "folder", "none"]).withDefault(first.pair),
  unit: parseAsStringLiteral(["usd", "tokens"]).withDefault("usd"),
});

const NO_CHOICE: FirstChoice = { date: "", client: "", pair: "prompt" };

export type ChangeChoice = (change: Partial<TwoArmsChoice>) => void;

/** `first`: the choice until the reader makes one. */
export function useTwoArmsChoice(first: FirstChoice | null): readonly [TwoArmsChoice, ChangeChoice] {
  const parsers = useMemo(() => parsersFrom(first ?? NO_CHOICE), [first]);
  const [choice, setChoice] = useQueryStates(parsers, { history: "replace", shallow: true });
  const change: ChangeChoice = ({ handA, handB, ...rest }) =>
    void setChoice({ ...rest, ...(handA && { handA: [...handA] }), ...(handB && { handB: [...handB] }) });
  return [choice, change];
}

type Compared = {
  readonly body: string;
  /** The choice that `answer` is about; the reader's may be newer. */
  readonly choice: TwoArmsChoice;
  readonly answer: Finished<TwoArmsAnswer>;
};

/**
 * Sends a request whenever the choice is complete and new. Null until the first answer; `isCurrent` is false while a
 * newer one is loading.
 */
export function useTwoArms(choice: TwoArmsChoice): { readonly shown: Compared | null; readonly isCurrent: boolean } {
  const body = JSON.stringify(twoArmsBodyOf(choice));
  const [shown, setShown] = useState<Compared | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `body` is the choice as text
  useEffect(() => {
    if (body === "null") return;
    const controller = new AbortController();
    void callApi("POST /api/two-arms", { body, signal: controller.signal }).then((answer) => {
      if (!controller.signal.aborted) setShown({ body, choice, answer });
    });
    return () => controller.abort();
  }, [body]);
  return { shown: body === "null" ? null : shown, isCurrent: shown?.body === body };
}
