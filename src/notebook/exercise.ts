/** @file Exercises: cells whose checksums are those of an answer that the reader has to find. */

/** True for a cell that is called an exercise (`exercise`, `exercise-2`): as long as it differs from what is expected, it is not solved. */
export const isExercise = (cell: string): boolean => /^exercise(-\d+)?$/.test(cell);
