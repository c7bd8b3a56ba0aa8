/** Anything with a name: a path below the folder or in the archive that it came from, with forward slashes. */
export type NamedFile = { readonly name: string };

/** A transcript with the files that belong to it. */
export type FileGroup<F extends NamedFile> = { readonly main: F; readonly companions: readonly F[] };
