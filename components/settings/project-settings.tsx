"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { DEFAULT_PROJECT } from "@/lib/api/caller";
import type { ApiKeyJson } from "@/lib/api/schemas/keys";
import type { ProjectDeletion, ProjectList, ProjectRow } from "@/lib/api/schemas/project";
import { copiesLeft } from "@/lib/view-models/library/copies-left";
import { problemText } from "@/lib/wording/problem-text";
import { SettingRow } from "./setting-row";

type Props = {
  first: ProjectList;
  keys: readonly ApiKeyJson[];
  /** Called after a project was deleted and its keys revoked. */
  onDeleted: (id: string) => void;
};

/** The caller's projects: content, retention, restricted keys, and a form to create one. */
export function ProjectSettings({ first, keys, onDeleted }: Props) {
  const say = useSay();
  const router = useRouter();
  const state = useProjects(first);
  const result = useRef<HTMLParagraphElement>(null);
  const remove = async ({ id, name }: ProjectRow) => {
    if (!(await state.remove(id, name))) return;
    onDeleted(id);
    router.refresh(); // updates the bar's menu of projects
  };
  const close = () => {
    setLeaving(null);
    result.current?.focus(); // the focused button has disappeared with its project
  };
  const mayMake = useMay("POST /api/projects");
  const mayDelete = useMay("DELETE /api/projects/{id}");
  const [leaving, setLeaving] = useState<ProjectRow | null>(null);
  return (
    <SettingRow id="projects" title={say("Projects")} note={say("People see only the projects they belong to.")}>
      <div className="w-full min-w-0">
        {mayMake ? <MakeProject onMake={state.make} /> : null}
        {state.failure ? (
          <p role="alert" className="mt-2 text-bad">
            {problemText({ message: state.failure }, say)}
          </p>
        ) : null}
        <p ref={result} tabIndex={-1} role="status" className="mt-2 text-small text-tx2 outline-none">
          {state.deleted ? (
            <>
              {copiesLeft(state.deleted.name, state.deleted, say)}{" "}
              {say("{count, plural, one {# session was} other {# sessions were}} deleted with it.", {
                count: state.deleted.sessions,
              })}
            </>
          ) : null}
        </p>
        <ul aria-label={say("Projects")} className="mt-3">
          {state.projects.map((project) => {
            const own = keys.filter((key) => key.project === project.id && key.revoked_at === null);
            return (
              <Row
                key={`${project.id} ${project.name} ${project.retention_days}`}
                of={project}
                keys={own}
                onChange={state.change}
                onDelete={mayDelete && project.id !== DEFAULT_PROJECT ? () => setLeaving(project) : null}
              />
            );
          })}
        </ul>
        <ConfirmDialog
          of={leaving}
          title={say("Delete this project?")}
          explain={({ name, sessions }) =>
            say(
              "“{name}” has {count, plural, one {# session} other {# sessions}}. They are deleted for good, with their comments, saved runs and stored originals. Its keys stop working, and all roles in it are removed. This cannot be undone.",
              { name, count: sessions },
            )
          }
          action={say("Delete for good")}
          onConfirm={remove}
          onClose={close}
        />
      </div>
    </SettingRow>
  );
}

function MakeProject({ onMake }: { onMake: (name: string) => Promise<boolean> }) {
  const say = useSay();
  const [name, setName] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onMake(name.trim())) setName("");
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2">
      <label htmlFor="project-name" className="flex min-w-48 flex-1 flex-col gap-1 text-micro text-tx2">
        {say("Name of the new project")}
        <TextInput
          id="project-name"
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button type="submit" variant="primary" disabled={name.trim() === ""}>
        {say("Create a project")}
      </Button>
    </form>
  );
}

type RowProps = {
  of: ProjectRow;
  keys: readonly ApiKeyJson[];
  onChange: (id: string, name: string, days: number | null) => Promise<void>;
  /** Null if the project must not be deleted. */
  onDelete: (() => void) | null;
};

