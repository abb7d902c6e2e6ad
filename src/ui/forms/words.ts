/** @file Words of the forms that pages and cells of notebooks share. */

/** What the form of an environment says. */
export const ENVIRONMENT = {
  shaping: 'Reward shaping (not remembered)',
  perturbation: 'Perturbation (remembered)',
  deviation: 'Standard deviation, in points',
  endProbability: 'Probability that an episode ends after a step',
  timeLimit: 'Steps after which an episode is cut off, 0 for never',
} as const;

/** The seeds of whatever is run more than once. */
export const SEEDS = 'Seeds, a run for each';

/** What the form of a run says. */
export const RUN_WORDS = {
  offered: 'It chooses among offered actions',
  scored: 'Choices by probability, not by writing',
  forSmallModels: 'Both are for small models: a large one may write its own steps.',
  ranker: 'Planners may ask it how it ranks the candidates. It is fitted to training ratings alone.',
  sameModel: 'same model',
  here: 'the same dataset',
} as const;

/** What the form of a training says. */
export const TRAINING = {
  plannersDoNotLearn:
    'Planners do not learn here: they read a log of everybody’s earlier ratings, and built-in rules answer for a model.',
  interecBelowChance:
    'InteRecAgent was below chance on the default people (5.96 ± 0.08 against 6.39 ± 0.13): it ranks by which items are rated together, of which a log drawn at random says nothing.',
  hyperparametersLeftEmpty:
    'Left empty: values that were tuned on other people and items. A short training may need a higher learning rate, such as',
  teachers: [
    ['surrogate', 'a surrogate of the rater'],
    ['rater', 'the rater itself'],
  ],
} as const;

/** What the form of a conversation says. */
export const CONVERSATION = {
  plans: [
    ['form', 'a form, which the lab turns into calls'],
    ['plan-first', 'all tool calls at once'],
    ['step-by-step', 'one tool call after the other'],
  ],
  demonstrations: [
    ['zero', 'none'],
    ['fixed', 'always the same'],
    ['dynamic', 'the nearest'],
  ],
  reflections: 'New plans when a critic rejects, 0 for no critic',
  withoutProfile: 'Likes and dislikes. Without a profile nothing is remembered; clearing the box erases what was.',
} as const;

/** What the form of an evaluation says. */
export const GRID = {
  answerTwice: 'Answer twice: also from everything explored',
  whyAnswerTwice:
    'A second row for planners that drop steps: the same tree, answered once more. It takes one more model call per task.',
  whatModelsDo: 'Each planner is run with each model.',
  settingsOfReasoner: 'Rules that stand in for a model, at presets of their dials.',
  modelsTakeTime: 'Each may take seconds or minutes per task.',
  fromAnotherDomain: 'RecMind, section 4.5: examples of one domain, tasks of another.',
  howBudgetsCount:
    'None ticked: each planner stops by itself. Ticked: every planner plans until the budget is spent and its step is finished; systems of agents keep their own limits.',
  whatHistoryIs: 'How many of the latest items the prompt lists; the database holds all. 20 where none is ticked.',
  otherMetrics: 'Metrics are measured while tasks run: other metrics make a new comparison, and this one stays.',
} as const;
