import { useSay } from "@/components/words/words-provider";
import type { ModelCallAnswer } from "@/lib/api/schemas/compression";
import { summarySentence } from "@/lib/view-models/compare/summary-calls";

type Calls = readonly ModelCallAnswer[] | null | undefined;

/** Who wrote a comparison's summaries, what they cost, and the analyses that models wrote before them. */
export const SummaryCalls = ({ calls }: { calls: Calls }) => {
  const say = useSay();
  return (
    <div className="border-line border-b px-4 py-1.5 text-micro text-tx2 max-sm:px-3">
      <p>{summarySentence(calls, say)}</p>
      {analysesIn(calls).map(({ number, model, analysis }) => (
        <details key={number}>
          <summary className="cursor-pointer py-1">
            {say("What {model} wrote before the summary in call {number}; not part of the summary", { model, number })}
          </summary>
          <p className="max-w-[72em] whitespace-pre-wrap pb-1">{analysis}</p>
        </details>
      ))}
    </div>
  );
};

/** The calls with an analysis, numbered from 1 in answer order. */
const analysesIn = (calls: Calls) =>
  (calls ?? []).flatMap(({ model, analysis }, at) => (analysis === null ? [] : [{ number: at + 1, model, analysis }]));
