"use client";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { viewHref } from "@/components/session/session-nav";
import { CopyButton } from "@/components/ui/copy-button";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { useSay } from "@/components/words/words-provider";
import type { AnswerRequest, CostCause } from "@/lib/api/schemas/cost-answer";
import { causeLines } from "@/lib/view-models/answer/answer-lines";
import { changeBy } from "@/lib/view-models/answer/cause-words";
import { formatRequestReference, formatTokens } from "@/lib/wording/number-format";
import { SettingBox } from "./setting-box";

type Props = {
  id: string;
  cause: CostCause;
  /** The dialog's trigger. */
  children: ReactNode;
};

/** Evidence of a cause: its requests, and the parts carried needlessly. */
export function EvidenceDialog({ id, cause, children }: Props) {
  const say = useSay();
  return (
    <LazyDialog
      opener={children}
      title={say.known(cause.name)}
      actions={<CopyButton text={() => causeLines(cause, 1).join("\n").trim()} label={say("Copy")} size="sm" />}
    >
      {(close) => (
        <div className="min-h-0 overflow-y-auto px-4 py-3 text-small">
          <p>{say.known(cause.note)}</p>
          <p className="mt-1 mb-3 text-tx2">{changeBy(cause, say)}</p>
          {cause.setting ? <SettingBox setting={cause.setting} /> : null}
          {cause.covers.parts.length > 0 ? (
            <Parts id={id} cause={cause} />
          ) : (
            <RequestLinks id={id} cause={cause} onOpen={close} />
          )}
        </div>
      )}
    </LazyDialog>
  );
}

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

/**
 * What to drop, costliest first: where it entered the prompt, since when it was useless, and how often it was sent
 * after that.
 */
function Parts({ id, cause }: { id: string; cause: CostCause }) {
  const say = useSay();
  return (
    <table className="w-full text-left">
      <thead className="text-micro text-tx3">
        <tr>
          <th className="py-1 pr-3 font-normal">{say("What to drop")}</th>
          <th className="pr-3 text-right font-normal">{say("tokens")}</th>
          <th className="pr-3 font-normal">{say("sent at")}</th>
          <th className="pr-3 font-normal">{say("useless since")}</th>
          <th className="text-right font-normal">{say("sent again")}</th>
        </tr>
      </thead>
      <tbody>
        {cause.covers.parts.map((part) => (
          <tr key={part.id} className="border-line border-t">
            <td className="max-w-50 truncate py-1 pr-3" title={part.label}>
              {part.label}
            </td>
            <td className="tabular pr-3 text-right">{formatTokens(part.tokens)}</td>
            <td className="pr-3">
              <RequestLink id={id} request={part.first} />
            </td>
            <td className="pr-3">
              <RequestLink id={id} request={part.since} />
            </td>
            <td className="tabular text-right">×{formatTokens(part.times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
