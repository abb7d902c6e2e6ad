/** @file Words of the forms that pages and cells of notebooks share. */

/** What the form of an environment says. */
export const ENVIRONMENT = {
  shaping: 'Reward shaping (not remembered)',
  perturbation: 'Perturbation (remembered)',
  deviation: 'Standard deviation, in points',
  endProbability: 'Probability that an episode ends after a step',
  timeLimit: 'Steps after which an episode is cut off, 0 for never',
} as const;

/** What the form of a training says. */
export const TRAINING = {
  plannersDoNotLearn:
    'Planners do not learn here: they read a log of everybody’s earlier ratings, and run on the built-in reasoner (rules, not a language model). They are in the same table, with their costs.',
  interecBelowChance:
    'InteRecAgent was below chance when it was last measured on the default people (5.96 ± 0.08 against 6.39 ± 0.13): it ranks by which items are rated together, and a log of items drawn at random says nothing about that.',
  hyperparametersLeftEmpty:
    'Left empty: values that were tuned on other people and items. A short training may need a higher learning rate, such as',
  teachers: [
    ['surrogate', 'a surrogate of the rater'],
    ['rater', 'the rater itself'],
  ],
  seeds: 'Seeds, a run for each',
} as const;

/** What the form of a conversation says. */
export const CONVERSATION = {
  plans: [
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
