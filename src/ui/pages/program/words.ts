/** @file Words of the pane where a planner is written. */

/** Words of the pane where a planner is written. */
export const PROGRAM = {
  whatProgramsDo:
    'Four calls ask the model: sample, vote, evaluate and inspire. What you return is what the answer is conditioned on. It runs only when you press Run.',
} as const;
