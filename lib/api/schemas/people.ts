import * as z from "zod";
import { ROLES } from "../caller";
import { type Answer, count, named, time } from "./fields";

const role = z
  .enum(ROLES)
  .describe(
    "`reader`: reads; `member`: also imports, compresses, titles and comments; `admin`: also deletes, and says who is in the project.",
  );

const fields = {
  id: z.string().describe("The id of the person here."),
  subject: z.string().describe("What the provider calls them; `WINNOW_OIDC_ADMINS` may name it."),
  name: z.string().describe("As the provider says it."),
  email: z.string().nullable().describe("null: the provider says none."),
  email_verified: z.boolean().describe("Whether the provider has verified the address."),
};

export const person = named("Person", "Somebody who signed in with the provider.", {
  ...fields,
  is_admin: z.boolean().describe("Whether everything is open to them, on the whole server."),
  is_named_admin: z.boolean().describe("Whether WINNOW_OIDC_ADMINS says so, so that it cannot be taken away here."),
  roles: z
    .array(z.strictObject({ project_id: z.string().describe("The project."), role }))
    .describe("What they may do where; only the projects that the caller manages."),
  created_at: time("When they first signed in."),
  last_seen_at: time("When they were here last, to some minutes."),
  sign_ins: count("Browsers in which they are signed in."),
});
export type PersonJson = Answer<typeof person>;

/** The answer of GET /api/people. */
export const peopleList = named("PeopleList", "Who has signed in, the last seen first.", {
  people: z.array(person),
  projects: z
    .array(z.strictObject({ id: z.string().describe("Its id."), name: z.string().describe("Its name.") }))
    .describe("The projects in which the caller gives roles."),
  provider: z.string().nullable().describe("What people sign in with; null: no provider is set up."),
});
export type PeopleListJson = Answer<typeof peopleList>;

/** Body of PATCH /api/people/{id}. */
export const personPatch = z.strictObject({ is_admin: z.boolean().describe("Whether everything is open to them.") });
/** Body of PUT /api/people/{id}/roles/{projectId}. */
export const roleBody = z.strictObject({ role });

const signInRow = named("SignIn", "A browser in which a person is signed in.", {
  id: z.string().describe("Its id, which is no secret."),
  client: z.string().nullable().describe("Such as `Firefox on Linux`; null if unknown."),
  address: z.string().nullable().describe("The network address that it signed in from."),
  created_at: time("When it signed in."),
  last_seen_at: time("When it was used last, to some minutes."),
  expires_at: time("When it has to sign in again, unless it is used before."),
  is_this: z.boolean().describe("Whether it is the browser that asks."),
});
export type SignInJson = Answer<typeof signInRow>;

/** The answer of GET /api/sign-in. */
export const whoAmI = named("WhoAmI", "Who asks.", {
  kind: z
    .enum(["local", "own", "key", "person"])
    .describe("`local`: nobody is asked; `own`: the command on the server's own data folder."),
  person: z
    .strictObject({ ...fields, is_admin: z.boolean().describe("Whether everything is open to them.") })
    .nullable()
    .describe("null: it is no person."),
  sign_ins: z.array(signInRow).describe("The browsers in which this person is signed in."),
});
export type WhoAmIJson = Answer<typeof whoAmI>;

/** The answer of DELETE /api/sign-in. */
export const signedOutAnswer = named("SignedOut", "The browser is signed out.", {
  address: z
    .string()
    .nullable()
    .describe("Where to send the browser, so that it is signed out at the provider too; null: nowhere."),
});
