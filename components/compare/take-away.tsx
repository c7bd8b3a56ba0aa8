"use client";
import { memo, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Select } from "@/components/ui/select";
import type { ComparisonJson } from "@/lib/view-models/comparison-json";
import { curlText, recipeText } from "@/lib/view-models/take-away";
import type { Chosen } from "./compare-types";
import { ReportMenu } from "./report-menu";
import { StrategyMark } from "./strategy-mark";

type Props = {
  sessionId: string;
  request: number;
  force: boolean;
  data: ComparisonJson;
  chosen: readonly Chosen[];
  column: number;
};

/** The compressed conversation in a wire format, the recipe, and the same call for a shell. */
export const TakeAway = memo(function TakeAway({ sessionId, request, force, data, chosen, column }: Props) {
  const [picked, setPicked] = useState<string | null>(null);
  const entry = chosen.find(({ choice }) => choice.id === picked) ?? chosen[column] ?? chosen[0];
  if (!entry) return null;
  const call = { sessionId, request, force, choice: entry.choice, model: data.model_calls?.[0]?.model ?? null };
  return (
    <section
      aria-label="Take it away"
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 max-sm:px-3"
    >
      <h2 className="mr-2 font-semibold text-small">Take it away</h2>
      <StrategyMark slot={entry.choice.slot} />
      <Select
        label="Strategy to take away"
        value={entry.choice.id}
        onValueChange={setPicked}
        options={chosen.map(({ choice }) => ({ value: choice.id, label: choice.id }))}
      />
      <FetchAndCopy label="Copy as openai-chat" body={{ ...bodyOf(call), format: "openai-chat" }} />
      <FetchAndCopy label="Copy as anthropic" body={{ ...bodyOf(call), format: "anthropic" }} />
      <CopyButton label="Recipe JSON" text={() => recipeText(entry.choice)} />
      <CopyButton label="curl" text={() => curlText(call, window.location.origin)} />
      <span className="ml-auto max-sm:ml-0">
        <ReportMenu sessionId={sessionId} data={data} chosen={chosen} force={force} />
      </span>
    </section>
  );
});

const bodyOf = (call: Parameters<typeof curlText>[0]) =>
  JSON.parse(
    recipeText(call.choice, {
      session: { id: call.sessionId, request: call.request },
      force: call.force,
      model: call.model,
    }),
  ) as Record<string, unknown>;

/** Asks the server for the compressed conversation and puts it on the clipboard; says how large it is, or why not. */
function FetchAndCopy({ label, body }: { label: string; body: unknown }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    setSaid("Compressing…");
    const response = await fetch("/api/compress", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (!response?.ok) return setSaid(answer?.detail ? `Refused: ${answer.detail}` : "The server did not answer");
    const { messages, system, tools } = answer;
    const text = JSON.stringify(
      { ...(system !== undefined && { system }), ...(tools !== undefined && { tools }), messages },
      null,
      2,
    );
    await navigator.clipboard.writeText(text).then(
      () => setSaid(`Copied ${messages.length} messages`),
      () => setSaid("Could not copy"),
    );
  };
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}
