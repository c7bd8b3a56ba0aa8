import * as z from "zod";
import { type Part, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { ERROR_WORD } from "../crush/crusher";
import { keepLines } from "../crush/keep-lines";
import { pipe, step, when } from "../grammar/combinators";
import { noInflation } from "../grammar/guards";
import { choice, whole } from "../grammar/params";
import { callOf, isFailure, type Selector, selectResults, toolResults } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { rewrite, withOutput } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { splitLines } from "../previews/preview";

/** An unbroken run of 400 or more base64 characters: an encoded file, which a model cannot read as text. */
const BASE64 = /(?:data:[\w.+-]+\/[\w.+-]+;base64,)?[A-Za-z0-9+/]{400,}={0,2}/g;
/** Texts with a larger share of control characters count as binary. */
const BINARY_SHARE = 0.1;
/** Number of characters sampled from the start of a text. */
const SAMPLE = 2000;

/** Share of control characters, without tabs, line ends and the escape character of terminal colours. */
function controlShare(text: string): number {
  let control = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x1b) control += 1;
  }
  return control / text.length;
}

const note = (what: string, characters: number) => `[${what} left out: ${characters} characters]`;

/** Replaces base64 and binary content with notes; returns other texts unchanged. */
export function withoutBinary(text: string): string {
  if (text.length < 400) return text;
  if (controlShare(text.slice(0, SAMPLE)) > BINARY_SHARE) return note("binary content", text.length);
  if (!mayHoldBase64(text)) return text;
  return text.replace(BASE64, (match) => note("base64", match.length));
}

const allParts: Selector = (view) => view.entries().map(({ part }) => ({ parts: [part.id], reason: "binary" }));

function cleaned(part: Part): Part | null {
  if (part.type === "text") return changedText(part.text, (text) => ({ ...part, text }));
  if (part.type !== "tool-result" || part.output.some(({ type }) => type !== "text")) return null;
  return changedText(toolOutputText(part.output), (text) => withOutput(part, text));
}

function changedText<T>(text: string, make: (text: string) => T): T | null {
  const clean = withoutBinary(text);
  return clean === text ? null : make(clean);
}

/** Half the length of the shortest run that `BASE64` finds. */
const STRIDE = 200;
const isBase64Sign = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 43 || code === 47;

/**
 * A quick check before the regular expression. Reads the text in stretches of `STRIDE` characters: a run of 400
 * base64 characters always covers one of them, and prose fails at its first space.
 */
function mayHoldBase64(text: string): boolean {
  for (let start = 0; start + STRIDE <= text.length; start += STRIDE) {
    let at = 0;
    while (at < STRIDE && isBase64Sign(text.charCodeAt(start + at))) at += 1;
    if (at >= STRIDE) return true;
  }
  return false;
}

type Profile = "coding" | "writing";
/** Lines kept from a large old text: errors when coding; ideas and revision notes when writing. */
const WORTH: Record<Profile, RegExp> = {
  coding: ERROR_WORD,
  writing: /\b(idea|draft|revis|rewrite|change|note|feedback|tone|outline|chapter)\w*|想法|修改|大纲|反馈/i,
};

/**
 * Replacement of a result: where to read it again, and up to ten lines that matter to the profile. Null if it cannot be
 * read again.
 */
function pointer(result: ToolResultPart, view: View, profile: Profile): string | null {
  const call = callOf(result, view);
  const facts = call && callFacts(call, view.conversation.tools);
  const place = facts?.url ?? facts?.paths[0] ?? null;
  if (place === null) return null;
  const lines = splitLines(toolOutputText(result.output));
  const worth = lines.flatMap((line, index) => (WORTH[profile].test(line) ? [index] : [])).slice(0, 10);
  const left = worth.length === 0 ? "" : `\n${keepLines(lines, new Set(worth))?.text ?? ""}`;
  return `[Read again from ${place} where it is needed]${left}`;
}

const POINTER = /^\[Read again from /;

const selectLarge = (minCharacters: number, keepNewest: number): Selector => {
  const select = selectResults("large-text", (result, view) => {
    const text = toolOutputText(result.output);
    const isText = result.output.every(({ type }) => type === "text");
    return isText && !isFailure(result, view) && text.length >= minCharacters && !POINTER.test(text);
  });
  return (view) => {
    const newest = new Set(
      keepNewest === 0
        ? []
        : toolResults(view)
            .slice(-keepNewest)
            .map(({ id }) => id),
    );
    return select(view).filter(({ parts }) => !parts.some((id) => newest.has(id)));
  };
};

export const essayRules = defineStrategy(
  deterministic({
    id: "essay-rules",
    version: "2",
    family: "in-place",
    product: {
      name: "three-tool compression essay",
      version: "of October 2025",
      date: "2025-10-10",
      read: "2026-11-22",
      source: "essay on the context compression of Claude Code 1.0.33, Roo Code 3.25.8 and Continue",
    },
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({
    profile: choice(
      ["coding", "writing"],
      "What to keep of a large text: errors and debugging, or ideas and revisions",
    ),
    minCharacters: whole(4000, "Texts of at least this many characters are replaced if they have a path or URL", 1),
    keepNewest: whole(3, "Number of newest tool results to keep in full"),
  }),
  ({ profile, minCharacters, keepNewest }) => {
    const point = rewrite((part, view) => {
      const text = part.type === "tool-result" ? pointer(part, view, profile) : null;
      return part.type === "tool-result" && text !== null ? withOutput(part, text) : null;
    });
    return when(
      always,
      pipe(
        step({ id: "binaries", select: allParts, transform: rewrite(cleaned), guards: [noInflation] }),
        step({ id: "point", select: selectLarge(minCharacters, keepNewest), transform: point, guards: [noInflation] }),
      ),
    );
  },
);
