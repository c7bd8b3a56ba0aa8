import { randomUUID } from "node:crypto";
import { type Caller, RIGHTS, ROLES, type Role, rightsOfRole } from "@/lib/api/caller";
import type { Transaction } from "../db/get-db";
import type { Claims } from "./oidc-flow";
import { isNamedAdmin } from "./oidc-settings";

/** A signed-in person and their roles. */
export type KnownPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Admin of the whole server: every project, keys, people, settings. */
  readonly isAdmin: boolean;
  readonly roles: ReadonlyMap<string, Role>;
};

/** A row of a person with its memberships. */
export type PersonRow = {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly isAdmin: boolean;
  readonly memberships: readonly { readonly projectId: string; readonly role: string }[];
};

export function personOf(row: PersonRow): KnownPerson {
  const roles = new Map<string, Role>();
  for (const { projectId, role } of row.memberships) {
    const known = ROLES.find((one) => one === role);
    if (known) roles.set(projectId, known);
  }
  const { id, name, email } = row;
  return { id, name, email, isAdmin: row.isAdmin || isNamedAdmin(row), roles };
}

/** A person's rights: everything for a server admin, otherwise the rights of their roles, per project. */
export function callerOfPerson({ id, isAdmin, roles }: KnownPerson): Caller {
  const who = { kind: "person", id } as const;
  if (isAdmin) return { who, rights: RIGHTS, projects: "all" };
  return {
    who,
    rights: [],
    projects: [...roles].map(([project, role]) => ({ id: project, rights: rightsOfRole(role) })),
  };
}

/**
 * Updates the row for a person from the identity provider, or creates it at the first sign-in. Only issuer and subject
 * identify a person, because an address may be reassigned and names are not unique.
 */
export async function keepPerson(transaction: Transaction, claims: Claims, now: Date): Promise<PersonRow> {
  const { issuer, subject, email, isEmailVerified } = claims;
  const said = { name: claims.name || subject, email, isEmailVerified, lastSeenAt: now };
  return transaction.person.upsert({
    where: { issuer_subject: { issuer, subject } },
    create: { id: `person_${randomUUID()}`, issuer, subject, createdAt: now, ...said },
    update: said,
    include: { memberships: { select: { projectId: true, role: true } } },
  });
}
