"use client";
import { SegmentedControl } from "@/components/ui/segmented-control";

export type SummaryWriter = "rule" | "model";

type Props = {
  /** The model with which this server can write summaries; null if none is set up, so that there is no choice. */
  model: string | null;
  writer: SummaryWriter;
  onWriter: (writer: SummaryWriter) => void;
};

/** Chooses whether a rule or a model writes summaries. Previews always use the rule, so that they cost nothing. */
export function SummaryChoice({ model, writer, onWriter }: Props) {
  if (model === null)
    return (
      <p className="mt-2 text-micro text-tx3">
        Summaries are written by rule. A model can be set up with WINNOW_SUMMARY_MODEL.
      </p>
    );
  return (
    <div className="mt-2 text-small">
      <span className="mb-1 block text-tx2">Summaries</span>
      <SegmentedControl
        label="Summaries"
        value={writer}
        onValueChange={onWriter}
        segments={[
          { value: "rule", label: "By rule" },
          { value: "model", label: "Model", title: model },
        ]}
      />
      {writer === "model" ? (
        <p className="mt-1 text-micro text-tx2">
          The messages to be summarised go to {model}. The effect above is still that of the rule.
        </p>
      ) : null}
    </div>
  );
}
