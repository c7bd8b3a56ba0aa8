import Link from "next/link";
import { useSay } from "@/components/words/words-provider";
import { viewHref } from "./session-nav";

/** Links to Advice, the page that answers when to compact. */
export function AdviceLink({ id }: { id: string }) {
  const say = useSay();
  return (
    <Link href={viewHref("advice", { id }) as never} className="text-acc underline">
      {say("When to compact, and with which setting: Advice")}
    </Link>
  );
}
