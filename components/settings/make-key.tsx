"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { SCOPES, type Scope } from "@/lib/api/schemas/keys";
import type { ProjectRow } from "@/lib/api/schemas/project";
import { sentence } from "@/lib/wording/say";
import type { KeysState } from "./use-keys";

/** What each scope opens, in a few words; docs/keys.md has all of it. */
const OPENS: Readonly<Record<Scope, string>> = {
  read: sentence("pages, sessions and what is computed from them"),
  import: sentence("adding sessions; none can be read"),
  compress: sentence("compressing conversations that the caller sends; none of the library can be read"),
  admin: sentence("everything: deleting, settings, keys, folders of this machine"),
};

/** Stands for every project in the choice. */
const ALL = "all";

/** Makes a key with a name and scopes, and shows it this once. */
export function MakeKey({ projects, onMake }: { projects: readonly ProjectRow[]; onMake: KeysState["make"] }) {
  const say = useSay();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [project, setProject] = useState(ALL);
  const [made, setMade] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const toggle = (scope: Scope) =>
    setScopes((before) => (before.includes(scope) ? before.filter((other) => other !== scope) : [...before, scope]));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const key = await onMake(name.trim(), scopes, project === ALL ? null : project);
    setBusy(false);
    if (key === null) return;
    setMade({ name: name.trim(), text: key });
    setName("");
    setScopes(["read"]);
  };
  if (made) return <ShownOnce {...made} onDone={() => setMade(null)} />;
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <label htmlFor="key-name" className="flex min-w-48 flex-1 flex-col gap-1 text-micro text-tx2">
          {say("Name of the new key: who or what it is for")}
          <TextInput
            id="key-name"
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" variant="primary" disabled={isBusy || name.trim() === "" || scopes.length === 0}>
          {say("Make a key")}
        </Button>
      </div>
      {projects.length > 1 ? (
        <Select
          label={say("The project that it opens")}
          value={project}
          onValueChange={setProject}
          options={[
            { value: ALL, label: say("All projects") },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          className="w-fit"
        />
      ) : null}
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-1.5 max-md:grid-cols-1">
        <legend className="mb-1 text-micro text-tx2">{say("It opens")}</legend>
        {SCOPES.map((scope) => (
          <div key={scope} className="flex items-start gap-2">
            <Checkbox
              id={`scope-${scope}`}
              className="mt-0.5"
              checked={scopes.includes(scope)}
              onCheckedChange={() => toggle(scope)}
            />
            <label htmlFor={`scope-${scope}`} className="min-w-0">
              <code className="font-mono text-code">{scope}</code>{" "}
              <span className="text-micro text-tx3">{say.known(OPENS[scope])}</span>
            </label>
          </div>
        ))}
      </fieldset>
    </form>
  );
}

/** The new key. It can be chosen by hand too, because a page over plain HTTP may not write to the clipboard. */
function ShownOnce({ name, text, onDone }: { name: string; text: string; onDone: () => void }) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <section
      aria-label={say("The new key")}
      className="flex flex-col gap-2 rounded-control border border-accbd bg-accbg p-3"
    >
      <p role="status">{say("The key “{name}”. It is shown this once and not stored: copy it now.", { name })}</p>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          readOnly
          aria-label={say("The new key")}
          value={text}
          onFocus={(event) => event.target.select()}
          className="h-7 min-w-60 flex-1 rounded-control border border-ctl bg-bg px-2 font-mono text-code"
        />
        <CopyButton text={text} label={say("Copy the key")} />
        <Button onClick={onDone}>{say("Done")}</Button>
      </div>
    </section>
  );
}
