/** The keys of the folders that a path lies in, the innermost first: whoever reads a path has read its folders too. */
export function* foldersOf(key: string): Generator<string> {
  if (!key.startsWith("path:")) return;
  for (let end = key.lastIndexOf("/"); end > "path:".length; end = key.lastIndexOf("/", end - 1))
    yield key.slice(0, end);
}
