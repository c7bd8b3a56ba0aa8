/** The number of leading items that pass a test, by bisection, so no item may pass after one that fails. */
export function countLeading<T>(items: ArrayLike<T>, test: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
