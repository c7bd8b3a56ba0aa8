"use client";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";

export type SummaryWriter = "rule" | "model";

type Props = {
  /** The server's model for summaries; null if none is set up, which leaves no choice. */
  model: string | null;
  writer: SummaryWriter;
  onWriter: (writer: SummaryWriter) => void;
};

/** Chooses between summaries by rule and by model. Previews always use the rule, so that they cost nothing. */
export function SummaryChoice({ model, writer, onWriter }: Props) {
  const say = useSay();
  if (model === null)
    return (
      <p className="mt-2 text-micro text-tx3">
        {say("Summaries are written by rule. A model can be set up with WINNOW_SUMMARY_MODEL.")}
      </p>
    );
  return (
    <div className="mt-2 text-small">
      <span className="mb-1 block text-tx2">{say("Summaries")}</span>
      <SegmentedControl
        label={say("Summaries")}
        value={writer}
        onValueChange={onWriter}
        segments={[
          { value: "rule", label: say("By rule") },
          { value: "model", label: say("Model"), title: model },
        ]}
      />
      {writer === "model" ? (
        <p className="mt-1 text-micro text-tx2">
          {say(
            "The messages to be summarised go to {model}. The effect shown above is still that of the rule-based summary.",
            {
              model,
            },
          )}
        </p>
      ) : null}
    </div>
  );
}
