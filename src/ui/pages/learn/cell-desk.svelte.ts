/** @file What a person does with the cells of the open notebook: by pointer and by keyboard alike. */
import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Cell } from '../../../notebook/notebook.ts';
import { withCellDoubled, withCellMoved, withoutCell } from '../../../notebook/edit-cells.ts';
import type { Session } from '../../session.svelte.ts';
import type { CellRunner } from './cell-runner.svelte.ts';
import { withNewCell, type CellKind } from './new-cell.ts';
import type { OpenNotebook } from './open-notebook.svelte.ts';

export class CellDesk {
  readonly edited = new SvelteSet<string>();
  private readonly open: OpenNotebook;
  private readonly runner: CellRunner;
  private readonly session: Session;

  constructor(open: OpenNotebook, runner: CellRunner, session: Session) {
    this.open = open;
    this.runner = runner;
    this.session = session;
  }

  show(id: string, isOpen: boolean): void {
    if (isOpen) this.edited.add(id);
    else this.edited.delete(id);
    this.open.commit();
    void this.focus(id, isOpen);
  }

  add(kind: CellKind, at: number): void {
    const { description } = this.session;
    if (description === null) return;
    void this.session.attempt('This', async () => {
      const { notebook, id } = withNewCell(kind, {
        notebook: this.open.notebook,
        at,
        description,
        outputs: this.open.outputs,
      });
      this.open.edit(notebook);
      this.open.selected = id;
      this.session.announcement = `A ${kind} cell is added.`;
      if (kind !== 'dataset') this.show(id, true);
      else void this.focus(id, false);
    });
  }

  move(id: string, by: number): void {
    const moved = withCellMoved(this.open.notebook, id, by);
    if (moved === this.open.notebook) return;
    this.open.edit(moved);
    this.session.announcement = `Cell ${id} is number ${this.placeOf(id) + 1} now.`;
    void this.focus(id, false);
  }

  double(id: string): void {
    void this.session.attempt('This', async () => {
      const { notebook, copy } = withCellDoubled(this.open.notebook, id, [...this.open.outputs.keys()]);
      this.open.edit(notebook);
      this.session.announcement = `Cell ${id} is duplicated.`;
      void this.focus(copy, false);
    });
  }

  remove(id: string): void {
    void this.session.attempt('This', async () => {
      const at = this.placeOf(id);
      this.open.edit(withoutCell(this.open.notebook, id));
      this.session.announcement = `Cell ${id} is deleted. Ctrl Z brings it back.`;
      const next = this.open.cells[Math.min(at, this.open.cells.length - 1)];
      if (next !== undefined) void this.focus(next.id, false);
    });
  }

  undo(): void {
    this.open.undo();
    this.session.announcement = 'Undone.';
    if (this.open.selected !== '') void this.focus(this.open.selected, false);
  }

  /** Keys of a cell; a control within it has its own. */
  key(event: KeyboardEvent, cell: Cell): void {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target, currentTarget } = event;
    const isWithin = target !== currentTarget;
    if (key === 'Enter' && (ctrlKey || metaKey || shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      void this.runner.run([cell.id]);
      if (shiftKey) this.step(cell.id, 1);
      return;
    }
    if (key === 'Escape' && isWithin) {
      event.stopPropagation();
      // Firefox tells of no change of a field that goes while it has the focus.
      if (target instanceof HTMLElement) target.blur();
      this.show(cell.id, false);
      return;
    }
    if (isWithin || ctrlKey || metaKey || altKey) return;
    if (key === 'Enter') this.show(cell.id, true);
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.step(cell.id, key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Gives a cell the keyboard, or the first field of what is being edited in it. */
  async focus(id: string, inside: boolean): Promise<void> {
    this.open.selected = id;
    await tick();
    const article = document.getElementById(`cell-${id}`);
    const field = inside ? article?.querySelector<HTMLElement>('.edit :is(textarea, input, select)') : null;
    (field ?? article)?.focus();
  }

  private step(id: string, by: number): void {
    const { cells } = this.open;
    const to = cells[Math.max(0, Math.min(cells.length - 1, this.placeOf(id) + by))];
    if (to !== undefined) void this.focus(to.id, false);
  }

  private placeOf(id: string): number {
    return this.open.cells.findIndex((cell) => cell.id === id);
  }
}
