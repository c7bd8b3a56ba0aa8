/** Anything with a name: a path within its folder or archive, with forward slashes. */
export type NamedFile = { readonly name: string };

/** A transcript with the files that belong to it. */
export type FileGroup<F extends NamedFile> = { readonly main: F; readonly companions: readonly F[] };
