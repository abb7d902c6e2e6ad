/** @file The keys of the tree, after the WAI-ARIA tree pattern. Pure: a key and where one stands give where to go. */
import type { Column } from '../../../picture/picture.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';

/** One item of the tree: a run, one of its states, or its answer. */
export interface TreeItem {
  readonly run: number;
  readonly what: 'run' | 'state' | 'answer';
  readonly id: string;
  readonly node: TraceNode | null;
  readonly folded: boolean;
}

/**
 * All items in the order in which the keys go through them.
 * @param positionOf of a run, the last event that has happened
 */
export function treeItems(columns: readonly Column[], positionOf: (run: number) => number): TreeItem[] {
  return columns.flatMap(({ scene, marks }) => {
    const { run, task } = scene;
    const position = positionOf(run);
    const states = marks
      .filter(({ node }) => node.start.seq <= position)
      .map(({ node, id, hidden }) => ({
        run,
        what: 'state' as const,
        id,
        node,
        folded: hidden > 0,
      }));
    const own = { run, id: '', node: null, folded: false };
    const answered = task.answers.some(({ seq }) => seq <= position);
    return [{ ...own, what: 'run' as const }, ...states, ...(answered ? [{ ...own, what: 'answer' as const }] : [])];
  });
}

/** What a key does: goes to an item, or folds or unfolds the one where one stands. */
export type KeyEffect =
  | { readonly type: 'go'; readonly item: TreeItem }
  | { readonly type: 'fold'; readonly item: TreeItem; readonly folded: boolean };

export function keyEffect(items: readonly TreeItem[], current: number, key: string): KeyEffect | null {
  const go = (index: number): KeyEffect | null => {
    const item = items[index];
    return item === undefined ? null : { type: 'go', item };
  };
  const here = items[current];
  if (here === undefined) return go(0);
  const inside = (item: TreeItem | undefined): boolean =>
    item?.run === here.run && (here.what === 'run' || (here.node !== null && item.node?.parent === here.node));
  switch (key) {
    case 'ArrowDown':
      return go(current + 1);
    case 'ArrowUp':
      return go(current - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(items.length - 1);
    case 'ArrowRight':
      if (here.folded) return { type: 'fold', item: here, folded: false };
      return inside(items[current + 1]) ? go(current + 1) : null;
    case 'ArrowLeft': {
      if (here.what === 'run') return null;
      const open = here.node !== null && here.node.children.length > 0 && !here.folded;
      if (open) return { type: 'fold', item: here, folded: true };
      const parent = here.node?.parent;
      const index = items.findIndex(({ node }) => node !== null && node === parent);
      return go(index >= 0 ? index : items.findIndex(({ run, what }) => run === here.run && what === 'run'));
    }
    default:
      return null;
  }
}
