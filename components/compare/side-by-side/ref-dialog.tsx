"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { formatTokens } from "@/lib/wording/number-format";
import type { StrategyChoice } from "../shared/compare-types";
import { type RefQuery, useReference } from "./use-reference";

type Props = {
  reference: string | null;
  session: SessionRequest;
  choice: StrategyChoice | null;
  onClose: () => void;
};

const WHOLE: RefQuery = { start: "", end: "", grep: "" };

/** Shows a text that was put aside as an agent would fetch it: whole, by lines, or by pattern. */
export function RefDialog({ reference, session, choice, onClose }: Props) {
  const say = useSay();
  const [query, setQuery] = useState(WHOLE);
  const answer = useReference(reference, query, { session, choice });
  const close = () => {
    setQuery(WHOLE);
    onClose();
  };
  return (
    <Dialog open={reference !== null} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={<code>{reference}</code>}
        description={
          answer.data
            ? say("{tool}, {tokens} tokens, {total_lines} lines", {
                tool: answer.data.tool ?? say("tool output"),
                tokens: formatTokens(answer.data.tokens),
                total_lines: formatTokens(answer.data.total_lines),
              })
            : say("put aside")
        }
        className="max-w-240"
      >
        <QueryForm key={reference} onQuery={setQuery} />
        <section
          aria-label={say("Original text")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
          tabIndex={0}
          className="min-h-40 flex-1 overflow-auto border-line border-t"
        >
          {answer.failure ? <p className="p-4 text-bad text-small">{answer.failure}</p> : null}
          {answer.data ? (
            <pre className="whitespace-pre-wrap break-words px-4 py-2 text-code">
              {answer.data.text || say("Nothing matches.")}
            </pre>
          ) : answer.failure ? null : (
            <LoadingLine>{say("Loading the original…")}</LoadingLine>
          )}
        </section>
        {reference ? (
          <p className="truncate border-line border-t px-4 py-2 font-mono text-micro text-tx3">{answer.url}</p>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function QueryForm({ onQuery }: { onQuery: (query: RefQuery) => void }) {
  const say = useSay();
  const [draft, setDraft] = useState(WHOLE);
  const set = (change: Partial<RefQuery>) => setDraft((before) => ({ ...before, ...change }));
  return (
    <form
      className="flex flex-wrap items-center gap-2 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        onQuery(draft);
      }}
    >
      <TextInput
        className="w-24"
        inputMode="numeric"
        aria-label={say("First line")}
        placeholder={say("start")}
        value={draft.start}
        onChange={(event) => set({ start: event.target.value })}
      />
      <TextInput
        className="w-24"
        inputMode="numeric"
        aria-label={say("Last line")}
        placeholder={say("end")}
        value={draft.end}
        onChange={(event) => set({ end: event.target.value })}
      />
      <TextInput
        className="w-60"
        icon={<Search />}
        aria-label={say("Pattern")}
        placeholder={say("grep")}
        value={draft.grep}
        onChange={(event) => set({ grep: event.target.value })}
      />
      <Button type="submit">{say("Fetch")}</Button>
    </form>
  );
}
