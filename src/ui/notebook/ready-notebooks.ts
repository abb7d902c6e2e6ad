/** @file The notebooks that come with the lab: files in `public/notebooks`, one for each name here. */
import { LabError } from '../../core/errors.ts';

/** A notebook that comes with the lab. */
export interface ReadyNotebook {
  /** Of its file, without `.espalier.json`. */
  readonly name: string;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly about: string;
}

/** What the addresses of such notebooks begin with. */
export const READY_AT = '#notebook/ready/';

/** The address of a notebook that comes with the lab. */
export const readyAddress = (name: string): string => `${READY_AT}${name}`;

/** In the order in which they are listed. */
export const READY: readonly ReadyNotebook[] = [
  {
    name: 'five-planners',
    title: 'The five planners on one film',
    about: 'The same person, film and tools: only what a planner keeps and asks differs.',
  },
  {
    name: 'pruning-loses-evidence',
    title: 'Why pruning loses evidence',
    about: 'One tree, two answers: from what a planner kept, and from all that it explored.',
  },
  {
    name: 'what-shots-buy',
    title: 'What shots buy',
    about: 'The same people with 0 to 12 examples in the prompt: what they help, and what they cost.',
  },
  {
    name: 'team-against-one',
    title: 'A team of agents against one',
    about: 'A manager alone, with an analyst, with a reflector: what each finds, and at what price.',
  },
  {
    name: 'talking-to-the-recommender',
    title: 'Talking to the recommender',
    about: 'Six turns and their funnels of candidates: what was asked of the tools, and what was remembered.',
  },
  {
    name: 'training-on-simulated-people',
    title: 'Training a policy on simulated people',
    about: 'Five policies recommend, and people who do not exist rate: who learns what, and how fast.',
  },
];

/**
 * The text of such a notebook.
 * @throws LabError `name-unknown`, `network-failed`
 */
export async function readReady(name: string): Promise<string> {
  if (!READY.some((one) => one.name === name)) {
    throw new LabError('name-unknown', 'No notebook of this name comes with the lab. Choose one from the list.');
  }
  const response = await fetch(new URL(`notebooks/${name}.espalier.json`, document.baseURI)).catch(() => null);
  if (response?.ok === true) return response.text();
  throw new LabError('network-failed', `${name} could not be fetched. Is the lab still being served?`);
}
