"use client";
import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import type { RecordedClient } from "@/lib/answer/recorded-clients";
import { InstallFirst } from "./install-first";
import { RunningRecordings } from "./running-recordings";
import { StoredLists } from "./stored-lists";

type Props = {
  clients: readonly RecordedClient[];
  /** Headers and query fields that are stored. */
  headers: readonly string[];
  query: readonly string[];
};

const ANY_PROGRAM = "any";

/** The command to type for a chosen client, and the running recordings. */
export function RecordPage({ clients, headers, query }: Props) {
  const say = useSay();
  const [chosen, setChosen] = useState(clients[0]?.name ?? ANY_PROGRAM);
  const client = clients.find(({ name }) => name === chosen) ?? null;
  const choices = [...clients.map(({ name, title }) => [name, title] as const), [ANY_PROGRAM, say("Any program")]];
  return (
    <main id="main" className="mx-auto flex w-full max-w-[1200px] flex-col">
      <div className="px-4 pt-6 pb-4 max-sm:px-3">
        <h1 className="font-semibold text-hero">{say("Record what your agent really sends")}</h1>
        <p className="mt-1 text-base text-tx2">
          {say("Logs leave parts out. A recording has the exact prompt, so each cache break has a proven cause.")}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-x-10 gap-y-6 px-4 pb-8 max-lg:grid-cols-1 max-sm:px-3">
        <div className="flex min-w-0 flex-col gap-5">
          <fieldset>
            <legend className="mb-2 font-semibold text-base">{say("Client")}</legend>
            <div className="flex flex-wrap gap-2">
              {choices.map(([name, title]) => (
                <label
                  key={name}
                  className="inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-control border border-line2 px-3 text-base has-checked:border-acc has-checked:bg-accbg has-focus-visible:outline-2 has-focus-visible:outline-acc"
                >
                  <input
                    type="radio"
                    name="client"
                    checked={name === chosen}
                    onChange={() => setChosen(name ?? ANY_PROGRAM)}
                    className="accent-acc"
                  />
                  {title}
                </label>
              ))}
            </div>
          </fieldset>
          <Command client={client} />
          <StoredLists headers={headers} query={query} />
        </div>
        <RunningRecordings />
      </div>
    </main>
  );
}

function Command({ client }: { client: RecordedClient | null }) {
  const say = useSay();
  const text = client ? `winnow record ${client.name}` : "winnow record --upstream https://api.openai.com/v1";
  return (
    <section aria-label={say("Command")} className="min-w-0">
      <h2 className="mb-2 font-semibold text-base">
        {client
          ? say("Run this in your project instead of {program}", { program: client.name })
          : say("Run this with your provider's address")}
      </h2>
      <div className="flex items-center gap-2 rounded-control border border-line2 bg-s2 py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-code wrap-anywhere">{text}</code>
        <CopyButton text={text} label={say("Copy")} variant="primary" />
      </div>
      <InstallFirst />
      <Notes client={client} />
    </section>
  );
}

function Notes({ client }: { client: RecordedClient | null }) {
  const say = useSay();
  if (client === null)
    return (
      <Note>{say("It prints an address. Set that as the base URL of your program. Ctrl+C ends the recording.")}</Note>
    );
  const { title, sets, exactSince, hasSubscription } = client;
  return (
    <>
      <Note>
        {say(
          "This sets {setting} for one run. Your settings and shell stay unchanged. Put the client's own options after --.",
          { setting: sets },
        )}
      </Note>
      {exactSince === null ? null : (
        <Note>
          {say(
            "Since version {version}, {client} logs its exact prompts itself. A recording adds failed calls and exact times.",
            { client: title, version: exactSince },
          )}
        </Note>
      )}
      {hasSubscription ? (
        <Note>
          {say("Recording works with an API key. With a subscription, {client} sends to its own address.", {
            client: title,
          })}
        </Note>
      ) : null}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="mt-2 text-small text-tx2">{children}</p>;
