"use client";
import { parseAsInteger, parseAsString, useQueryState } from "nuqs";

/** The chosen kind of parts that could be left out, stored in the URL. */
export const useLeaveOut = () =>
  useQueryState("kind", parseAsString.withOptions({ history: "replace", shallow: true }));

/** The shown request, counted from 1; the server then loads its parts. null shows the largest prompt. */
export const useShownRequest = () =>
  useQueryState("request", parseAsInteger.withOptions({ history: "replace", shallow: false }));
