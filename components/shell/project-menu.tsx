"use client";
import dynamic from "next/dynamic";
import { useSay } from "@/components/words/words-provider";

/** Only if there are several projects. */
const Select = dynamic(() => import("@/components/ui/select").then((module) => module.Select));

export type ProjectChoices = {
  readonly all: readonly { readonly id: string; readonly name: string }[];
  /** null: all of them together. */
  readonly chosen: string | null;
};

const ALL = "all";
const YEAR = 365 * 24 * 3600;

/** Chooses the project of which alone pages, and what they call, show anything. The front door reads it from the cookie. */
export function ProjectMenu({ all, chosen }: ProjectChoices) {
  const say = useSay();
  const choose = (id: string) => {
    const kept = id === ALL ? 0 : YEAR;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain HTTP
    document.cookie = `winnow-project=${id}; path=/; max-age=${kept}; samesite=strict`;
    location.assign("/"); // a page of the other project may not exist in this one
  };
  return (
    <Select
      label={say("Project")}
      value={chosen ?? ALL}
      onValueChange={choose}
      options={[{ value: ALL, label: say("All projects") }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      className="max-w-44"
    />
  );
}
