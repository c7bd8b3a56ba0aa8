"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { said, useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { exampleLine } from "@/lib/view-models/library/library-table";
import type { ImportQueue } from "./import-queue";

/** A phone has no such key. */
const ReturnKey = () => (
  <Kbd aria-hidden className="max-sm:hidden">
    ↵
  </Kbd>
);

type Props = { item: LibraryItem | null; queue: ImportQueue; timeline: ReactNode };

/** Shows the built-in example as its timeline, and offers to import it again after it was deleted. */
export function ExampleCard({ item, queue, timeline }: Props) {
  const say = useSay();
  const router = useRouter();
  const mayAdd = useMay("POST /api/example");
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    const id = await queue.addExample().catch(() => null);
    setBusy(false);
    if (id) router.push(`/sessions/${id}`);
  };
  return (
    <section aria-label={say("Built-in example")} className="mt-4">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-semibold text-small">{say("Built-in example")}</h2>
        <p className="text-small text-tx2">
          {item ? exampleLine(item, say) : say("a made-up session of several hundred requests, to look around in")}
        </p>
        {item ? (
          <Button asChild className="ml-auto">
            <Link href={`/sessions/${item.id}`}>{said(say.parts("Open example {kbd}", { kbd: <ReturnKey /> }))}</Link>
          </Button>
        ) : !mayAdd ? null : (
          <Button className="ml-auto" disabled={isBusy} onClick={() => void add()}>
            {isBusy ? say("Adding…") : say("Add and open")}
          </Button>
        )}
      </div>
      {timeline}
    </section>
  );
}
