/** @file Words of the detail beside a picture. */

/** What the detail says in sentences. */
export const DETAIL = {
  noRunYet: 'A run grows a tree here: what was thought, asked, found and kept.',
  chooseState: 'Choose a state to read its thought, its query and rows, and every prompt and reply.',
  /** @param cut what ended the run before it was done; null where it goes on */
  noAnswer: (cut: string | null): string => (cut === null ? 'There is no answer yet.' : `There is no answer: ${cut}.`),
  toolStillAsked: (cut: string | null): string =>
    cut === null ? 'No answer from the tool yet.' : `No answer from the tool: ${cut}.`,
  rowsLeftOut: 'Rows past the limit were left out by the database.',
  plannerCannotKnow: 'The planner cannot know.',
  keptByCritic: 'Kept by the critic:',
  linkToState: 'Link to this state, in this browser',
};

/** What a call of a model is for, by its purpose in the trace. */
const PURPOSES: Readonly<Record<string, string>> = {
  'sample-state': 'the next state',
  vote: 'a vote',
  evaluate: 'a verdict',
  inspire: 'whether to explore an alternative',
  value: 'the value of a state',
  'reflect-on-path': 'what the path taught',
  answer: 'the answer',
  sql: 'a query',
  sentence: 'summarising the rows',
  summarize: 'a summary',
  'manager-thought': 'the manager’s thought',
  'manager-action': 'the manager’s action',
  analyse: 'the analyst’s command',
  search: 'the searcher’s command',
  interpret: 'the interpreter’s command',
  reflect: 'a reflection',
  'dialogue-profile': 'what you like',
  'dialogue-plan': 'the plan',
  'dialogue-step': 'the next tool call',
  'dialogue-critic': 'the critic’s verdict',
  'dialogue-reply': 'the reply',
  'dialogue-seek': 'a simulated person’s message',
  'recommend-plainly': 'a recommendation without tools',
  demonstrate: 'a demonstration',
};

/** What a call of a model is for: `a query`; as the trace names it where there is no word. */
export const purposeInWords = (purpose: string): string => PURPOSES[purpose] ?? purpose;
