import * as z from "zod";
import { auditFilters, auditPage, auditQuery } from "../schemas/audit";
import { keyBody, keyList, newKey, signInBody } from "../schemas/keys";
import { peopleList, person, personPatch, roleBody, signedOutAnswer, whoAmI } from "../schemas/people";
import { projectBody, projectDeletion, projectList, projectPatch, projectRow } from "../schemas/project";
import type { RouteTable } from "./route";

export const ACCESS = {
  "GET /api/keys": {
    summary: "The keys of this server ([keys.md](keys.md)).",
    answers: { 200: keyList },
  },
  "POST /api/keys": {
    summary: "Create a key. Only this answer shows it.",
    body: keyBody,
    answers: { 201: newKey },
  },
  "DELETE /api/keys/{id}": { summary: "Revoke a key.", answers: { 204: null } },
  "GET /api/projects": {
    summary: "The caller's projects ([projects.md](projects.md)).",
    query: {
      retention_days: z
        .int()
        .min(1)
        .max(36_500)
        .optional()
        .describe("`due` counts the sessions that this retention period, in days, would delete."),
    },
    answers: { 200: projectList },
  },
  "POST /api/projects": {
    summary: "Create a project.",
    body: projectBody,
    answers: { 201: projectRow },
  },
  "PATCH /api/projects/{id}": {
    summary: "Rename a project, or set its retention period.",
    body: projectPatch,
    answers: { 200: projectRow },
  },
  "DELETE /api/projects/{id}": {
    summary:
      "Delete a project for good, with its keys and roles. A project with sessions is refused (409, `project-not-empty`) unless they are to be deleted too.",
    query: {
      sessions: z.enum(["delete"]).optional().describe("`delete`: its sessions are deleted for good with it."),
    },
    answers: { 200: projectDeletion },
  },
  "POST /api/sign-in": {
    summary: "Sign a browser in with a key, by a cookie that pages cannot read.",
    body: signInBody,
    answers: { 204: null },
  },
  "GET /api/sign-in": {
    summary: "The caller, and the caller's other sign-ins ([people.md](people.md)).",
    answers: { 200: whoAmI },
  },
  "DELETE /api/sign-in": { summary: "Sign a browser out.", answers: { 200: signedOutAnswer } },
  "GET /api/sign-in/start": {
    summary: "Redirect a browser to the identity provider, which returns it to the callback.",
    query: { next: z.string().optional().describe("The path of the page to open afterwards.") },
    answers: { 303: null },
  },
  "GET /api/sign-in/callback": {
    summary: "The provider's redirect; continues to the page, or to the sign-in page with a reason.",
    query: {
      code: z.string().optional().describe("From the provider."),
      state: z.string().optional().describe("From the provider."),
      iss: z.string().optional().describe("From the provider."),
      error: z.string().optional().describe("From the provider."),
    },
    answers: { 303: null },
  },
  "DELETE /api/sign-ins/{id}": {
    summary: "Sign another browser of the same person out.",
    answers: { 204: null },
  },
  "GET /api/people": {
    summary: "People who have signed in, and their roles ([people.md](people.md)).",
    answers: { 200: peopleList },
  },
  "PATCH /api/people/{id}": {
    summary: "Grant or remove server admin rights.",
    body: personPatch,
    answers: { 200: person },
  },
  "PUT /api/people/{id}/roles/{projectId}": {
    summary: "Give somebody a role in a project.",
    body: roleBody,
    answers: { 200: person },
  },
  "DELETE /api/people/{id}/roles/{projectId}": {
    summary: "Remove somebody from a project.",
    answers: { 200: person },
  },
  "DELETE /api/people/{id}/sign-ins": {
    summary: "Sign somebody out of every browser.",
    answers: { 204: null },
  },
  "GET /api/audit": {
    summary: "The audit log, newest first; project admins see the entries of their projects.",
    query: auditQuery,
    answers: { 200: auditPage },
  },
  "GET /api/audit/csv": {
    summary: "All matching entries of the audit log, as one table.",
    query: auditFilters,
    answers: { 200: { media: ["text/csv"], description: "A row for each entry, the newest first." } },
  },
} as const satisfies RouteTable;
