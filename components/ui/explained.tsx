"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import { cn } from "./cn";
import { BASIS_MEANING, type Basis, ProvenanceShape } from "./provenance-mark";
import { Tooltip } from "./tooltip";

type Props = {
  children: ReactNode;
  /** One plain sentence. */
  detail: ReactNode;
  basis?: Basis | undefined;
  /** The section of the metrics page with formula, source and example. */
  metric?: string | undefined;
  className?: string;
};

/**
 * A label with an explanation. Its entire area can be hovered and focused, and links to the metrics page. The mark
 * before it shows how the number was obtained.
 */
export function Explained({ children, detail, basis, metric, className }: Props) {
  const label = (
    <>
      {basis ? <ProvenanceShape basis={basis} /> : null}
      <span className="truncate underline decoration-dotted decoration-ctl underline-offset-3">{children}</span>
    </>
  );
  const look = cn("inline-flex min-h-6 min-w-0 cursor-help items-center gap-1.5 text-inherit no-underline", className);
  return (
    <Tooltip content={<Explanation detail={detail} basis={basis} metric={metric} />}>
      {metric ? (
        <Link href={`/metrics#${metric}` as never} prefetch={false} className={look}>
          {label}
        </Link>
      ) : (
        <button type="button" className={look}>
          {label}
        </button>
      )}
    </Tooltip>
  );
}

function Explanation({ detail, basis, metric }: Pick<Props, "detail" | "basis" | "metric">) {
  const say = useSay();
  return (
    <>
      <span className="block font-medium">{detail}</span>
      {basis ? (
        <span className="block text-tx2">{say("{meaning}.", { meaning: say(BASIS_MEANING[basis]) })}</span>
      ) : null}
      {metric ? (
        <Link href={`/metrics#${metric}` as never} prefetch={false} tabIndex={-1} className="block text-acc">
          {say("Formula, source and example")}
        </Link>
      ) : null}
    </>
  );
}
