"use client";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";

/** Searches the model table for another model and adds it to the candidates. */
export function AskModel({ onAsk }: { onAsk: (name: string) => void }) {
  const say = useSay();
  const list = useId();
  const names = useModelNames();
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") onAsk(name.trim());
  };
  return (
    <form onSubmit={submit} className="w-56 max-sm:w-full">
      <TextInput
        type="search"
        icon={<Search />}
        list={list}
        aria-label={say("Another model")}
        placeholder={
          names.length === 0 ? say("Another model") : say("Another of {count} models", { count: names.length })
        }
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          if (names.includes(event.target.value)) onAsk(event.target.value);
        }}
      />
      <datalist id={list}>
        {names.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </form>
  );
}

/** The ids of the model table; empty while loading and on failure. */
export function useModelNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    void callApi("GET /api/models", { signal: stop.signal }).then((called) => {
      if (called.ok) setNames(called.value.models.map(({ id }) => id));
    });
    return () => stop.abort();
  }, []);
  return names;
}
