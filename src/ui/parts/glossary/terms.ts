/** @file The words of the field that the page uses, each in a line, with where the papers have it. docs/glossary.md is made of it. */

/** A term. */
export interface GlossaryEntry {
  readonly term: string;
  /** One or two plain sentences. */
  readonly explanation: string;
  /** Paper and section; null for the lab's own. */
  readonly source: string | null;
}

const entry = (term: string, explanation: string, source: string | null = null): GlossaryEntry => ({
  term,
  explanation,
  source,
});

/** By the key under which the page asks for it. */
export const GLOSSARY = {
  planner: entry(
    'Planner',
    'The strategy by which a language model decides what to ask next and which of its steps to keep before it answers.',
    'RecMind, section 3',
  ),
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
  state: entry(
    'State',
    'What a planner does in a step: a thought, an action that follows from it, and the observation that comes back. Of several states in one step some may be cut.',
    'RecMind, section 3',
  ),
  thought: entry('Thought', 'What the model says it should find out next.', 'RecMind, section 3; ReAct'),
  action: entry(
    'Action',
    'The use of a tool: a question to the database, a search, or a summary of reviews.',
    'RecMind, section 3; ReAct',
  ),
  observation: entry(
    'Observation',
    'What the tool gave back, in a sentence that the model reads.',
    'RecMind, section 3; ReAct',
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
  critic: entry(
    'Critic',
    'The model in a second role, called evaluator in some papers: it judges states, by votes or by verdicts, without knowing the right answer.',
    'RecMind, section 3; Yao et al. 2023',
  ),
  order: entry(
    'Order of reading',
    'Where branches meet, small numbers at the states say in which order the answer read them.',
    'RecMind, section 3, Algorithm 1',
  ),
  value: entry(
    'Value',
    'How promising the path through a state is, from 0 to 1. Where branches are searched again, × says how often the search went through it, and the value is the mean of those visits.',
    'Yao et al. 2023; Zhou et al. 2024, Language Agent Tree Search',
  ),
  vote: entry(
    'Votes',
    'Several samples of the model each choose the best of the candidate states; the one with most votes goes on.',
    'Yao et al. 2023',
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
  'algorithm-1': entry(
    'Readings of Algorithm 1',
    'The paper’s pseudo-code and its prose differ in two places; here you choose which of them Self-Inspiring follows.',
    'RecMind, section 3, Algorithm 1',
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
  examples: entry(
    'Examples (shots)',
    'Earlier ratings or choices that are shown in the prompt, so that the model sees what an answer looks like.',
    'RecMind, section 4.2',
  ),
  candidates: entry(
    'Candidates',
    'The items that a recommendation chooses from: the true one among others that the person has not seen.',
    'RecMind, section 4.3',
  ),
  'direct-recommendation': entry(
    'Direct recommendation',
    'Which of the candidates would this person choose? The time of earlier choices is not told.',
    'RecMind, section 4.3',
  ),
  'sequential-recommendation': entry(
    'Sequential recommendation',
    'What comes next after this person’s latest items, in their order?',
    'RecMind, section 4.3',
  ),
  reasoner: entry(
    'Built-in reasoner',
    'Rules that stand in for a language model: seeded, offline, and wrong as often as its dials say. It is no language model.',
  ),
  seed: entry(
    'Seed',
    'The number from which all randomness of a run is drawn: the same seed gives the same run, byte for byte.',
  ),
  replay: entry('Replay', 'A run is a list of events; a replay shows the tree as it was after each step.'),
  'rating-error': entry(
    'RMSE and MAE',
    'How far predicted ratings are off: the root of the mean squared error, and the mean absolute error. Lower is better.',
    'RecMind, section 4.1',
  ),
  'hit-rate': entry(
    'HR@k and NDCG@k',
    'Whether the true item is among the first k, and how far up. Higher is better.',
    'RecMind, section 4.1',
  ),
  manager: entry(
    'Manager, analyst, searcher, reflector',
    'Agents that share a task: one decides, one looks into records, one searches, one reads the result and may ask for another attempt.',
    'MACRec, section 2',
  ),
} as const satisfies Readonly<Record<string, GlossaryEntry>>;

/** What the page can ask for. */
export type TermName = keyof typeof GLOSSARY;

/** True for a name that the glossary explains. */
export const isTerm = (name: string): name is TermName => Object.hasOwn(GLOSSARY, name);

/** The glossary as a document, in the order of the alphabet. */
export function glossaryMarkdown(): string {
  const entries = Object.values<GlossaryEntry>(GLOSSARY).toSorted((a, b) => a.term.localeCompare(b.term, 'en'));
  const lines = entries.map(
    ({ term, explanation, source }) => `- **${term}.** ${explanation}${source === null ? '' : ` *(${source})*`}`,
  );
  return `# Glossary\n\nThe words that the page explains where they are dotted.\n\n${lines.join('\n')}\n`;
}
