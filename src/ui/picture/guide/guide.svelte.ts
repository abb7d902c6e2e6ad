/** @file The guided tour of the runs on the stage: it steps through what happened, the same step in every lane, and reads nothing but events. */
import { NO_NAMES, withNames, type Names } from '../../../trace/names.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { guideStops, GuideStop } from '../../../trace/trace-guide.ts';
import type { Stage } from '../../pages/plan/stage.svelte.ts';
import { misjudgementInWords, slipInWords } from '../../../trace/slip-words.ts';
import { errorsOf, titleOf } from '../../../picture/mark-text.ts';
import { revealing } from '../legend/revealing.ts';
import type { Replay } from '../replay/replay.svelte.ts';
import type { TreeControl } from '../tree/tree-control.svelte.ts';

/** Where stops can be gone to. */
export type GuideMove = 'first' | 'previous' | 'next' | 'last';

function errorsInWords(
  node: TraceNode,
  names: Names,
): { readonly slip: string | null; readonly misjudged: string | null } {
  const { slip, misjudged } = errorsOf(node, names, Infinity);
  return {
    slip: slip === null ? null : slipInWords(slip, names),
    misjudged: misjudged === null ? null : misjudgementInWords(misjudged, names),
  };
}

/** Tells what is on the stage. */
export class Guide {
  isOpen = $state(false);
  /** Bigger type, for a room. */
  isLarge = $state(false);
  private at = $state(0);
  /** What makes its stops; it comes when the guide is first opened. */
  private tell = $state.raw<typeof guideStops | null>(null);
  private readonly stage: Stage;
  private readonly control: TreeControl;
  private readonly replay: Pick<Replay, 'pause'>;

  constructor(stage: Stage, control: TreeControl, replay: Pick<Replay, 'pause'>) {
    this.stage = stage;
    this.control = control;
    this.replay = replay;
  }

  readonly stops = $derived.by((): readonly GuideStop[] => {
    if (this.tell === null) return [];
    const { runs, scenes, taskIndex } = this.stage;
    const lanes = runs.map(({ origin, grown, events }, run) => {
      void grown;
      const names = scenes.find((scene) => scene.run === run)?.names ?? NO_NAMES;
      const words = {
        text: (text: string) => withNames(text, names),
        title: (node: TraceNode) => titleOf(node, names),
        errors: (node: TraceNode) => (revealing.on ? errorsInWords(node, names) : { slip: null, misjudged: null }),
      };
      return { ...origin, events, words };
    });
    return this.tell(lanes, taskIndex);
  });
  readonly index = $derived(Math.min(this.at, Math.max(0, this.stops.length - 1)));
  readonly stop = $derived(this.stops[this.index] ?? null);

  toggle(): void {
    this.isOpen = !this.isOpen;
    // Both move the same moment.
    if (this.isOpen) this.replay.pause();
    if (this.isOpen) void this.begin();
    else if (this.stage.moments !== null) this.stage.moment = null;
  }

  /** Closes it; the focus goes to what opens it again, since what had it is gone. */
  close(): void {
    if (this.isOpen) this.toggle();
    document.getElementById('guide')?.focus({ preventScroll: true });
  }

  private async begin(): Promise<void> {
    this.tell ??= (await import('../../../trace/trace-guide.ts')).guideStops;
    if (this.isOpen) this.go('first');
  }

  /** False until there is something to tell with. */
  get isReady(): boolean {
    return this.tell !== null;
  }

  go(move: GuideMove): void {
    const last = this.stops.length - 1;
    this.goTo({ first: 0, previous: this.index - 1, next: this.index + 1, last }[move]);
  }

  /** Moves every lane to a stop, and brings what it is about into sight. */
  goTo(index: number): void {
    this.at = Math.min(this.stops.length - 1, Math.max(0, index));
    const stop = this.stops[this.at];
    if (stop === undefined) return;
    this.stage.moments = stop.shown;
    void this.control.goTo({ run: stop.lane, what: stop.what, id: stop.node }, false);
  }

  /** The first stop of a lane in the step that is told; -1 where it has none. */
  inLane(lane: number): number {
    const { stop } = this;
    return stop === null
      ? -1
      : this.stops.findIndex((one) => one.lane === lane && one.step === stop.step && one.phase === stop.phase);
  }
}
