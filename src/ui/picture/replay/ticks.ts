/** @file The scrubber's ticks: one for each event, in the colour of what happened. */
import type { EventBody, TraceEvent } from '../../../core/trace.ts';
import { colour } from '../../browser.ts';
import type { RunView } from '../../pages/plan/run-view.svelte.ts';
import { callWords } from './captions.ts';

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

const WORDS: Record<EventBody['type'], string> = {
  'run-start': 'the run starts',
  'node-start': 'a state starts',
  'node-end': 'a state ends',
  'state-edit': 'a person changed the state',
  'node-prune': 'a branch is cut',
  'model-call': 'a model call begins',
  'text-delta': 'a reply is written',
  'thought-delta': 'the model thinks',
  'call-wait': 'the server is busy',
  'model-result': 'a reply has come',
  'reply-check': 'the reply is read',
  'tool-call': 'a tool is used',
  'tool-result': 'the tool answers',
  'bus-change': 'the candidates change',
  'vote-result': 'votes are counted',
  'token-check': 'an agent counts its tokens',
  'environment-step': 'a person rates an item',
  'training-round': 'a round of training ends',
  'page-view': 'a person looks at a page',
  'session-end': 'a person leaves',
  'evaluate-result': 'a state is judged',
  'inspire-result': 'an alternative is weighed',
  'value-result': 'a state is valued',
  'value-update': 'values go back along the path',
  'reflection-result': 'a path that failed is reflected on',
  answer: 'the answer',
  truth: 'the truth',
  metric: 'a metric is taken',
  error: 'something failed',
  'run-end': 'the run ends',
};

/** What happened, in a few words. */
export function eventInWords(event: TraceEvent): string {
  if (event.type === 'model-call') return callWords(event);
  if (event.type === 'tool-call') return `${event.tool} is used`;
  if (event.type === 'node-start' && event.kind === 'task') return 'the task starts';
  if (event.type === 'node-start' && event.kind === 'agent') return `${event.label} is asked`;
  return WORDS[event.type];
}
