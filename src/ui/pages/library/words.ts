/** @file Words of the Library: of data, of models, and of what is kept. */
import { bytes, counted } from '../../words.ts';

/** What is said of data, in sentences. */
export const DATA = {
  withoutRatings: 'Without ratings, having chosen an item counts as liking it.',
  scaleIsFound: 'The scale is inferred from the ratings; rows that cannot be read are listed with their reason.',
  rowsNotUsed: (rows: number): string => `${counted(rows, 'row')} could not be used, and why`,
  whatDataIs: (place: string): string =>
    `A dataset is people, items and what people thought of items. It is read in this tab and stays in ${place}.`,
  isSynthetic: 'People and ratings are synthetic: they were generated, nobody rated anything.',
  everyRowRead: (ratings: string): string => `Every row could be read: ${ratings}, none left out.`,
  tailFigure: 'The long tail as a curve; the numbers follow in the table',
  timeFigure: 'Ratings over time as bars; the numbers follow in the table',
  noTimes: 'The source has no times, so there is no activity to show.',
  histogramFigure: 'Histogram of the ratings; the numbers follow in the table',
  whatCanBeAsked:
    'Ask the database that planners ask: read-only, without the test ratings, so counts are slightly lower than above.',
  namesWereGuessed: (columns: string, kind: string): string =>
    `${columns}, as ${kind}. What each is was guessed from its name; change what is wrong.`,
  equalTimes: (share: string): string =>
    `${share} of the ratings have the same time as another by the same person. Which of them is the last is drawn by lot, so tasks that ask what comes next say little.`,
  noColumnFor: (roles: string): string => `Choose a column for ${roles}.`,
  whatCanBeDropped:
    ': a MovieLens zip, Amazon, Yelp or Goodreads reviews, AgentRecBench, RecBole or Book-Crossing files, sequences, or a table of people, items and ratings (CSV, TSV, JSON, Parquet). Files that belong together can be dropped together, or in a folder, zip or tar.',
  onlyTheFirst: (rows: string): string => `Only the first ${rows} are listed; the counts are complete.`,
} as const;

/** What is said of models, in sentences. */
export const MODELS = {
  whatIsAllowed: 'The hosts that you allowed the lab to ask, and for what.',
  nothingAllowed: 'None. A model comes from where the list says; an endpoint is asked when you test it.',
  softwareRendering: 'Software rendering: everything works, many times slower.',
  notIsolated:
    'The server of this page does not isolate it (COOP and COEP headers), so models on the processor run at about half the speed.',
  sharesNoMemory:
    'This browser shares no memory between threads, so models on the processor run at about half the speed.',
  howEndpointsWork:
    'The key stays in memory until this page is closed, and is in no file, link or trace. Where a server does not say how much it reads, 4,096 tokens are assumed; Ollama cuts longer prompts in silence: enter the context length of the model there. The timeout is how long a server may be silent; left open, a minute, or longer where its test says that it reads slowly. Thinking tokens come on top of each reply’s; 0 asks for no thinking.',
  checking: (address: string): string => `Testing ${address} …`,
  whatHubModelsWork:
    'Any chat or sentence model in ONNX form that transformers.js reads and whose layers are all attention; others (LFM2, Qwen3.5, Granite 4 H) are refused before their weights come.',
  whatModelsDo:
    'A language model plans and judges: in this browser, from files that are kept here, or on a server of yours. Built-in rules stand in until you choose one.',
  whatServers: 'Ollama, LM Studio, llama.cpp, vLLM, and any other server with OpenAI’s chat protocol.',
  keptHere: (size: string): string => `${size} of models are kept here.`,
  plansEverywhere: 'Plans and answers, on every page',
  isWeak: 'knows little: it may plan and chat badly',
  noSuchModel: 'No such model here. Another one is found by its whole name on the hub, as owner/name.',
  mirrorAddress: (model: string, revision: string): string =>
    `A mirror with ${model} and ${revision} in its address, or a folder that holds a folder for each model. It has to let this page ask (CORS).`,
  howManyRun: (running: number, models: string): string => `${String(running)} of ${models} run on this machine.`,
  noSeed: 'It takes neither a seed nor a temperature.',
} as const;

/** What is said of what is kept here, and of erasing it. */
export const KEPT = {
  takes: (size: number): string => `With data, models and the page itself it takes ${bytes(size)}.`,
  erasesAll: 'This erases what is listed, all data, models and settings, and the page itself. It cannot be undone.',
  saveFirst: 'First save what you want to keep, and close other tabs of Espalier.',
  goneWithTab: 'This browser gives the page no storage: all of it is gone once this tab is closed.',
  promised: 'The browser has promised to keep it until you delete it.',
  mayBeCleared: 'The browser may clear it when the disk is nearly full.',
  promiseRefused: 'Asked to keep it until you delete it, the browser refused.',
  mayChange: 'A bookmark of this page, or frequent use, may change that.',
  askedLater: 'It is asked to promise more when you first make something.',
};
