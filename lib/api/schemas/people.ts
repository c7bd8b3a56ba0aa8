import * as z from "zod";
import { ROLES } from "../caller";
import { type Answer, count, named, time } from "./fields";

const role = z
  .enum(ROLES)
  .describe(
    "`reader`: reads; `member`: also imports, compresses, titles and comments; `admin`: also deletes and manages the project's members.",
  );

const fields = {
  id: z.string().describe("The id of the person here."),
  subject: z.string().describe("The person's subject at the identity provider; `WINNOW_OIDC_ADMINS` may list it."),
  name: z.string().describe("From the identity provider."),
  email: z.string().nullable().describe("null: the identity provider gives none."),
  email_verified: z.boolean().describe("Whether the identity provider has verified the address."),
};

export const person = named("Person", "Somebody who signed in through the identity provider.", {
  ...fields,
  is_admin: z.boolean().describe("Whether they are an admin of the whole server."),
  is_named_admin: z.boolean().describe("Whether WINNOW_OIDC_ADMINS names them, so it cannot be revoked here."),
  roles: z
    .array(z.strictObject({ project_id: z.string().describe("The project."), role }))
    .describe("Their roles; only in projects that the caller manages."),
  created_at: time("When they first signed in."),
  last_seen_at: time("Their last visit, to within some minutes."),
  sign_ins: count("Browsers in which they are signed in."),
});
export type PersonJson = Answer<typeof person>;

/** The answer to GET /api/people. */
export const peopleList = named("PeopleList", "People who have signed in, last seen first.", {
  people: z.array(person),
  projects: z
    .array(z.strictObject({ id: z.string().describe("Its id."), name: z.string().describe("Its name.") }))
    .describe("The projects in which the caller assigns roles."),
  provider: z.string().nullable().describe("The identity provider; null: none is set up."),
});
export type PeopleListJson = Answer<typeof peopleList>;

/** Body of PATCH /api/people/{id}. */
export const personPatch = z.strictObject({
  is_admin: z.boolean().describe("Whether they are an admin of the whole server."),
});
/** Body of PUT /api/people/{id}/roles/{projectId}. */
export const roleBody = z.strictObject({ role });

const signInRow = named("SignIn", "A browser in which a person is signed in.", {
  id: z.string().describe("Its id, which is not secret."),
  client: z.string().nullable().describe("Such as `Firefox on Linux`; null if unknown."),
  address: z.string().nullable().describe("The network address of the sign-in."),
  created_at: time("When it signed in."),
  last_seen_at: time("Its last use, to within some minutes."),
  expires_at: time("When it has to sign in again, unless used before."),
  is_this: z.boolean().describe("Whether it is the calling browser."),
});
export type SignInJson = Answer<typeof signInRow>;

/** The answer to GET /api/sign-in. */
export const whoAmI = named("WhoAmI", "Who asks.", {
  kind: z
    .enum(["local", "own", "key", "person"])
    .describe("`local`: no authentication; `own`: the command on the server's own data folder."),
  person: z
    .strictObject({ ...fields, is_admin: z.boolean().describe("Whether they are an admin of the whole server.") })
    .nullable()
    .describe("null: it is not a person."),
  sign_ins: z.array(signInRow).describe("The browsers in which this person is signed in."),
});
export type WhoAmIJson = Answer<typeof whoAmI>;

/** The answer to DELETE /api/sign-in. */
export const signedOutAnswer = named("SignedOut", "The browser is signed out.", {
  address: z
    .string()
    .nullable()
    .describe("Where to send the browser to sign out at the identity provider too; null: nowhere."),
});
