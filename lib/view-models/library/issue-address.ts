/**
 * Address of the project's issue tracker, or null while there is no public one: `bugs.url` of package.json, checked by
 * a test. Not read from there, because the entire file would go to the browser.
 */
export const ISSUE_ADDRESS: string | null = null;
