"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { SettingsAnswer } from "@/lib/api/schemas/settings";
import { nameClient } from "@/lib/read-models/library-item";
import { SettingRow } from "./setting-row";
import type { SettingsState } from "./use-settings";

/** The model of each client whose logs do not name it. */
export function ClientModels({ state }: { state: SettingsState }) {
  const say = useSay();
  const { client_models: clients, data } = state.answer;
  return (
    <SettingRow
      id="client-models"
      title={say("Default model per client")}
      note={say("for logs that name no model; changing it reads their sessions again")}
    >
      {clients.length === 0 ? (
        <p className="text-tx2">
          {data.sessions === 0 ? say("No session yet.") : say("Every session in the library names its model.")}
        </p>
      ) : null}
      <ul className="flex w-full flex-col gap-2">
        {clients.map((client) => (
          <ClientRow key={client.client} {...client} onKeep={state.sayClientModel} />
        ))}
      </ul>
    </SettingRow>
  );
}

type RowProps = SettingsAnswer["client_models"][number] & { onKeep: SettingsState["sayClientModel"] };

function ClientRow({ client, model, sessions, onKeep }: RowProps) {
  const say = useSay();
  const [typed, setTyped] = useState(model ?? "");
  const [isBusy, setBusy] = useState(false);
  const keep = async (next: string | null) => {
    setBusy(true);
    if ((await onKeep(client, next)) && next === null) setTyped("");
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void keep(typed.trim() || null);
  };
  return (
    <li>
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <label htmlFor={`client-${client}`} className="w-40 truncate">
          {nameClient(client)}{" "}
          <span className="text-micro text-tx3">
            {say("{sessions, plural, one {# session} other {# sessions}}", { sessions })}
          </span>
        </label>
        <TextInput
          id={`client-${client}`}
          className="w-56"
          placeholder={say("not specified")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="sm" disabled={isBusy || typed.trim() === (model ?? "")}>
          {isBusy ? say("Reading again…") : say("Save")}
        </Button>
      </form>
    </li>
  );
}
