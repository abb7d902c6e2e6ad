/** @file The search in the picture. */
import type { TraceNode } from '../../core/trace-tree.ts';
import { searchText } from './mark-text.ts';
import { inOrder, type Scene } from './scene.ts';

/** The states that hold a text, in the order in which they are drawn; none for an empty text. */
export function search(scenes: readonly Scene[], text: string): { readonly run: number; readonly node: TraceNode }[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return scenes.flatMap(({ run, task, names }) => {
    const hits: { run: number; node: TraceNode }[] = [];
    const waiting = inOrder(task.children).reverse();
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (searchText(node, names).includes(wanted)) hits.push({ run, node });
      waiting.push(...inOrder(node.children).reverse());
    }
    return hits;
  });
}
