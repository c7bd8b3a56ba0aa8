"use client";
import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import { useMay } from "@/components/shell/access";
import { useSay } from "@/components/words/words-provider";
import type { ExampleGroup } from "@/lib/view-models/shell/example-menu";
import { tourHref } from "@/lib/view-models/shell/tour";
import { problemText } from "@/lib/wording/problem-text";

/**
 * Opening an example imports it, unless the library already has it: the built-in session directly, an
 * article's example in Compare with its strategies run. A reader whose key cannot add sessions can read the
 * examples' descriptions.
 */
export function ExamplesPage({ groups }: { groups: readonly ExampleGroup[] }) {
  const say = useSay();
  const mayAdd = useMay("POST /api/example");
  const router = useRouter();
  const [state, setState] = useState<{ busy: string | null; failed: string | null }>({ busy: null, failed: null });
  const open = async (name: string, address: () => Promise<string>) => {
    setState({ busy: name, failed: null });
    try {
      router.push((await address()) as Route);
    } catch (error) {
      setState({ busy: null, failed: (error as Error).message });
    }
  };
  const entry = (title: string, address: () => Promise<string>) => ({
    title,
    isBusy: state.busy === title,
    isDisabled: !mayAdd || state.busy !== null,
    onOpen: () => void open(title, address),
  });
  return (
    <main id="main" className="mx-auto flex w-full max-w-[110ch] flex-col px-4 py-4 max-sm:px-3">
      <h1 className="font-semibold text-title">{say("Examples")}</h1>
      <p className="text-small text-tx2">
        {say("Each example opens in Compare, next to its article's description (→).")}{" "}
        <Link href={"/how-it-works" as Route} className="text-acc underline">
          {say("How it works")}
        </Link>
      </p>
      {state.failed === null ? null : (
        <p role="alert" className="mt-2 text-bad text-small">
          {problemText({ message: state.failed }, say)}
        </p>
      )}
      <ul className="mt-3 border-line2 border-t">
        <Entry
          {...entry(say("Tour in five steps"), openTour)}
          before={say(
            "A walk through the built-in session: what broke its cache, what that cost, and which setting to use. You can leave at any step.",
          )}
        />
        <Entry
          {...entry(say("Parcel tracking: retries and a queue"), openSession)}
          before={say(
            "The built-in session: several hundred requests of a coding agent, with compactions and cache breaks.",
          )}
        />
      </ul>
      {groups.map(({ title, examples }, at) => (
        <section key={title} aria-labelledby={`article-${at}`} className="mt-5">
          <h2 id={`article-${at}`} className="border-line2 border-b pb-1 font-semibold text-small">
            {say.known(title)}
          </h2>
          <ul>
            {examples.map((example) => (
              <Entry
                key={example.id}
                {...entry(say.known(example.title), () => openExample(example.id, example.compare))}
                before={say.known(example.before)}
                result={say.known(example.result)}
              />
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

type EntryProps = {
  title: string;
  before: string;
  result?: string;
  isBusy: boolean;
  isDisabled: boolean;
  onOpen: () => void;
};

function Entry({ title, before, result, isBusy, isDisabled, onOpen }: EntryProps) {
  const say = useSay();
  return (
    <li className="relative border-line border-b py-2 text-small hover:bg-s2">
      {/* The entire row opens the example; its description is not part of the button's accessible name. */}
      <button
        type="button"
        disabled={isDisabled}
        aria-label={say("Open {title}", { title })}
        onClick={onOpen}
        className="min-h-6 text-left font-medium text-acc after:absolute after:inset-0 disabled:text-tx2"
      >
        {title}
      </button>
      {isBusy ? <span className="ml-2 text-tx3">{say("Opening…")}</span> : null}
      <span className="block text-tx2">{before}</span>
      {result ? (
        <span className="block text-tx2">
          <span className="sr-only">{say("The article says: ")}</span>
          <span aria-hidden>→ </span>
          {result}
        </span>
      ) : null}
    </li>
  );
}

async function openSession(): Promise<string> {
  const { files } = answerOf(await callApi("POST /api/example"));
  return `/sessions/${files[0]?.sessions[0] ?? ""}`;
}

async function openTour(): Promise<string> {
  const { files } = answerOf(await callApi("POST /api/example"));
  return tourHref(files[0]?.sessions[0] ?? "", 1);
}

async function openExample(id: string, query: string): Promise<string> {
  const { files } = answerOf(await callApi("POST /api/examples/{id}", { path: { id } }));
  return `/sessions/${files[0]?.sessions[0] ?? ""}/compare${query}`;
}
