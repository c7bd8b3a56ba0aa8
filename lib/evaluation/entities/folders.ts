/** Keys of a path's folders, innermost first. Whoever reads a path also sees its folders. */
export function* foldersOf(key: string): Generator<string> {
  if (!key.startsWith("path:")) return;
  for (let end = key.lastIndexOf("/"); end > "path:".length; end = key.lastIndexOf("/", end - 1))
    yield key.slice(0, end);
}
