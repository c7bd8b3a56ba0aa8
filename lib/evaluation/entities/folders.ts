/** Keys of a path's folders, innermost first: reading a path shows its folders too. */
export function* foldersOf(key: string): Generator<string> {
  if (!key.startsWith("path:")) return;
  for (let end = key.lastIndexOf("/"); end > "path:".length; end = key.lastIndexOf("/", end - 1))
    yield key.slice(0, end);
}
