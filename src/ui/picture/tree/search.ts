/** @file The search in the picture. */
import type { TraceNode } from '../../../trace/trace-tree.ts';
import { searchText } from '../../../picture/mark-text.ts';
import { inOrder, type Scene } from '../../../picture/scene.ts';

/** A state that the search found. */
export interface Hit {
  readonly run: number;
  readonly node: TraceNode;
}

/** The found states, to look one up among thousands. */
export const nodesOf = (hits: readonly Hit[]): ReadonlySet<TraceNode> => new Set(hits.map(({ node }) => node));

/** The states that hold a text, in the order in which they are drawn; none for an empty text. */
export function search(scenes: readonly Scene[], text: string): Hit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return scenes.flatMap(({ run, task, names }) => {
    const hits: Hit[] = [];
    const waiting = inOrder(task.children).reverse();
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (searchText(node, names).includes(wanted)) hits.push({ run, node });
      for (const child of inOrder(node.children).reverse()) waiting.push(child);
    }
    return hits;
  });
}
