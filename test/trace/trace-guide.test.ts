import type { Task } from '../../src/core/task.ts';
import { describe, expect, test } from 'vitest';
import { guideCards, guideStops, type GuideStop, type StopPart } from '../../src/trace/trace-guide.ts';
import type { EventBody, TraceEvent } from '../../src/core/trace.ts';

type At = readonly [node: string, body: EventBody];
const trace = (bodies: readonly At[]): readonly TraceEvent[] =>
  bodies.map(([node, body], seq) => ({ seq, time: seq, node, ...body }));

const TASK: Task = {
  type: 'rating-prediction',
  user: { id: 1, name: 'Ada' },
  item: { id: 2, title: 'Heat (1995)' },
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [],
};

const EVENTS = trace([
  ['', { type: 'run-start', spec: {}, dataset: {}, model: 'built-in/reasoner', tasks: 1 }],
  ['0', { type: 'node-start', parent: null, kind: 'task', label: 'Ada · Heat', detail: { id: '1:2', task: TASK } }],
  ['0.0', { type: 'node-start', parent: '0', kind: 'state', label: 'step 1', detail: { alternative: false } }],
  ['0.0', { type: 'tool-call', tool: 'database', arguments: { question: 'How is Heat rated?' } }],
  ['0.0', { type: 'tool-result', call: 3, observation: `4.1 ${'x'.repeat(400)}`, failed: false, detail: null }],
  [
    '0.0',
    {
      type: 'node-end',
      status: 'done',
      result: { thought: 'Look it up.', action: null, observation: `4.1 ${'x'.repeat(400)}`, isEnd: false },
    },
  ],
  ['0.0', { type: 'evaluate-result', verdict: 'prune', reason: 'no use' }],
  ['0.0', { type: 'node-prune', reason: 'no use' }],
  ['0.1', { type: 'node-start', parent: '0', kind: 'state', label: 'step 1', detail: { alternative: false } }],
  [
    '0.1',
    {
      type: 'node-end',
      status: 'done',
      result: { thought: 'End of Planning', action: null, observation: '', isEnd: true },
    },
  ],
  ['0', { type: 'vote-result', candidates: ['0.0', '0.1'], votes: [1, 2], chosen: '0.1' }],
  [
    '0',
    { type: 'answer', from: 'kept', states: ['0.1'], recommendation: { type: 'rating', rating: 4.123 }, reason: '' },
  ],
  ['0', { type: 'truth', truth: { type: 'rating', rating: 4.5 } }],
  ['0', { type: 'node-end', status: 'done', result: null }],
  ['', { type: 'run-end', outcome: 'done', summary: null }],
]);

const LANE = { title: 'Depth first', keeps: 'keeps what survives', events: EVENTS };
const told = (stops: readonly GuideStop[]) => stops.map(({ sentences }) => sentences.join(' '));

describe('a run told step by step', () => {
  const stops = guideStops([LANE]);

  test('says what was thought before what was asked, what came back, and why it was cut', () => {
    expect(told(stops)).toEqual([
      'What would Ada give Heat? Depth first keeps what survives. Built-in rules answer in place of a language model.',
      expect.stringMatching(
        /^Candidate one of two\. It thinks: Look it up\. It asks the database: How is Heat rated\? It reads: 4\.1 x+… The critic cuts it: no use\.$/,
      ) as string,
      'It ends planning.',
      'Two of three votes go to ‘End of Planning’; the other one is dropped.',
      'From the one state that it kept it answers: 4.12.',
      'Ada gave it 4.5. Depth first: 4.12, 0.38 too low, 0 model calls.',
    ]);
  });
});

describe('runs told side by side', () => {
  const one = { title: 'One', keeps: '', events: EVENTS };
  const other = {
    title: 'Other',
    keeps: '',
    events: EVENTS.map((event) =>
      event.type === 'answer'
        ? { ...event, states: ['0.0', '0.1'], recommendation: { type: 'rating', rating: 4.4 } as const }
        : event,
    ),
  };

  test('close with the nearest first', () => {
    const end = told(guideStops([one, other])).at(-1) ?? '';
    expect(end).toContain('Nearest first: Other: 4.40, 0.10 too low');
  });
});

test('a step of a lane is a card; what was asked besides is folded behind what the lane went on with', () => {
  const stop = (phase: GuideStop['phase'], step: number, lane: number, node: string): GuideStop => {
    const what = phase === 'step' ? 'state' : phase === 'answer' ? 'answer' : 'run';
    return { phase, step, lane, node, what, sentences: [node], modelCalls: 0, shown: [step, lane] };
  };
  const stops = [
    stop('question', 0, 0, ''),
    stop('step', 1, 0, 'a'),
    stop('step', 1, 1, 'cut'),
    stop('step', 1, 1, 'left'),
    stop('step', 1, 1, 'kept'),
    stop('step', 2, 1, 'cut'),
    stop('step', 2, 1, 'cut again'),
    stop('answer', 3, 0, ''),
    stop('answer', 3, 1, ''),
    stop('end', 3, 0, ''),
  ];
  const partOf = ({ node, what }: GuideStop): StopPart =>
    what !== 'state' ? 'alone' : node.startsWith('cut') ? 'aside' : 'tried';
  const nodes = (own: readonly GuideStop[]): readonly string[] => own.map(({ node }) => node);
  const cards = guideCards(stops, partOf);
  expect(cards.map(({ phase, step, lane }) => `${phase} ${String(step)} ${String(lane)}`)).toEqual([
    'question 0 0',
    'step 1 0',
    'step 1 1',
    'step 2 1',
    'answer 3 0',
    'answer 3 1',
    'end 3 0',
  ]);
  expect([cards[2]?.told, cards[2]?.folded].map((own) => nodes(own ?? []))).toEqual([['kept'], ['cut', 'left']]);
  // Nothing led on: the last try is told.
  expect([cards[3]?.told, cards[3]?.folded].map((own) => nodes(own ?? []))).toEqual([['cut again'], ['cut']]);
});
