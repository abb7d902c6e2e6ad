import { expect, test } from 'vitest';
import { guideCards, type StopPart } from '../../src/trace/guide-cards.ts';
import type { GuideStop } from '../../src/trace/trace-guide.ts';

const stop = (phase: GuideStop['phase'], step: number, lane: number, node: string): GuideStop => ({
  phase,
  step,
  lane,
  node,
  what: phase === 'step' ? 'state' : phase === 'answer' ? 'answer' : 'run',
  sentences: [`${phase} ${node}`],
  modelCalls: 0,
  shown: [step, lane],
});

const STOPS = [
  stop('question', 0, 0, ''),
  stop('step', 1, 0, 'a'),
  stop('step', 1, 1, 'cut'),
  stop('step', 1, 1, 'left'),
  stop('step', 1, 1, 'kept'),
  stop('step', 1, 1, 'kept'),
  stop('step', 2, 1, 'cut'),
  stop('step', 2, 1, 'cut again'),
  stop('answer', 3, 0, ''),
  stop('answer', 3, 1, ''),
  stop('answer', 3, 1, ''),
  stop('end', 3, 0, ''),
];
const partOf = ({ node, what }: GuideStop): StopPart =>
  what !== 'state' || node.startsWith('agent') ? 'alone' : node.startsWith('cut') ? 'aside' : 'tried';
const nodes = (stops: readonly GuideStop[]): readonly string[] => stops.map(({ node }) => node);

test('a step of all lanes is one card, and what was asked besides is folded behind what the lane went on with', () => {
  const cards = guideCards(STOPS, partOf);
  expect(cards.map(({ phase, step }) => `${phase} ${String(step)}`)).toEqual([
    'question 0',
    'step 1',
    'step 2',
    'answer 3',
    'end 3',
  ]);
  expect(cards[1]?.lanes.map(({ lane, told, folded }) => [lane, nodes(told), nodes(folded)])).toEqual([
    [0, ['a'], []],
    [1, ['kept', 'kept'], ['cut', 'left']],
  ]);
  // Nothing led on: the last try is told.
  expect(cards[2]?.lanes.map(({ told, folded }) => [nodes(told), nodes(folded)])).toEqual([[['cut again'], ['cut']]]);
  expect(cards[3]?.lanes.map(({ told }) => told.length)).toEqual([1, 2]);
  // The moment of a card is that of its last stop.
  expect(cards[1]?.shown).toEqual([1, 1]);
});

test('what agents do has a card each, in their order', () => {
  const agents = ['agent a', 'agent b', 'agent a'].map((node, seq) => ({ ...stop('step', 1, 0, node), shown: [seq] }));
  expect(guideCards(agents, partOf).map(({ lanes }) => nodes(lanes[0]?.told ?? []))).toEqual([
    ['agent a'],
    ['agent b'],
    ['agent a'],
  ]);
});
