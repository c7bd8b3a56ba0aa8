"use client";
import { Check, X } from "lucide-react";
import { useSay } from "@/components/words/words-provider";

type Props = { headers: readonly string[]; query: readonly string[] };

/** What a recording stores and what it never stores. */
export function StoredLists({ headers, query }: Props) {
  const say = useSay();
  return (
    <div className="border-line2 border-t pt-4 text-small">
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <List
          title={say("Stored on this machine")}
          isStored
          items={[
            say("Verbatim requests and answers"),
            say("System prompt, tools, cache marks, model, parameters"),
            say("Token counts, status, errors, times and sizes"),
          ]}
        />
        <List
          title={say("Never stored")}
          items={[
            say("API keys, tokens and cookies"),
            say("Authorization headers"),
            say("All other headers and query fields"),
          ]}
        />
      </div>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer text-tx2">{say("Stored headers and query fields")}</summary>
        <p className="mt-1 font-mono text-code text-tx2 wrap-anywhere">
          {[...headers, ...query.map((name) => `?${name}=`)].join(", ")}
        </p>
      </details>
    </div>
  );
}

function List({ title, items, isStored = false }: { title: string; items: readonly string[]; isStored?: boolean }) {
  const Mark = isStored ? Check : X;
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ul className="space-y-1.5">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            <Mark aria-hidden className={`mt-px size-4 shrink-0 ${isStored ? "text-good" : "text-tx3"}`} />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
