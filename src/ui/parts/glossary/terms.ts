/** @file The words that the page explains, each in a line, with where the papers have it. docs/glossary.md begins with them and has the others. */

export interface GlossaryEntry {
  readonly term: string;
  readonly explanation: string;
  /** Paper and section; null for the lab's own. */
  readonly source: string | null;
}

const entry = (term: string, explanation: string, source: string | null = null): GlossaryEntry => ({
  term,
  explanation,
  source,
});

export const GLOSSARY = {
  'input-output': entry(
    'Input–output',
    'Answers at once from the question and its examples, without looking anything up. The yardstick for the others.',
    'RecMind, section 3',
  ),
  'chain-of-thought': entry(
    'Chain-of-Thought',
    'One line of thought: each step asks something, and every step counts in the answer, also a mistaken one.',
    'RecMind, section 3; Wei et al. 2022',
  ),
  'tree-of-thoughts-bfs': entry(
    'Tree-of-Thoughts, breadth first (BFS)',
    'Tries several next steps at a time, lets the model vote, and keeps the one with most votes.',
    'RecMind, section 3; Yao et al. 2023',
  ),
  'tree-of-thoughts-dfs': entry(
    'Tree-of-Thoughts, depth first (DFS)',
    'Goes on until a critic rejects a step, then forgets that step and tries another.',
    'RecMind, section 3; Yao et al. 2023',
  ),
  'self-inspiring': entry(
    'Self-Inspiring',
    'May branch off to an alternative at every step, and reads all branches when it answers.',
    'RecMind, section 3, Algorithm 1',
  ),
  'self-inspiring-filtered': entry(
    'Self-Inspiring, filtered',
    'Self-Inspiring with a critic: reads all branches that the critic did not reject. The lab’s own.',
  ),
  'self-consistency': entry(
    'Self-consistency',
    'Answers several times without looking anything up and takes the mean or what most say. The yardstick at equal model calls.',
    'Wang et al. 2022, section 2',
  ),
  'beam-search': entry(
    'Beam search',
    'Continues several paths side by side, lets the model value each, and goes on with the best of them.',
    'Xie et al. 2023, section 3',
  ),
  'language-agent-tree-search': entry(
    'Language Agent Tree Search (LATS)',
    'Goes down from the start again and again, guided by values and visits, and tells later steps what failed paths taught.',
    'Zhou et al. 2023, section 4.2',
  ),
  kept: entry(
    'Used for the answer',
    'Drawn in strong lines: the states that the answer was conditioned on.',
    'RecMind, section 3',
  ),
  explored: entry(
    'Explored, not used',
    'Drawn faintly: the planner looked at this state, but the answer was given without it.',
    'RecMind, section 3',
  ),
  'answer-from': entry(
    'Answer using',
    'The same tree can be answered twice: from what the planner kept, and from everything it explored. The difference is what discarded steps are worth. Plan asks for both, a model call each; Compare for one, unless told otherwise.',
    'RecMind, section 3',
  ),
  cut: entry(
    'Cut',
    'A critic judged the state not useful enough; the planner goes back and tries another. The numbers are its estimated usefulness and what was needed: a share of what the best question still left would add, so the threshold moves as less is left to ask.',
    'RecMind, section 3; Yao et al. 2023',
  ),
  usefulness: entry(
    'Estimated usefulness',
    'How much the built-in critic thinks a state helps, from 0 to 1: whether it seems to be about the right person and item, times how far its evidence can be trusted, times how much it adds. The threshold is a share of what the best question still left would add, so it moves as less is left to ask.',
  ),
  alternative: entry(
    'Inspired alternative',
    'A second branch from the state before, taken because the model thinks that another question might tell more.',
    'RecMind, section 3, Algorithm 1, line 6',
  ),
  slip: entry(
    'Slip',
    'A state that asks about another person or item than the question does. The planner cannot know; you can.',
  ),
  erred: entry(
    'Wrong verdict',
    'The critic cut a state about the right person and item that had found something, or kept one about the wrong ones. What counts is whom and what the state asks about, not whether the answer came out better.',
  ),
  temperature: entry(
    'Temperature',
    'How often the model picks another step than the most informative one: 0 is never.',
    'RecMind, section 4.1',
  ),
  slips: entry('Slips (dial)', 'How often the built-in reasoner asks about the wrong person or item.'),
  persistence: entry(
    'Persistence of slips',
    'How often the next state of a branch goes on about the same person or item, right or wrong.',
  ),
  evaluatorAccuracy: entry(
    'Critic accuracy',
    'How often a vote or a verdict sees rightly whether a state is about the right person and item; 50 % is a coin.',
  ),
  contextSpan: entry(
    'Context span',
    'How many of the latest states the model still sees when it proposes, judges and answers.',
  ),
  readingDepth: entry(
    'Reading depth',
    'How far down a list of candidates the model reads before it begins to leave some out.',
  ),
} as const satisfies Readonly<Record<string, GlossaryEntry>>;

export type TermName = keyof typeof GLOSSARY;

export const isTerm = (name: string): name is TermName => Object.hasOwn(GLOSSARY, name);
