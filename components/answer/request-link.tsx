"use client";
import type { Route } from "next";
import Link from "next/link";
import { viewHref } from "@/components/session/session-nav";
import { useSay } from "@/components/words/words-provider";
import type { AnswerRequest, CostCause } from "@/lib/api/schemas/cost-answer";
import { formatRequestReference } from "@/lib/wording/number-format";

/** The requests of a cause. */
export function RequestLinks({ id, cause, onOpen }: { id: string; cause: CostCause; onOpen: () => void }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      {cause.evidence.requests.map((request) => (
        <RequestLink key={request.index} id={id} request={request} onOpen={onOpen} />
      ))}
    </p>
  );
}

type LinkProps = { id: string; request: AnswerRequest; onOpen?: () => void };

export function RequestLink({ id, request: { agent, number }, onOpen }: LinkProps) {
  const say = useSay();
  return (
    <Link
      href={viewHref("transcript", { id, agent, position: number - 1 }) as Route}
      onClick={() => onOpen?.()}
      className="tabular text-acc underline"
    >
      {formatRequestReference(number - 1)}
      {agent === "main" ? "" : say(" of {agent}", { agent })}
    </Link>
  );
}
