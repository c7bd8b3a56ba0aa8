"use client";
import { useRequestCause } from "@/components/answer/answer-context";
import { BreakLetter } from "@/components/ui/break-letter";
import { useSay } from "@/components/words/words-provider";
import { formatLostTokens } from "@/lib/read-models/words/format-loss";
import { formatTokens } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { answeredName } from "./answered-name";

type Request = Pick<RequestRow, "break" | "cache_read" | "index" | "prompt_tokens">;

/**
 * How far the cache was read, if it broke at the request. Shown above the list, not in it, because the log seldom
 * contains the entire prompt, so the message at which the reading ended is uncertain.
 */
export function BreakNote({ row: { break: found, cache_read, index, prompt_tokens } }: { row: Request }) {
  const say = useSay();
  const answered = useRequestCause(index);
  if (found === null || cache_read === null) return null;
  return (
    <p className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-line border-b bg-accbg px-4 py-1 text-micro text-tx2 max-sm:px-3">
      <BreakLetter letter={answered?.letter ?? found.letter} isExpected={answered?.isExpected ?? found.is_expected} />
      <span className="font-medium text-small text-tx">{say(answeredName(answered, found.cause))}</span>
      {say("{lost} tokens paid for again: only the first {read} of {prompt} were read from the cache.", {
        lost: formatLostTokens(found),
        read: formatTokens(cache_read),
        prompt: formatTokens(prompt_tokens),
      })}
    </p>
  );
}
