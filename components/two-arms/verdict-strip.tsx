"use client";
import { Link as LinkIcon } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import type { TwoArmsView } from "@/lib/view-models/two-arms/two-arms-view";
import { joinSentences } from "@/lib/wording/join-sentences";

/** The verdict in one sentence, and what moved; both can be copied, and so can the link. */
export function VerdictStrip({ view }: { view: TwoArmsView }) {
  const say = useSay();
  return (
    <section
      aria-label={say("Verdict")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line2 border-t bg-s1 px-4 py-2.5 max-sm:px-3"
    >
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p role="status" className="font-semibold">
          {view.chip === null ? null : <Chip className="mr-2 align-[1px]">{view.chip}</Chip>}
          {view.sentence}
        </p>
        <p className="text-small text-tx2">{view.detail}</p>
      </div>
      <span className="flex gap-2">
        <CopyButton label={say("Copy the verdict")} text={joinSentences([view.sentence, view.detail], say)} />
        <CopyButton label={say("Copy link")} icon={<LinkIcon aria-hidden />} text={() => window.location.href} />
      </span>
    </section>
  );
}
