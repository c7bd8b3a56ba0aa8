"use client";
import { useState } from "react";
import { type Called, callApi } from "@/components/api/call-api";
import type { Role } from "@/lib/api/caller";
import type { PeopleListJson, PersonJson } from "@/lib/api/schemas/people";

export type PeopleState = {
  readonly people: readonly PersonJson[];
  readonly failure: string | null;
  /** The person with a call in progress. */
  readonly busy: string | null;
  readonly giveRole: (person: string, project: string, role: Role | null) => Promise<void>;
  readonly makeAdmin: (person: string, isAdmin: boolean) => Promise<void>;
  readonly signOut: (person: string) => Promise<void>;
};

/** Who has signed in, as the page was rendered and changed since. */
export function usePeople(first: PeopleListJson): PeopleState {
  const [people, setPeople] = useState(first.people);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const during = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    setBusy(id);
    try {
      return await work();
    } finally {
      setBusy(null);
    }
  };
  const take = (called: Called<"PATCH /api/people/{id}">) => {
    setFailure(called.ok ? null : called.failure.message);
    if (called.ok) setPeople((before) => before.map((one) => (one.id === called.value.id ? called.value : one)));
  };
  const giveRole: PeopleState["giveRole"] = (id, projectId, role) =>
    during(id, async () => {
      const path = { id, projectId };
      take(
        role === null
          ? await callApi("DELETE /api/people/{id}/roles/{projectId}", { path })
          : await callApi("PUT /api/people/{id}/roles/{projectId}", { path, body: { role } }),
      );
    });
  const makeAdmin: PeopleState["makeAdmin"] = (id, is_admin) =>
    during(id, async () => take(await callApi("PATCH /api/people/{id}", { path: { id }, body: { is_admin } })));
  const signOut: PeopleState["signOut"] = (id) =>
    during(id, async () => {
      const called = await callApi("DELETE /api/people/{id}/sign-ins", { path: { id } });
      setFailure(called.ok ? null : called.failure.message);
      if (called.ok) setPeople((before) => before.map((one) => (one.id === id ? { ...one, sign_ins: 0 } : one)));
    });
  return { people, failure, busy, giveRole, makeAdmin, signOut };
}
