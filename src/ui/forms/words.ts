/** @file Words of the forms that pages and cells of notebooks share. */

/** What the form of an evaluation says. */
export const GRID = {
  answerTwice: 'Answer twice: also from everything explored',
  whyAnswerTwice:
    'A second row for planners that drop steps: the same tree, answered once more. It takes one more model call per task.',
  whatModelsDo: 'Each planner is run with each model.',
  modelsTakeTime: 'Each may take seconds or minutes per task.',
  fromAnotherDomain: 'RecMind, section 4.5: examples of one domain, tasks of another.',
  otherMetrics: 'Metrics are measured while tasks run: other metrics make a new comparison, and this one stays.',
} as const;
