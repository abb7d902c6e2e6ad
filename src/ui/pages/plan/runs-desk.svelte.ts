/** @file How a page of runs is looked at: what draws, replays and tells its stage, and which of its parts are in sight. */
import { Guide } from '../../picture/guide/guide.svelte.ts';
import { RememberedSwitch } from '../../picture/legend/remembered-switch.svelte.ts';
import { Replay } from '../../picture/replay/replay.svelte.ts';
import { TreeControl } from '../../picture/tree/tree-control.svelte.ts';
import type { Plan } from './plan.svelte.ts';

export class RunsDesk {
  readonly page: Plan;
  readonly control: TreeControl;
  readonly replay: Replay;
  readonly guide: Guide;
  pageWidth = $state(innerWidth);
  detailOpen = $state(false);
  /** Whether what the page opened with was watched. */
  watched = $state(false);
  readonly narrow = $derived(this.pageWidth <= 760);
  /** True where set-up and detail lie over the page. */
  readonly overlay = $derived(this.pageWidth <= 1080);
  private readonly beside = new RememberedSwitch('set-up', false);
  private over = $state(false);

  constructor(page: Plan) {
    this.page = page;
    this.control = new TreeControl(page.stage);
    this.replay = new Replay(
      page.stage,
      () => this.narrow,
      (told) => void this.control.goTo(told, false),
    );
    this.guide = new Guide(page.stage, this.control, this.replay);
    $effect(() => {
      if (page.stage.revealed > 0) this.open();
    });
  }

  /** The drawer; beside the trees it stays as it was left. */
  get setUpShown(): boolean {
    return this.overlay ? this.over : this.beside.on;
  }

  set setUpShown(shown: boolean) {
    if (this.overlay) this.over = shown;
    else this.beside.on = shown;
  }

  /** True while the page waits with what it opened with: nobody has watched it yet. */
  get isFresh(): boolean {
    return this.page.ready !== null && !this.watched;
  }

  readonly open = (): void => void (this.detailOpen = true);

  /** The focus goes back to what it was about. */
  readonly close = (): void => {
    if (!this.detailOpen) return;
    const { stage } = this.page;
    const had = document.getElementById('detail')?.contains(document.activeElement) === true;
    this.detailOpen = false;
    if (had && stage.selection !== null) void this.control.goTo(stage.selection);
  };
}

export interface PlanKeys {
  readonly replay: Replay;
  readonly guide: Guide;
  readonly covered: boolean;
  readonly closeDetail: () => void;
}

const KEYS: Readonly<Record<string, (page: PlanKeys) => void>> = {
  Escape: ({ covered, closeDetail, guide }) => {
    closeDetail();
    if (!covered && guide.isOpen) guide.close();
  },
  ',': ({ replay }) => replay.step(-1),
  '.': ({ replay }) => replay.step(1),
  p: ({ replay }) => replay.toggle(),
  g: ({ guide }) => guide.toggle(),
};

/** What a presenter's remote control sends; while there is no guide these keys scroll. */
const PRESENTING: Readonly<Record<string, (guide: Guide) => void>> = {
  PageDown: (guide) => guide.goTo(guide.index + 1),
  PageUp: (guide) => guide.goTo(guide.index - 1),
  Home: (guide) => guide.goTo(0),
  End: (guide) => guide.goTo(Infinity),
};

/** Editors have a root of their own, whose host is the event's target here. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}

export function pressed(event: KeyboardEvent, page: PlanKeys): void {
  const { key } = event;
  if (event.defaultPrevented || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  const presenting = page.guide.isOpen ? PRESENTING[key] : undefined;
  if (presenting !== undefined) event.preventDefault();
  if (presenting !== undefined) presenting(page.guide);
  else KEYS[key]?.(page);
}
