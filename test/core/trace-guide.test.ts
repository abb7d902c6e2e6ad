import { describe, expect, test } from 'vitest';
import { guideSteps, stepAt } from '../../src/core/trace-guide.ts';
import type { EventBody, TraceEvent } from '../../src/core/trace.ts';

type At = readonly [node: string, body: EventBody];
const trace = (bodies: readonly At[]): readonly TraceEvent[] =>
  bodies.map(([node, body], seq) => ({ seq, time: seq, node, ...body }));

const TASK = {
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
      result: { thought: 'Look it up.', action: null, observation: '', isEnd: false },
    },
  ],
  ['0.0', { type: 'evaluate-result', verdict: 'prune', reason: 'no use' }],
  ['0.0', { type: 'node-prune', reason: 'no use' }],
  ['0.1', { type: 'node-start', parent: '0', kind: 'state', label: 'alternative', detail: { alternative: true } }],
  ['0.1', { type: 'state-edit', part: 'observation', before: 'a', after: 'b' }],
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

describe('a run told step by step', () => {
  const steps = guideSteps(EVENTS);

  test('has a sentence for what happened, in its order, and one only', () => {
    expect(steps.map(({ sentence }) => sentence.slice(0, 60))).toEqual([
      'The run begins, with built-in/reasoner.',
      'The question: what would Ada give Heat (1995), from 0.5 to 5',
      'A first state grows from the question.',
      'It asks the database: “How is Heat rated?”.',
      expect.stringMatching(/^It observes: “4\.1 x+/) as string,
      'Its thought: “Look it up.”.',
      'The evaluator cuts this branch: “no use”.',
      'It explores an alternative: another branch from the state be',
      'A person changed what was observed here; from now on this ru',
      'It ends planning here.',
      '2 of 3 votes go to one of 2 candidates; the others are left.',
      'The answer, given the one state that was kept: 4.12.',
      'What really happened: they gave it 4.5.',
      'The run ends.',
    ]);
    expect(steps.map(({ seq }) => seq)).toEqual([...steps.map(({ seq }) => seq)].sort((a, b) => a - b));
  });

  test('cuts long texts to what can be read aloud', () => {
    expect(Math.max(...steps.map(({ sentence }) => sentence.length))).toBeLessThan(300);
  });

  test('knows the step of every event', () => {
    expect(stepAt(steps, -1)).toBe(-1);
    for (const { seq } of EVENTS) expect(steps[stepAt(steps, seq)]?.seq).toBeLessThanOrEqual(seq);
    expect(stepAt(steps, 999)).toBe(steps.length - 1);
  });
});
