"use client";
import Link from "next/link";
import { useState } from "react";
import { Breadcrumb } from "@/components/shell/breadcrumb";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { PeopleListJson, PersonJson } from "@/lib/api/schemas/people";
import { PersonRow } from "./person-row";
import { usePeople } from "./use-people";

/** A box to find somebody in is offered from this many on. */
const MANY = 8;

/** Who has signed in with the provider, what they may do where, and giving and taking that. */
export function PeoplePage({ first }: { first: PeopleListJson }) {
  const say = useSay();
  const state = usePeople(first);
  const [wanted, setWanted] = useState("");
  const [leaving, setLeaving] = useState<PersonJson | null>(null);
  const shown = state.people.filter((person) => isMeant(person, wanted));
  return (
    <main id="main" className="mx-auto w-full max-w-280 min-w-0 flex-1 px-4 py-5 max-sm:px-3">
      <Breadcrumb>{say("People")}</Breadcrumb>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-line2 border-b pb-3">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="font-semibold text-title">{say("People")}</h1>
          <p className="max-w-[80ch] text-small text-tx2">
            {first.provider === null
              ? say(
                  "People sign in with an OpenID provider once one is set up; docs/people.md says how. Keys work without.",
                )
              : say(
                  "Who has signed in with {provider}. Somebody new signs in first and then gets a role here; until then they see a page that says whom to ask.",
                  { provider: first.provider },
                )}
          </p>
        </div>
        {state.people.length < MANY ? null : (
          <div className="w-56 max-sm:w-full">
            <TextInput
              type="search"
              aria-label={say("Find somebody")}
              placeholder={say("Find somebody")}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </div>
        )}
        <Button asChild>
          <Link href="/settings">{say("Settings")}</Link>
        </Button>
      </div>
      {state.failure ? (
        <p role="alert" className="mt-3 text-bad text-small">
          {state.failure}
        </p>
      ) : null}
      {state.people.length === 0 ? (
        <EmptyState title={say("Nobody has signed in yet")} className="px-0">
          {say("Whoever signs in with the provider appears here.")}
        </EmptyState>
      ) : (
        <ul aria-label={say("People")}>
          {shown.map((person) => (
            <PersonRow
              key={person.id}
              of={person}
              projects={first.projects}
              state={state}
              onSignOut={() => setLeaving(person)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        of={leaving}
        title={say("Sign out everywhere?")}
        explain={({ name }) =>
          say(
            "Every browser in which {name} is signed in is refused from now on. They can sign in again as long as the provider lets them.",
            { name },
          )
        }
        action={say("Sign out everywhere")}
        onConfirm={({ id }) => state.signOut(id)}
        onClose={() => setLeaving(null)}
      />
    </main>
  );
}

function isMeant({ name, email, subject }: PersonJson, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [name, email, subject].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}
