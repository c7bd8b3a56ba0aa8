import * as z from "zod";
import { type ToolCallPart, toolOutputText } from "../../conversation/part";
import { fieldsOf } from "../../tools/input-places";
import { step, when } from "../grammar/combinators";
import { noInflation } from "../grammar/guards";
import { whole } from "../grammar/params";
import { callOf, type Selector, toolResults } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { maskOutput } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";

/** Names of tools that show a web page. */
const BROWSER = /brows|navigat|goto|playwright|puppeteer|web_?fetch|fetch_?(url|web|page)|open_?(url|page)/i;
const URL_FIELD = /^(url|uri|href|address|link|goto)$/i;
const ADDRESS = /https?:\/\/[^\s"'<>)\]]+/;

/** The page's address, from the call's input or the start of its output; null if neither has one. */
function addressOf(call: ToolCallPart | undefined, output: string): string | null {
  const fields = call ? Object.entries(fieldsOf(call.input)) : [];
  const named = fields.find(([name, value]) => URL_FIELD.test(name) && typeof value === "string")?.[1];
  const inside = ADDRESS.exec(call ? JSON.stringify(call.input) : "")?.[0] ?? ADDRESS.exec(output.slice(0, 2_000))?.[0];
  return typeof named === "string" ? named : (inside ?? null);
}

/** Selects all results that show a page, except the newest `window` ones. */
const olderPages =
  (window: number): Selector =>
  (view) => {
    const pages = toolResults(view).filter((result) => BROWSER.test(view.toolNameOf(result) ?? ""));
    return pages.slice(0, Math.max(0, pages.length - window)).map(({ id }) => ({ parts: [id], reason: "older-page" }));
  };

const OMITTED = "Content omitted";

const visited = maskOutput((result, view: View) => {
  const text = toolOutputText(result.output);
  if (text.endsWith(OMITTED)) return null;
  return `Visited ${addressOf(callOf(result, view), text) ?? "a page"}\n${OMITTED}`;
});

export const openhandsBrowserOutput = defineStrategy(
  deterministic({
    id: "openhands-browser-output",
    family: "in-place",
    product: {
      name: "OpenHands",
      version: "156d0686",
      date: "2025-11-28",
      read: "2026-11-22",
      source:
        "https://github.com/All-Hands-AI/OpenHands/blob/156d0686/openhands/memory/condenser/impl/browser_output_condenser.py",
    },
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({ window: whole(1, "Number of newest pages to keep in full") }),
  ({ window }) =>
    when(always, step({ id: "browser-output", select: olderPages(window), transform: visited, guards: [noInflation] })),
);
