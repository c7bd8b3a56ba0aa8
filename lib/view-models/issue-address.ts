import packageFile from "../../package.json";

/** The fields of package.json that may say where the project takes issues; it has none before it has a public address. */
const { bugs }: { readonly name: string; readonly bugs?: { readonly url: string } } = packageFile;

/** Address of the project's issue tracker, or null while package.json names none under `bugs`. */
export const ISSUE_ADDRESS: string | null = bugs?.url ?? null;
