import { Problem } from "@/lib/api/problem";
import type { SignInJson, WhoAmIJson } from "@/lib/api/schemas/people";
import { audit } from "../audit/audit";
import { getDb } from "../db/get-db";
import { currentCaller } from "../process/caller-context";
import { personOf } from "./people";
import { tokenIn } from "./sign-in-cookies";
import { findSignIn, revokeSignIns } from "./sign-ins";

/** GET /api/sign-in: the caller, and the caller's other sign-ins. */
export async function whoAsks(cookies: string | null): Promise<WhoAmIJson> {
  const { who } = currentCaller();
  if (who.kind !== "person") return { kind: who.kind, person: null, sign_ins: [] };
  const row = await (await getDb()).person.findUniqueOrThrow({
    where: { id: who.id },
    include: {
      memberships: { select: { projectId: true, role: true } },
      signIns: { where: { revokedAt: null, expiresAt: { gt: new Date() } }, orderBy: { lastSeenAt: "desc" } },
    },
  });
  const token = tokenIn(cookies);
  const own = token === null ? null : await findSignIn(token);
  const { id, subject, name, email, isEmailVerified: email_verified } = row;
  return {
    kind: "person",
    person: { id, subject, name, email, email_verified, is_admin: personOf(row).isAdmin },
    sign_ins: row.signIns.map(
      (signIn): SignInJson => ({
        id: signIn.id,
        client: signIn.client,
        address: signIn.address,
        created_at: signIn.createdAt.toISOString(),
        last_seen_at: signIn.lastSeenAt.toISOString(),
        expires_at: signIn.expiresAt.toISOString(),
        is_this: signIn.id === own?.id,
      }),
    ),
  };
}

/** DELETE /api/sign-ins/{id}: signs the caller out of one browser. */
export async function revokeOwn(id: string): Promise<void> {
  const { who } = currentCaller();
  const count = who.kind === "person" ? await revokeSignIns({ id, personId: who.id }) : 0;
  if (count === 0) throw new Problem(404, "no-such-sign-in", "you are not signed in there");
  await audit({ action: "sign-out", subject: id });
}
