/** @file The notebooks that come with the lab: files in `public/notebooks`, one for each name here. */
import { LabError } from '../../../core/errors.ts';

/** A notebook that comes with the lab, by the name of its file without `.espalier.json`. */
export interface ReadyNotebook {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly about: string;
}

export const READY_AT = '#notebook/ready/';

export const readyAddress = (name: string): string => `${READY_AT}${name}`;

export const READY: readonly ReadyNotebook[] = [
  {
    name: 'a-language-model-plans',
    title: 'A language model plans',
    question:
      'A small language model gets the same facts under five planners. What does it say, and where does it err?',
    about: 'Qwen2.5-Coder 1.5B, recorded word for word.',
  },
  {
    name: 'five-planners',
    title: 'Five planners, one film',
    question:
      'Five planners get the same question and the same tools. What do they do differently, and what does it cost?',
    about: 'RecMind: one person, one film, five trees.',
  },
  {
    name: 'pruning-loses-evidence',
    title: 'Kept or explored',
    question: 'A planner throws branches away. Would its answer be better if it had read them?',
    about: 'RecMind: explore once, answer twice, for forty people.',
  },
  {
    name: 'what-shots-buy',
    title: 'What examples buy',
    question: 'Do examples in the prompt make ratings better, and what do they cost?',
    about: 'Zero to twelve examples, two planners, forty people.',
  },
  {
    name: 'team-against-one',
    title: 'A team of agents against one',
    question: 'A manager can ask an analyst, or have its answer reviewed. Is either worth its calls?',
    about: 'MACRec: five systems on the same thirty people.',
  },
  {
    name: 'talking-to-the-recommender',
    title: 'Talking to the recommender',
    question: 'How does a recommender remember that you do not like horror?',
    about: 'InteRecAgent: six turns, with and without a profile.',
  },
  {
    name: 'training-on-simulated-people',
    title: 'Training on simulated people',
    question: 'Which policy learns what people like, and with how much experience?',
    about: 'SUBER: five policies, ten people who do not exist.',
  },
];

/** The papers, each with its page and the lab of the course on it. Both are made by the build. */
export const PAPERS = [
  { id: 'recmind', name: 'RecMind', lab: 'lab-1-recmind', asks: 'Answer from what was kept, or from all of it?' },
  { id: 'macrec', name: 'MACRec', lab: 'lab-2-macrec', asks: 'What does each colleague add, and at what price?' },
  { id: 'interecagent', name: 'InteRecAgent', lab: 'lab-3-interecagent', asks: 'What is remembered, and where?' },
  { id: 'suber', name: 'SUBER', lab: 'lab-4-suber', asks: 'How much experience does a policy need?' },
] as const;

/** @throws LabError `name-unknown`, `network-failed` */
export async function readReady(name: string): Promise<string> {
  if (![...READY.map((one) => one.name), ...PAPERS.map(({ lab }): string => lab)].includes(name)) {
    throw new LabError('name-unknown', 'No notebook of this name comes with the lab. Choose one from the list.');
  }
  const response = await fetch(new URL(`notebooks/${name}.espalier.json`, document.baseURI)).catch(() => null);
  if (response?.ok === true) return response.text();
  throw new LabError('network-failed', `${name} could not be fetched. Is the lab still being served?`);
}
