/** @file How a page of runs is looked at: what draws, replays and tells its stage, and which of its parts are in sight. */
import { embedded } from '../../../client/embedded.ts';
import { Guide } from '../../picture/guide/guide.svelte.ts';
import { Replay } from '../../picture/replay/replay.svelte.ts';
import { TreeControl } from '../../picture/tree/tree-control.svelte.ts';
import type { Plan } from './plan.svelte.ts';

export class RunsDesk {
  readonly page: Plan;
  readonly control: TreeControl;
  readonly replay: Replay;
  readonly guide: Guide;
  pageWidth = $state(innerWidth);
  setUpShown = $state(!embedded);
  detailOpen = $state(false);
  /** Whether what the page opened with was told in some way: it stays out of the way then, and nothing moves when the guide is closed. */
  watched = $state(false);
  readonly narrow = $derived(this.pageWidth <= 760);
  /** True where the detail lies over the page. */
  readonly overlay = $derived(this.pageWidth <= 1080);
  /** Shows the detail of what is selected, where it is not in sight. */
  readonly open = (): void => void (this.detailOpen = true);
  readonly close = (): void => void (this.detailOpen = false);

  constructor(page: Plan) {
    this.page = page;
    this.control = new TreeControl(page.stage);
    this.replay = new Replay(page.stage, (told) => void this.control.goTo(told, false));
    this.guide = new Guide(page.stage, this.control, this.replay);
  }
}
