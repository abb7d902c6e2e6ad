/** @file What other parts of the page may do with the drawn trees. */
import { tick } from 'svelte';
import type { Selection, Stage } from '../../pages/plan/stage.svelte.ts';
import { draw } from '../../../picture/picture.ts';
import { bringIntoSight } from '../../browser.ts';
import { treeItems } from './tree-keys.ts';

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
  narrow = $state(false);
  element = $state.raw<HTMLElement | null>(null);
  private cursor = $state.raw<Selection | null>(null);

  readonly columns = $derived.by(() => {
    const { stage, width } = this;
    const isFolded = stage.isFolded.bind(stage);
    return stage.trees.map((scene) =>
      draw(scene, { width, head: HEAD, isFolded: ({ run }, node) => isFolded(run, node) }),
    );
  });
  readonly items = $derived(treeItems(this.columns, (run) => this.stage.positionOf(run)));
  /** The item that Tab leads to. */
  readonly current = $derived(this.items.find((item) => isAt(this.cursor, item)) ?? this.items[0] ?? null);

  constructor(stage: Stage) {
    this.stage = stage;
  }

  select(selection: Selection): void {
    this.cursor = selection;
    this.stage.selection = selection;
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
