/**
 * Address of the project's issue tracker, or null while it has no public one: `bugs.url` of package.json, which a test holds. Not
 * read from there, because the whole file would go to the browser.
 */
export const ISSUE_ADDRESS: string | null = null;
