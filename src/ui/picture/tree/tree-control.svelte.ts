/** @file What other parts of the page may do with the drawn tree. */
import { tick } from 'svelte';
import type { Selection, Stage } from '../../pages/plan/stage.svelte.ts';
import { draw, type Picture } from '../../../picture/picture.ts';
import { bringIntoSight } from '../../browser.ts';
import { treeItems } from './tree-keys.ts';
import { Viewport } from './viewport.svelte.ts';

const isAt = (one: Selection | null, other: Selection): boolean =>
  one?.run === other.run && one.what === other.what && one.id === other.id;

/** The element of an item of the tree. */
export function elementId({ run, what, id }: Selection): string {
  return `${what === 'state' ? 'mark' : what}-${run}${id === '' ? '' : `-${id}`}`;
}

/** The tree as it is drawn, and where in it one stands. */
export class TreeControl {
  readonly stage: Stage;
  readonly viewport = new Viewport();
  /** True where the page is narrow: the tree then grows downwards and the page scrolls. */
  narrow = $state(false);
  svg = $state.raw<SVGSVGElement | null>(null);
  private cursor = $state.raw<Selection | null>(null);

  readonly direction = $derived<'across' | 'down'>(this.narrow ? 'down' : 'across');
  readonly picture = $derived.by((): Picture => {
    const { stage, viewport, direction } = this;
    return draw(stage.trees, {
      width: viewport.width,
      direction,
      axis: stage.axis,
      isFolded: ({ run }, node) => stage.isFolded(run, node),
    });
  });
  readonly items = $derived.by(() => {
    const titles = this.stage.runs.map(({ origin }) => origin.title);
    return treeItems(this.picture.rows, (run) => this.stage.positionOf(run), titles);
  });
  /** The item that Tab leads to. */
  readonly current = $derived(this.items.find((item) => isAt(this.cursor, item)) ?? this.items[0] ?? null);

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Selects an item without moving the focus. */
  select(selection: Selection): void {
    this.cursor = selection;
    this.stage.selection = selection;
  }

  /** Selects an item, brings it into sight and gives it the focus. */
  async goTo(selection: Selection, focus = true): Promise<void> {
    this.select(selection);
    const row = this.picture.rows.find(({ scene }) => scene.run === selection.run);
    const mark = row?.marks.find(({ id }) => id === selection.id);
    const place = selection.what === 'answer' ? row?.answer : (mark?.place ?? row?.root);
    // The name of the row too, where both fit.
    if (row !== undefined && place !== undefined) this.viewport.reveal(place.x, row.top);
    if (place !== undefined) this.viewport.reveal(place.x, place.y);
    // On a low screen the picture itself may be out of sight.
    if (!this.narrow && place !== undefined) this.svg?.scrollIntoView({ block: 'nearest' });
    await tick();
    const element = document.getElementById(elementId(selection));
    if (focus) element?.focus({ preventScroll: true });
    // To the mark: the branch that leads to it may be longer than the page.
    if (this.narrow) bringIntoSight(element, focus ? 'nearest' : 'center');
  }

  fit(): void {
    this.viewport.fit(this.picture.width, this.picture.height);
  }
}
