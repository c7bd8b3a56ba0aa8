"use client";
import Link from "next/link";
import { useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { ROLES, type Role } from "@/lib/api/caller";
import type { PeopleListJson, PersonJson } from "@/lib/api/schemas/people";
import { formatDay } from "@/lib/wording/format-day";
import { problemText } from "@/lib/wording/problem-text";
import { type Sentence, sentence } from "@/lib/wording/say";
import { type PeopleState, usePeople } from "./use-people";

/** Minimum number of people for a search box. */
const MANY = 8;

/** Lists who has signed in through the identity provider, with their rights by project and controls to change them. */
export function PeoplePage({ first }: { first: PeopleListJson }) {
  const say = useSay();
  const state = usePeople(first);
  const [wanted, setWanted] = useState("");
  const [leaving, setLeaving] = useState<PersonJson | null>(null);
  const shown = state.people.filter((person) => isMeant(person, wanted));
  return (
    <main id="main" className="mx-auto w-full max-w-280 min-w-0 flex-1 px-4 py-5 max-sm:px-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-line2 border-b pb-3">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="font-semibold text-title">{say("People")}</h1>
          <p className="max-w-[80ch] text-small text-tx2">
            {first.provider === null
              ? say(
                  "To let people sign in, set up an identity provider (see docs/people.md). API keys work without one.",
                )
              : say(
                  "People who have signed in with {provider}. New people sign in first and then get a role here; until then, they see a page that says whom to ask.",
                  { provider: first.provider },
                )}
          </p>
        </div>
        {state.people.length < MANY ? null : (
          <div className="w-56 max-sm:w-full">
            <TextInput
              type="search"
              aria-label={say("Find a person")}
              placeholder={say("Find a person")}
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
          {problemText({ message: state.failure }, say)}
        </p>
      ) : null}
      {state.people.length === 0 ? (
        <EmptyState title={say("Nobody has signed in yet")} className="px-0">
          {say("Anyone who signs in through your identity provider appears here.")}
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
            "This signs {name} out of every browser. They can sign in again unless your identity provider refuses them.",
            {
              name,
            },
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

const ROLE_WORDS: Readonly<Record<Role, Sentence>> = {
  reader: sentence("Reader: reads"),
  member: sentence("Member: also imports and compresses"),
  admin: sentence("Admin: also deletes sessions and assigns roles"),
};
const NONE = "none";

type Props = {
  of: PersonJson;
  projects: PeopleListJson["projects"];
  state: PeopleState;
  onSignOut: () => void;
};

/** A person, their rights in each project, and a button that signs them out. */
function PersonRow({ of, projects, state, onSignOut }: Props) {
  const say = useSay();
  const mayAdmin = useMay("PATCH /api/people/{id}");
  const { id, name, email, subject, is_admin, is_named_admin, roles, created_at, last_seen_at, sign_ins } = of;
  const isBusy = state.busy === id;
  const seen = [
    say("first seen {day}", { day: formatDay(created_at, "day", say) }),
    say("last seen {time} UTC", { time: formatDay(last_seen_at, "time", say) }),
    say("{count, plural, =0 {not signed in} one {signed in on # browser} other {signed in on # browsers}}", {
      count: sign_ins,
    }),
  ];
  const held = projects.filter((project) => roles.some(({ project_id }) => project_id === project.id));
  const others = projects.filter((project) => !held.includes(project));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] gap-x-6 gap-y-2 border-line border-b py-3 text-small max-sm:grid-cols-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium text-base" title={name}>
            {name}
          </span>
          {is_admin ? <Chip tone="warn">{say("server admin")}</Chip> : null}
          {!is_admin && roles.length === 0 ? <Chip tone="dashed">{say("no role yet")}</Chip> : null}
        </p>
        {email ? <p className="break-words text-tx2">{email}</p> : null}
        <p className="text-micro text-tx3" title={say("this person's id at the identity provider")}>
          <code className="break-all font-mono">{subject}</code>
        </p>
        <p className="tabular text-micro text-tx3">{seen.join(" · ")}</p>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-2">
        {is_admin ? (
          <p className="text-tx2">
            {is_named_admin
              ? say("This person has full access, because WINNOW_OIDC_ADMINS lists them.")
              : say("A server admin has full access.")}
          </p>
        ) : (
          <>
            {held.map((project) => (
              <RoleSelect key={project.id} person={of} project={project} state={state} />
            ))}
            {others.length > 0 ? <AddToProject person={of} projects={others} state={state} /> : null}
          </>
        )}
        {mayAdmin ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {is_named_admin ? null : (
              <label htmlFor={`admin-${id}`} className="flex items-center gap-2 text-tx2">
                <Switch
                  id={`admin-${id}`}
                  checked={is_admin}
                  disabled={isBusy}
                  onCheckedChange={(isAdmin) => void state.makeAdmin(id, isAdmin)}
                />
                {say("Admin of the server")}
              </label>
            )}
            <Button
              size="sm"
              variant="danger"
              disabled={isBusy || sign_ins === 0}
              aria-label={say("Sign out everywhere: {name}", { name })}
              onClick={onSignOut}
            >
              {say("Sign out everywhere")}
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
}

type Project = PeopleListJson["projects"][number];

function RoleSelect({ person, project, state }: { person: PersonJson; project: Project; state: PeopleState }) {
  const say = useSay();
  const role = person.roles.find(({ project_id }) => project_id === project.id)?.role ?? NONE;
  return (
    <div className="flex w-full min-w-0 flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 truncate" title={project.name}>
        {project.name}
      </span>
      <Select
        label={say("Role of {name} in {project}", { name: person.name, project: project.name })}
        className="w-64 max-sm:w-full"
        value={role}
        disabled={state.busy === person.id}
        onValueChange={(next) => void state.giveRole(person.id, project.id, ROLES.find((one) => one === next) ?? null)}
        options={[
          ...ROLES.map((one) => ({ value: one, label: say(ROLE_WORDS[one]) })),
          { value: NONE, label: say("Remove from the project") },
        ]}
      />
    </div>
  );
}

type AddProps = { person: PersonJson; projects: readonly Project[]; state: PeopleState };

/** People added to a project start as readers. */
function AddToProject({ person, projects, state }: AddProps) {
  const say = useSay();
  return (
    <Select
      label={say("Add {name} to a project", { name: person.name })}
      placeholder={say("Add to a project, as a reader…")}
      className="w-64 max-sm:w-full"
      value=""
      disabled={state.busy === person.id}
      onValueChange={(project) => void state.giveRole(person.id, project, "reader")}
      options={projects.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
