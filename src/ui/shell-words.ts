/** @file Words of what stands around the places. */

/** What is said around the places, in sentences. */
export const SHELL = {
  dropAnything:
    'Drop a dataset, its files or its folder, saved events (.jsonl), a notebook (.espalier.json) or the folder of a model',
  skip: 'Skip to the page',
  howToMoveEdge: 'Drag, or press the left and right arrow keys',
  codeNotLoaded: 'Its code could not be loaded; check the connection and reload the page.',
  cannotBeShown: (what: string): string => `${what} cannot be shown.`,
};
