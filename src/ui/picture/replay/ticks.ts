/** @file The scrubber's ticks: one for each event, in the colour of what happened. */
import type { EventBody, TraceEvent } from '../../../core/trace.ts';
import { colour } from '../../browser.ts';
import type { RunView } from '../../pages/plan/run-view.svelte.ts';

const TOOL_COLOURS: readonly (readonly [RegExp, string])[] = [
  [/database|sql/i, '--sky'],
  [/summar/i, '--rose'],
  [/search/i, '--plum'],
];

const COLOURS: Partial<Record<EventBody['type'], string>> = {
  'node-prune': '--clay',
  'state-edit': '--ochre',
  error: '--clay',
  'inspire-result': '--ochre',
  'vote-result': '--ink',
  'evaluate-result': '--ink',
  'value-result': '--ink',
  'reflection-result': '--ochre',
  answer: '--leaf',
  truth: '--leaf',
};

/** The variable that holds an event's colour. */
export function colourOf(event: TraceEvent): string {
  if (event.type === 'tool-call') return TOOL_COLOURS.find(([name]) => name.test(event.tool))?.[1] ?? '--sky';
  return COLOURS[event.type] ?? '--ghost';
}

const RANK = ['--ghost', '--ink', '--plum', '--rose', '--sky', '--ochre', '--leaf', '--clay'];

/** Draws the ticks of all runs, one run a line; where several events share a pixel the rarer kind is drawn. */
export function drawTicks(
  canvas: HTMLCanvasElement,
  runs: readonly RunView[],
  { width, height, last }: { readonly width: number; readonly height: number; readonly last: number },
): void {
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null || last === 0) return;
  context.scale(ratio, ratio);
  const colours = new Map(RANK.map((variable) => [variable, colour(variable)]));
  // The thumb of the range stops half its width before the ends.
  const [start, room] = [6, width - 12];
  runs.forEach((run, index) => {
    const pixels = new Map<number, string>();
    for (const event of run.events) {
      const x = Math.round(start + (event.seq / last) * room);
      const variable = colourOf(event);
      const before = pixels.get(x);
      if (before === undefined || RANK.indexOf(variable) > RANK.indexOf(before)) pixels.set(x, variable);
    }
    const y = 4 + index * 7;
    for (const [x, variable] of pixels) {
      context.fillStyle = colours.get(variable) ?? '';
      const tall = variable !== '--ghost';
      context.fillRect(x - 0.75, y + (tall ? 0 : 2), 1.5, tall ? 6 : 3);
    }
  });
}

/** The position of the last event of each iteration, of the task with the most; empty where nothing searched so. */
export function iterationEnds(events: readonly TraceEvent[]): readonly number[] {
  const byTask = new Map<string, number[]>();
  events.forEach((event, position) => {
    if (event.type !== 'value-update') return;
    const task = event.node.split('.', 1)[0] ?? '';
    const ends = byTask.get(task) ?? [];
    ends[event.iteration - 1] = position;
    byTask.set(task, ends);
  });
  return [...byTask.values()].reduce<readonly number[]>((most, ends) => (ends.length > most.length ? ends : most), []);
}
