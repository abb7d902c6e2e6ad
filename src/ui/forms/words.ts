/** @file Words of the forms that pages and cells of notebooks share. */

/** What the form of a training says. */
export const TRAINING = {
  plannersDoNotLearn:
    'Planners do not learn here: they read a log of everybody’s earlier ratings, and built-in rules answer for a model.',
  interecBelowChance:
    'InteRecAgent was below chance on the default people (5.96 ± 0.08 against 6.39 ± 0.13): it ranks by which items are rated together, of which a log drawn at random says nothing.',
  hyperparametersLeftEmpty:
    'Left empty: values that were tuned on other people and items. A short training may need a higher rate, such as 0.01.',
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
  otherMetrics: 'Metrics are measured while tasks run: other metrics make a new comparison, and this one stays.',
} as const;
