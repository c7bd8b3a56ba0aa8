"use client";
import { Fragment, type ReactElement } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import { exampleGroups } from "@/lib/view-models/shell/example-menu";
import { tourHref } from "@/lib/view-models/shell/tour";

const GROUPS = exampleGroups();

type Props = { trigger: ReactElement; onOpen: (load: () => Promise<string>) => void };

/** Lists the built-in session and the examples of the articles. */
export function ExamplesList({ trigger, onOpen }: Props) {
  const say = useSay();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        className="max-h-[min(80vh,var(--radix-dropdown-menu-content-available-height))] w-[min(34rem,calc(100vw-16px))]"
      >
        <DropdownMenuLabel>{say("Start here · in your library only when opened")}</DropdownMenuLabel>
        <Entry
          title={say("Tour in five steps")}
          before={say(
            "Through the built-in session: what broke its cache, what that cost, and which setting to use. It can be left at every step.",
          )}
          onSelect={() => onOpen(openTour)}
        />
        <Entry
          title={say("Parcel tracking: retries and a queue")}
          before={say(
            "The built-in session: several hundred requests of a coding agent, with compactions and cache breaks.",
          )}
          onSelect={() => onOpen(openSession)}
        />
        {GROUPS.map(({ title, examples }) => (
          <Fragment key={title}>
            <DropdownMenuSeparator />
            <DropdownMenuLabel>{title}</DropdownMenuLabel>
            {examples.map((example) => (
              <Entry
                key={example.id}
                {...example}
                onSelect={() => onOpen(() => openExample(example.id, example.compare))}
              />
            ))}
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type EntryProps = { title: string; before: string; result?: string; onSelect: () => void };

function Entry({ title, before, result, onSelect }: EntryProps) {
  const say = useSay();
  return (
    <DropdownMenuItem onSelect={onSelect} className="flex-col items-start gap-0 py-1.5">
      <span className="font-medium">{title}</span>
      <span className="text-micro text-tx2">{before}</span>
      {result ? <span className="text-micro text-tx3">{say("Result: {result}", { result })}</span> : null}
    </DropdownMenuItem>
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
