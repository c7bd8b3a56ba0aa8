"use client";
import type { Route } from "next";
import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import type { FirstCall } from "@/lib/view-models/api-docs/first-calls";
import { CodeBox } from "./code-box";

/** The calls that most people need first, ready to copy into a shell. */
export function FirstCalls({ calls }: { calls: readonly FirstCall[] }) {
  const say = useSay();
  return (
    <>
      <h2 className="font-semibold text-title">{say("Three calls to start with")}</h2>
      <p className="mt-1 max-w-[80ch] text-tx2">
        {say("The addresses are those of this server. All operations are in the list.")}
      </p>
      <ol className="mt-4 max-w-[92ch]">
        {calls.map(({ op, title, curl }, at) => (
          <li key={op} className="mt-5">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <h3 className="min-w-0 flex-1 basis-64 font-semibold text-base">
                {at + 1}. {title}
              </h3>
              <Link
                href={`/api-docs?op=${op}#operation` as Route}
                prefetch={false}
                className="inline-flex min-h-6 items-center text-acc text-small"
              >
                {say("Fields and playground")}
              </Link>
              <CopyButton size="sm" label={say("Copy {language}", { language: "curl" })} text={curl} />
            </div>
            <CodeBox label={title} text={curl} />
          </li>
        ))}
      </ol>
    </>
  );
}
