/** One message of a chat that keeps edits and regenerated answers as branches of a tree. */
export type TreeNode<T> = { readonly id: string; readonly parent: string | null; readonly value: T };

export type TreeStep<T> = {
  readonly node: TreeNode<T>;
  /** False on an abandoned branch: an edited prompt, a regenerated answer. */
  readonly isActive: boolean;
  /** True if the walk returns to an earlier message, which happens at the first message of each further branch. */
  readonly isRewind: boolean;
  /** True if nothing else follows the same parent, so the node and its parent can be one turn. */
  readonly isOnlyChild: boolean;
  /** True in a loop of parents, where no place is right. */
  readonly isLoose: boolean;
};

/**
 * All messages, each after its parent. Abandoned branches come before the one that leads to `leaf`. Without a leaf, the
 * last branch at each message is assumed to be active. Messages in a loop of parents come last. Linear time.
 */
export function walkTree<T>(nodes: readonly TreeNode<T>[], leaf: string | null): TreeStep<T>[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = new Map<string | null, TreeNode<T>[]>();
  for (const node of nodes) {
    const parent = node.parent !== null && byId.has(node.parent) ? node.parent : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(node);
    else children.set(parent, [node]);
  }
  const active = activePath(byId, children, leaf);
  const steps: TreeStep<T>[] = [];
  const seen = new Set<TreeNode<T>>(); // not their ids, because two messages may have the same one
  const open: TreeStep<T>[] = stepsAfter(null, children, active);
  for (let step = open.pop(); step; step = open.pop()) {
    if (seen.has(step.node)) continue;
    seen.add(step.node);
    steps.push(step);
    if (byId.get(step.node.id) === step.node) open.push(...stepsAfter(step.node.id, children, active));
  }
  const unreached = nodes.filter((node) => !seen.has(node));
  return [
    ...steps,
    ...unreached.map((node) => ({ node, isActive: false, isRewind: true, isOnlyChild: false, isLoose: true })),
  ];
}

/** Reversed, because steps are taken from the end, so that the active branch is walked last. */
function stepsAfter<T>(
  parent: string | null,
  children: ReadonlyMap<string | null, readonly TreeNode<T>[]>,
  active: ReadonlySet<TreeNode<T>>,
): TreeStep<T>[] {
  const siblings = children.get(parent) ?? [];
  const ordered = [...siblings.filter((node) => !active.has(node)), ...siblings.filter((node) => active.has(node))];
  const isOnlyChild = ordered.length === 1;
  return ordered
    .map((node, index) => ({ node, isActive: active.has(node), isRewind: index > 0, isOnlyChild, isLoose: false }))
    .reverse();
}

function activePath<T>(
  byId: ReadonlyMap<string, TreeNode<T>>,
  children: ReadonlyMap<string | null, readonly TreeNode<T>[]>,
  leaf: string | null,
): ReadonlySet<TreeNode<T>> {
  const path = new Set<TreeNode<T>>();
  let up = leaf === null ? undefined : byId.get(leaf);
  if (up) {
    for (; up && !path.has(up); up = up.parent === null ? undefined : byId.get(up.parent)) path.add(up);
    return path;
  }
  let down = children.get(null)?.at(-1);
  for (; down && !path.has(down); down = children.get(down.id)?.at(-1)) path.add(down);
  return path;
}
