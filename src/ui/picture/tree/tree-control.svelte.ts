/** @file What other parts of the page may do with the drawn trees, and the keys that go through them. */
import { tick } from 'svelte';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { Selection, Stage } from '../../pages/plan/stage.svelte.ts';
import { draw, type Column } from '../../../picture/picture.ts';
import { bringIntoSight } from '../../browser.ts';

/** One item of the tree: a run, one of its states, or its answer. */
export interface TreeItem extends Selection {
  readonly node: TraceNode | null;
}

/**
 * All items in the order in which the keys go through them.
 * @param positionOf of a run, the last event that has happened
 */
export function treeItems(columns: readonly Column[], positionOf: (run: number) => number): TreeItem[] {
  return columns.flatMap(({ scene: { run, task }, marks }): TreeItem[] => {
    const position = positionOf(run);
    const states = marks
      .filter(({ node }) => node.start.seq <= position)
      .map(({ node, id }) => ({ run, what: 'state' as const, id, node }));
    const answered = task.answers.some(({ seq }) => seq <= position);
    const answers = answered ? [{ run, what: 'answer' as const, id: '', node: null }] : [];
    return [{ run, what: 'run', id: '', node: null }, ...states, ...answers];
  });
}

/** Where a key leads, after the WAI-ARIA tree pattern; null for nowhere. */
export function itemAfter(items: readonly TreeItem[], current: number, key: string): TreeItem | null {
  const here = items[current];
  if (here === undefined) return items[0] ?? null;
  const next = items[current + 1] ?? null;
  switch (key) {
    case 'ArrowDown':
      return next;
    case 'ArrowUp':
      return items[current - 1] ?? null;
    case 'Home':
      return items[0] ?? null;
    case 'End':
      return items.at(-1) ?? null;
    case 'ArrowRight': {
      const isInside = here.what === 'run' || (here.node !== null && next?.node?.parent === here.node);
      return next?.run === here.run && isInside ? next : null;
    }
    case 'ArrowLeft': {
      if (here.what === 'run') return null;
      const above = items.find(({ node }) => node !== null && node === here.node?.parent);
      return above ?? items.find(({ run, what }) => run === here.run && what === 'run') ?? null;
    }
    default:
      return null;
  }
}

const isAt = (one: Selection | null, other: Selection): boolean =>
  one?.run === other.run && one.what === other.what && one.id === other.id;

export function elementId({ run, what, id }: Selection): string {
  return `${what === 'state' ? 'mark' : what}-${run}${id === '' ? '' : `-${id}`}`;
}

const HEAD = 10;

/** The trees as they are drawn, and where in them one stands. */
export class TreeControl {
  readonly stage: Stage;
  /** Of a column, in pixels. */
  width = $state(0);
  element = $state.raw<HTMLElement | null>(null);
  private cursor = $state.raw<Selection | null>(null);

  readonly columns = $derived.by(() => this.stage.trees.map((scene) => draw(scene, { width: this.width, head: HEAD })));
  readonly items = $derived(treeItems(this.columns, (run) => this.stage.positionOf(run)));
  /** The item that Tab leads to. */
  readonly current = $derived(this.items.find((item) => isAt(this.cursor, item)) ?? this.items[0] ?? null);

  constructor(stage: Stage) {
    this.stage = stage;
  }

  select({ run, what, id }: Selection): void {
    this.cursor = { run, what, id };
    this.stage.selection = this.cursor;
  }

  /** Selects an item, brings it into sight and gives it the focus. */
  async goTo(selection: Selection, focus = true): Promise<void> {
    this.select(selection);
    await tick();
    const element = document.getElementById(elementId(selection));
    if (focus) element?.focus({ preventScroll: true });
    // To the mark: the branch that leads to it may be longer than the page.
    bringIntoSight(element);
  }
}
