"use client";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import type { Say } from "@/lib/wording/say";
import { cn } from "./cn";

type Props = {
  /** What happened. */
  title: string;
  /** What was kept despite the error. */
  kept?: ReactNode;
  /** What to do. */
  children?: ReactNode;
  actions?: ReactNode;
  /** The stable code of the API's problem with its request id, shown small. */
  code?: string | { readonly code: string; readonly request?: string | null | undefined } | undefined;
  className?: string;
};

/** An error in its context: what happened, what was kept, what to do. */
export function ErrorState({ title, kept, children, actions, code, className }: Props) {
  const say = useSay();
  return (
    <div role="alert" className={cn("flex max-w-[68ch] flex-col items-start gap-2 p-4", className)}>
      <p className="flex items-center gap-2 font-semibold text-base text-bad">
        <TriangleAlert aria-hidden className="size-4 stroke-[1.75]" />
        {title}
      </p>
      {kept ? <p className="text-small text-tx2">{kept}</p> : null}
      {children ? <div className="text-small text-tx2">{children}</div> : null}
      {actions ? <div className="mt-1 flex flex-wrap gap-2">{actions}</div> : null}
      {code ? <p className="font-mono text-micro text-tx3">{codeText(code, say)}</p> : null}
    </div>
  );
}

function codeText(code: NonNullable<Props["code"]>, say: Say): string {
  if (typeof code === "string") return code;
  return !code.request ? code.code : say("{code} · request {request}", { code: code.code, request: code.request });
}
