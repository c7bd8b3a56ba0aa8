"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { ProjectDeletion, ProjectList, ProjectRow } from "@/lib/api/schemas/project";

export type ProjectsState = {
  readonly projects: readonly ProjectRow[];
  readonly failure: string | null;
  readonly make: (name: string) => Promise<boolean>;
  readonly change: (id: string, name: string, days: number | null) => Promise<void>;
  /** Deletes a project with its sessions; whether that was done. */
  readonly remove: (id: string, name: string) => Promise<boolean>;
  /** What became of the last one that was deleted. */
  readonly deleted: (ProjectDeletion & { readonly name: string }) | null;
};

/** The projects, as the page was drawn and as they were changed since. */
export function useProjects(first: ProjectList): ProjectsState {
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
