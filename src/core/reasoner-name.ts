/** @file Names of models that come with the lab: in specs and traces, and wherever people read of them. */
export const REASONER_ID = 'built-in/reasoner';
export const REASONER_TITLE = 'Built-in reasoner (rules, not a language model)';
/** The same where little room is, such as in a choice; the whole title stands on every page. */
export const REASONER_IN_SHORT = 'Built-in reasoner (rules)';

export interface Dial {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  readonly format: 'number' | 'percent';
}

export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly dials: Readonly<Record<string, number>>;
}

/** True for a language model whose replies come with the lab. */
export const isRecorded = (name: string): boolean => name.startsWith('recorded/');
/** True for rules, counts and recordings, which nothing is loaded for. */
export const comesWithLab = (name: string): boolean => name.startsWith('built-in/') || isRecorded(name);