/** A project. The number of affected sessions is shown before the days are saved. */
function Row({ of, keys, onChange, onDelete }: RowProps) {
  const say = useSay();
  const [name, setName] = useState(of.name);
  const [days, setDays] = useState(of.retention_days === null ? "" : String(of.retention_days));
  const [due, setDue] = useState<number | null>(of.due);
  const shownDays = useRef(days);
  const wanted = days.trim() === "" ? null : Number(days);
  const isValid =
    name.trim() !== "" && (wanted === null || (Number.isInteger(wanted) && wanted >= 1 && wanted <= 36_500));
  const isChanged = name.trim() !== of.name || wanted !== of.retention_days;
  const count = async (text: string) => {
    setDays(text);
    shownDays.current = text;
    const retention_days = Number(text);
    if (!Number.isInteger(retention_days) || retention_days < 1 || retention_days > 36_500) return setDue(0);
    const called = await callApi("GET /api/projects", { query: { retention_days } });
    if (shownDays.current !== text) return; // the field has changed since
    setDue(called.ok ? (called.value.projects.find(({ id }) => id === of.id)?.due ?? 0) : null);
  };
  return (
    <li className="border-line border-t py-2">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onChange(of.id, name.trim(), wanted);
        }}
        className="flex flex-wrap items-end gap-2"
      >
        <TextInput
          aria-label={say("Name of the project")}
          className="min-w-40 flex-1"
          maxLength={100}
          disabled={!of.may_manage}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          aria-label={say("Days to keep sessions in {name}; empty: forever", { name: of.name })}
          className="w-44"
          inputMode="numeric"
          placeholder={say("kept forever")}
          suffix={say("days")}
          disabled={!of.may_manage}
          value={days}
          onChange={(event) => void count(event.target.value)}
        />
        {isChanged ? (
          <Button type="submit" variant="primary" disabled={!isValid}>
            {say("Save")}
          </Button>
        ) : null}
        {onDelete ? (
          <Button variant="quiet" aria-label={say("Delete the project {name}", { name: of.name })} onClick={onDelete}>
            {say("Delete")}
          </Button>
        ) : null}
      </form>
      <p className="tabular mt-1 text-micro text-tx3">
        {say("{count, plural, one {# session} other {# sessions}}", { count: of.sessions })}
        {due ? (
          <span className="text-warn">
            {" · "}
            {say("{count, plural, one {# session} other {# sessions}} would be deleted for good", {
              count: due,
            })}
          </span>
        ) : null}
        {keys.length > 0 ? ` · ${say("keys: {names}", { names: keys.map((key) => key.name).join(", ") })}` : null}
        {" · "}
        <code>{of.id}</code>
      </p>
    </li>
  );
}

type ProjectsState = {
  readonly projects: readonly ProjectRow[];
  readonly failure: string | null;
  readonly make: (name: string) => Promise<boolean>;
  readonly change: (id: string, name: string, days: number | null) => Promise<void>;
  /** Deletes a project with its sessions; resolves with whether it succeeded. */
  readonly remove: (id: string, name: string) => Promise<boolean>;
  /** The result of the last deletion. */
  readonly deleted: (ProjectDeletion & { readonly name: string }) | null;
};

/** The projects, as the page was rendered and changed since. */
function useProjects(first: ProjectList): ProjectsState {
  const [projects, setProjects] = useState(first.projects);
  const [failure, setFailure] = useState<string | null>(null);
  const make: ProjectsState["make"] = async (name) => {
    const called = await callApi("POST /api/projects", { body: { name } });
    setFailure(called.ok ? null : called.failure.message);
    if (called.ok) setProjects((before) => [...before, called.value]);
    return called.ok;
  };
  const change: ProjectsState["change"] = async (id, name, days) => {
    const called = await callApi("PATCH /api/projects/{id}", { path: { id }, body: { name, retention_days: days } });
    setFailure(called.ok ? null : called.failure.message);
    if (called.ok) setProjects((before) => before.map((project) => (project.id === id ? called.value : project)));
  };
  const [deleted, setDeleted] = useState<ProjectsState["deleted"]>(null);
  const remove: ProjectsState["remove"] = async (id, name) => {
    const called = await callApi("DELETE /api/projects/{id}", { path: { id }, query: { sessions: "delete" } });
    setFailure(called.ok ? null : called.failure.message);
    setDeleted(called.ok ? { ...called.value, name } : null);
    if (called.ok) setProjects((before) => before.filter((project) => project.id !== id));
    return called.ok;
  };
  return { projects, failure, make, change, remove, deleted };
}
