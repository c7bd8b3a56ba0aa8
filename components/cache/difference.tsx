"use client";
import { useSay } from "@/components/words/words-provider";
import { type BreakCard, nameOfBlock } from "@/lib/read-models/break-cards";
import { formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";

/**
 * Shows the text difference of the block in which the prompts differ; if the log lacks it, says what kind of log has
 * it.
 */
export function Difference({ card }: { card: BreakCard }) {
  const say = useSay();
  const { divergence } = card;
  return (
    <section aria-label={say("What differs")} className="min-w-0 border-line border-t px-4 py-3">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-small">{say("What differs, as far as the log shows")}</h2>
        {divergence ? (
          <span className="tabular text-micro text-tx3">
            {say("after {tokens} tokens, {blocks} blocks", {
              tokens: formatTokens(divergence.sharedTokens),
              blocks: formatTokens(divergence.sharedBlocks),
            })}
          </span>
        ) : null}
      </div>
      {divergence ? <Shown divergence={divergence} /> : <NotHeld card={card} />}
    </section>
  );
}

type Divergence = NonNullable<BreakCard["divergence"]>;

function Shown({ divergence: { before, after, kind, difference } }: { divergence: Divergence }) {
  const say = useSay();
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
        tabIndex={0}
        aria-label={say("Text difference")}
        className="overflow-x-auto rounded-chip border border-line bg-s1 py-1 font-mono text-code"
      >
        <p className="px-3 text-tx2">
          {nameOf(after ?? before, say)} {say.known(kind)}
          {difference ? say(", at character {at}", { at: formatTokens(difference.at) }) : ""}
        </p>
        <Line
          sign="−"
          text={difference?.before ?? nameOf(before, say)}
          isShown={before !== null && kind !== "inserted"}
        />
        <Line sign="+" text={difference?.after ?? nameOf(after, say)} isShown={after !== null && kind !== "removed"} />
      </section>
      {difference ? null : (
        <p className="mt-2 text-small text-tx2">
          {say("The two blocks are different things; their texts are in the transcript.")}
        </p>
      )}
    </>
  );
}

function nameOf(block: Divergence["before"], say: Say): string {
  return block === null
    ? say("nothing")
    : `${[say.known(block.role ?? ""), nameOfBlock(block, say)].filter(Boolean).join(" ")} (${formatTokens(block.tokens)})`;
}

function Line({ sign, text, isShown }: { sign: "−" | "+"; text: string; isShown: boolean }) {
  const say = useSay();
  if (!isShown) return null;
  const isAdded = sign === "+";
  return (
    <div className={`flex min-w-full gap-2 px-3 ${isAdded ? "bg-addbg text-addtx" : "bg-delbg text-deltx"}`}>
      <span className="select-none">
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{isAdded ? say("Added") : say("Removed")}</span>
      </span>
      <span className="whitespace-pre-wrap break-words">{text}</span>
    </div>
  );
}

/** Without a difference in the log, either tools or system prompt changed, or no text did. */
function NotHeld({ card: { cause } }: { card: BreakCard }) {
  const say = useSay();
  if (cause === "ttl-expiry" || cause === "model-switch" || cause === "below-minimum")
    return (
      <p className="text-small text-tx2">{say("The text is identical; it was just not in this model’s cache.")}</p>
    );
  return (
    <p className="text-small text-tx2">
      {say(
        "The log shows no difference: what it holds of both prompts is the same up to the end of the earlier one. Tools and system prompt may not be in it. To compare them, import a proxy capture of the session.",
      )}
    </p>
  );
}
