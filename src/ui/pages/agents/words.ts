export const AGENTS = {
  ranker: 'The manager may ask it how it ranks the candidates. It is fitted to training ratings alone.',
  linkHolds:
    'The link opens this page with the question, the system and its changed files, model, dials and seed. It holds no results: they come again when Run is pressed there, the same with everything that has a seed.',
  guessFirst: 'Plan asks you for a guess at this question first; answers and truth follow it.',
  typeInDialogue: 'Type your message in the dialogue.',
  messageHint: 'A thriller, perhaps with a heist.',
  whatAgentsDo:
    'A manager works in steps of a thought and an action, and asks the other agents. Each has a lane here; messages run between the lanes, time runs down.',
  promptsOfReasoner:
    'The built-in reasoner reads no prompts: other ones change nothing until a language model is chosen.',
  notJson: (problem: string): string =>
    `This is not valid JSON yet: ${problem}. Until it is, the agents use the file as it was.`,
  whatLanesAre: 'Swim lanes: one lane per agent, time running down. Arrow keys move and fold, Enter opens.',
  whereOwnFilesAre: 'Opened or changed here, and kept in this browser.',
  noReflection: 'The reflector was not asked: its strategy only shows the attempt.',
  noAttempts: 'Run the agents to see their attempts side by side.',
  sameColumns: 'CSV has the columns of MACRec’s test.csv: both answer the same samples.',
  taskFolder: 'A folder is one of AgentRecBench’s: its tasks with their ground truth.',
  whatIsShown: (first: string): string =>
    `A manager asks an analyst about ${first} and a film and answers; a reflector reads the attempt. Here the first attempt asks about the wrong film; the reflector notices, and the second comes nearer.`,
  whatDialoguesDo: (noun: string): string =>
    `The interpreter turns what you say into a request, the manager answers it, and the searcher looks ${noun}s up by the words of the request in the catalogue. A recommender that keeps what you like, filters and ranks is on`,
  howFound: (tried: number): string =>
    tried === 1 ? '' : `It is no usual run: ${String(tried)} seeds were tried to find one that shows this.`,
} as const;

export const VIEWS = [
  ['dialogue', 'Dialogue'],
  ['lanes', 'Lanes'],
  ['attempts', 'Attempts'],
  ['tree', 'Tree'],
  ['prompts', 'Prompts'],
] as const;

export type AgentsView = (typeof VIEWS)[number][0];

export const viewsOf = (isConversation: boolean): readonly AgentsView[] =>
  VIEWS.map(([name]) => name).filter((name) => name !== 'dialogue' || isConversation);

/** True for a view that shows a moment of the run, which can be replayed and told. */
export const isPicture = (view: AgentsView): boolean => view === 'lanes' || view === 'attempts' || view === 'tree';
