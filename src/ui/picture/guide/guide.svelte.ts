/** @file The guided tour of the runs on the stage: it steps through what happened, lane by lane, and reads nothing but events. */
import { NO_NAMES, withNames, type Names } from '../../../trace/names.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { GuideCard, guideCards, guideStops, GuideStop, StopPart } from '../../../trace/trace-guide.ts';
import type { Stage } from '../../pages/plan/stage.svelte.ts';
import { observed } from '../../../trace/labels.ts';
import { misjudgementInWords, slipInWords } from '../../../trace/trace-slips.ts';
import { errorsOf, noteOf, titleOf } from '../../../picture/mark-text.ts';
import type { Replay } from '../replay/replay.svelte.ts';
import type { TreeControl } from '../tree/tree-control.svelte.ts';

const TELLS_ANSWERS: ReadonlySet<GuideStop['phase']> = new Set(['answer', 'end']);

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
  /** True where it was opened from within the tree, whose states go while it tells. */
  isOfTree = false;
  private place = $state(0);
  /** What makes its cards; it comes when the guide is first opened. */
  private tell = $state.raw<{
    readonly guideStops: typeof guideStops;
    readonly guideCards: typeof guideCards;
  } | null>(null);
  private readonly stage: Stage;
  private readonly control: TreeControl;
  private readonly replay: Pick<Replay, 'pause'>;

  constructor(stage: Stage, control: TreeControl, replay: Pick<Replay, 'pause'>) {
    this.stage = stage;
    this.control = control;
    this.replay = replay;
  }

  readonly cards = $derived.by((): readonly GuideCard[] => {
    const { tell } = this;
    if (tell === null) return [];
    const { runs, scenes, taskIndex } = this.stage;
    const lanes = runs.map(({ origin, grown, events }, run) => {
      void grown;
      const names = scenes.find((scene) => scene.run === run)?.names ?? NO_NAMES;
      const words = {
        text: (text: string) => withNames(text, names),
        title: (node: TraceNode) => titleOf(node, names),
        observed: (node: TraceNode) => observed(node, names),
        errors: (node: TraceNode) => errorsInWords(node, names),
      };
      return { ...origin, events, words };
    });
    const stops = tell.guideStops(lanes, taskIndex).filter(({ phase }) => !this.waits || !TELLS_ANSWERS.has(phase));
    return tell.guideCards(stops, (stop) => this.partOf(stop));
  });
  readonly index = $derived(Math.min(this.place, Math.max(0, this.cards.length - 1)));
  readonly card = $derived(this.cards[this.index] ?? null);

  /** True while the answers wait for a guess: what tells them is left out. */
  get waits(): boolean {
    return this.stage.held;
  }

  toggle(): void {
    if (this.isOpen) return this.close();
    this.isOfTree = this.control.element?.contains(document.activeElement) === true;
    this.isOpen = true;
    // Both move the same moment.
    this.replay.pause();
    void this.begin();
  }

  /** Closes it; the focus goes back to the tree, or to what opens the guide again, since what had it is gone. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.stage.moments = null;
    const { current } = this.control;
    if (this.isOfTree && current !== null)
      void this.control.goTo({ run: current.run, what: current.what, id: current.id });
    else document.getElementById('guide')?.focus({ preventScroll: true });
  }

  private async begin(): Promise<void> {
    this.tell ??= await import('../../../trace/trace-guide.ts');
    if (this.isOpen) this.goTo(0);
  }

  /** False until there is something to tell with. */
  get isReady(): boolean {
    return this.tell !== null;
  }

  /** Moves every lane to a card, the first or last one beyond the ends, and brings what it is about into sight. */
  goTo(index: number): void {
    this.place = Math.min(this.cards.length - 1, Math.max(0, index));
    const { card } = this;
    const stop = card?.told.at(-1);
    if (card === null || stop === undefined) return;
    this.stage.moments = card.shown;
    void this.control.goTo({ run: card.lane, what: stop.what, id: stop.node }, false);
  }

  /** A state of a planner was cut, outvoted, or gone on with; what agents do stands alone. */
  private partOf(stop: GuideStop): StopPart {
    const { node } = this.at(stop);
    if (stop.phase !== 'step' || node?.kind !== 'state' || node.parent?.kind === 'agent') return 'alone';
    return node.prune !== null || node.votes.at(-1)?.chosen === false ? 'aside' : 'tried';
  }

  /** What is folded, in a few words: `X-Men’s average (rightly dropped: wrong film)`. */
  inShort(stop: GuideStop): string {
    const { node, names } = this.at(stop);
    if (node === undefined) return '';
    const { text } = noteOf(node, names, { from: 'kept', position: Infinity });
    return `${titleOf(node, names)} (${text})`;
  }

  private at({ lane, node }: GuideStop): { readonly node: TraceNode | undefined; readonly names: Names } {
    const scene = this.stage.scenes.find(({ run }) => run === lane);
    return { node: scene?.nodes.get(node), names: scene?.names ?? NO_NAMES };
  }
}

/** Where the guide stands: `Step 2 of 5`. */
export function headingOf({ phase, step }: GuideCard, steps: number): string {
  if (phase === 'question') return 'The question';
  if (phase === 'answer') return 'The answer';
  return phase === 'end' ? 'How near they came' : `Step ${step} of ${steps}`;
}

/** What the guide says besides the steps. */
export const GUIDE = {
  waits: 'The answers follow your guess.',
  notBegun: 'The run has not begun.',
  besides: (asked: readonly string[]): string => `Also tried: ${asked.join('; ')}`,
};
