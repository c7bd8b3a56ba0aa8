/** Anything with a name: a path below its folder or in its archive, with forward slashes. */
export type NamedFile = { readonly name: string };

/** A transcript with the files that belong to it. */
export type FileGroup<F extends NamedFile> = { readonly main: F; readonly companions: readonly F[] };
