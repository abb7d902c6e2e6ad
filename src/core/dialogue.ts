/** @file What a conversation with a recommender is made of: turns, plans of tool calls, profiles, views of prompts. */
import type { TrackerRecord } from './candidate-bus.ts';
import type { ItemReference } from './task.ts';
import type { Json } from './json.ts';
import { REASONER_ID } from './reasoner-name.ts';

export interface ConversationSettings {
  /** A form that the lab turns into calls, the whole plan at once, or one call at a time with its observation (ReAct). */
  readonly planning: (typeof PLANNINGS)[number];
  /** Maximum number of replans after the critic rejects a plan; 0 for no critic. */
  readonly reflections: number;
  readonly profile: boolean;
}

export const PLANNINGS = ['form', 'plan-first', 'step-by-step'] as const;

/** Where nobody says: rules plan as the paper does, a language model fills in forms, unjudged. */
export function usualPlanning(
  model: string,
  chosen: ConversationSettings['planning'] | null = null,
): Pick<ConversationSettings, 'planning' | 'reflections'> {
  const planning = chosen ?? (model === REASONER_ID ? 'plan-first' : 'form');
  return { planning, reflections: planning === 'form' ? 0 : 2 };
}

/** What a message is for, as a form says it. */
export const FORM_INTENTS = ['recommend', 'choose', 'ask', 'why', 'tell', 'forget', 'chat'] as const;
export const FORM_ORDERS = ['any', 'best rated', 'most popular', 'least popular', 'newest', 'oldest'] as const;
/** Whether a list is a new one, goes on from those that were shown, or is a part of the last one. */
export const LISTS = ['new', 'more', 'part'] as const;

/** All that a person asks for by now, as one flat form. */
export interface WishForm {
  readonly intent: (typeof FORM_INTENTS)[number];
  /** What kind of thing items are, and are not. */
  readonly genres: readonly string[];
  readonly without: readonly string[];
  /** `before 1980`, `1990-1999`, `newer`; empty for any. */
  readonly years: string;
  /** What items are to be like, or what is asked about. */
  readonly titles: readonly string[];
  /** What is not to be named. */
  readonly seen: readonly string[];
  /** Other values that items have: `director: Woody Allen`. */
  readonly named: readonly string[];
  readonly order: string;
  /** 0 where nobody says. */
  readonly count: number;
  readonly list: (typeof LISTS)[number];
  /** What is asked of the titles: `year`. */
  readonly facts: readonly string[];
  /** Whether the person says what they like or dislike in general. */
  readonly taste: boolean;
}

export const INTENTS = [
  'recommend',
  'choose',
  'ask-about-item',
  'explain',
  'tell-taste',
  'chit-chat',
  'unclear',
] as const;
export type Intent = (typeof INTENTS)[number];

export const DIALOGUE_TOOLS = ['store-candidates', 'look-up', 'filter', 'similar', 'rank', 'map'] as const;
export type DialogueToolName = (typeof DIALOGUE_TOOLS)[number];

export interface PlanStep {
  readonly tool: DialogueToolName;
  readonly input: { readonly [name: string]: Json };
}

export interface MessageMark {
  readonly start: number;
  readonly end: number;
  /** Guessed is what may be meant otherwise: a misspelt title, one of namesakes, a vague word. */
  readonly as: 'used' | 'guessed' | 'ignored';
  readonly means: string;
  readonly seen?: string;
}

export interface DialoguePlan {
  readonly intent: Intent;
  readonly steps: readonly PlanStep[];
  readonly reply: string;
  readonly marks?: readonly MessageMark[];
  /** What the steps were made of. */
  readonly form?: WishForm;
}

/** A number of a condition: itself, or `$1` for the number that the plan's first step found. */
export type Bound = number | string;

/**
 * A condition on items. `attribute` is `year`, `rating` (the mean), `ratings` (how many), `popularity` (the decile, 10 the most
 * rated), `title`, or the name of an attribute of the catalogue. Several conditions must all hold.
 */
export interface Condition {
  readonly attribute: string;
  readonly is?: readonly string[];
  readonly not?: readonly string[];
  /** Inclusive bounds. */
  readonly from?: Bound;
  readonly to?: Bound;
  /** Exclusive bounds. */
  readonly after?: Bound;
  readonly before?: Bound;
}

/** The schemes of Huang and others 2023 (section 3.1, and the public code), and orders by mean rating, year or a number. */
export const RANK_SCHEMES = [
  'popularity',
  'similarity',
  'preference',
  'rating',
  'newest',
  'oldest',
  'most',
  'least',
] as const;
export type RankScheme = (typeof RANK_SCHEMES)[number];

export type Order =
  | { readonly scheme: Exclude<RankScheme, 'similarity' | 'preference' | 'most' | 'least'> }
  | { readonly scheme: 'most' | 'least'; readonly attribute: string };

export type DialogueProblem =
  /** `text` was read as `title`, though it is written otherwise or is only a part of it; `others` may be meant too. */
  | { readonly type: 'title-taken'; readonly text: string; readonly title: string; readonly others: readonly string[] }
  | { readonly type: 'title-ambiguous'; readonly text: string; readonly titles: readonly string[] }
  | { readonly type: 'title-unknown'; readonly text: string; readonly near: readonly string[] }
  | { readonly type: 'text-unknown'; readonly text: string }
  | { readonly type: 'attribute-unknown'; readonly attribute: string; readonly known: readonly string[] }
  | {
      readonly type: 'value-unknown';
      readonly attribute: string;
      readonly value: string;
      readonly near: readonly string[];
    }
  | { readonly type: 'fact-missing'; readonly attribute: string; readonly title: string }
  | { readonly type: 'input-invalid'; readonly problem: string };

export interface LookedUp {
  readonly title: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface StepOutcome {
  readonly tool: DialogueToolName;
  readonly input: Json;
  readonly failed: boolean;
  readonly observation: string;
  readonly problems: readonly DialogueProblem[];
  readonly found: readonly LookedUp[];
  readonly left: number;
}

export interface Facet {
  readonly titles: readonly string[];
  /** `genre: Comedy`. */
  readonly values: readonly string[];
}

/** What a person likes, dislikes, and expects just now (Huang and others 2023, section 3.2, "User Profile"). */
export interface Profile {
  readonly like: Facet;
  readonly dislike: Facet;
  readonly expect: Facet;
}

export interface ProfileReading extends Profile {
  readonly forgotten?: readonly string[];
  readonly unknown?: readonly string[];
}

export interface Mention {
  /** UTF-16 positions. */
  readonly start: number;
  readonly end: number;
  readonly isGuess?: boolean;
  readonly titles: readonly string[];
  readonly ratings: number;
  /** Values of attributes that are written so. `isPart` where only a part of the value stands there, such as a surname. */
  readonly values: readonly { readonly attribute: string; readonly value: string; readonly isPart: boolean }[];
}

export interface AttributeOutline {
  readonly name: string;
  readonly values: readonly string[];
  readonly common: readonly string[];
  readonly isNumber: boolean;
  readonly items: number | null;
}

export interface CatalogueOutline {
  readonly itemNoun: string;
  readonly items: number;
  readonly scale: { readonly min: number; readonly max: number };
  readonly years: { readonly first: number; readonly last: number } | null;
  readonly attributes: readonly AttributeOutline[];
  readonly isDescribed: boolean;
  /** So many people must have rated an item for its mean to count; 0 where nobody rated any. */
  readonly enough: number;
}

export interface EarlierTurn {
  readonly text: string;
  readonly plan: DialoguePlan;
  readonly reply: string;
  readonly items: readonly ItemReference[];
  readonly problems: readonly DialogueProblem[];
  readonly about: readonly string[];
}

/** A kept pair of an intent and the plan that answers it (Huang and others 2023, section 3.4). */
export interface Demonstration {
  readonly request: string;
  readonly plan: DialoguePlan;
}

export interface RejectedAttempt {
  readonly plan: DialoguePlan;
  readonly advice: string;
  readonly outcomes: readonly StepOutcome[];
  readonly reply: string;
}

export interface DialogueView {
  readonly text: string;
  readonly catalogue: CatalogueOutline;
  readonly mentions: readonly Mention[];
  readonly turns: readonly EarlierTurn[];
  /** How many turns before those are left out; none where it is absent. */
  readonly earlier?: number;
  readonly profile: Profile;
  readonly unknown: readonly string[];
  readonly demonstrations: readonly Demonstration[];
  /** Titles for the examples of a form: the best known of the catalogue. */
  readonly examples?: readonly string[];
  readonly rejected: RejectedAttempt | null;
}

export interface ReplyItem {
  readonly title: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface CriticView {
  readonly text: string;
  readonly plan: DialoguePlan;
  readonly tracker: readonly TrackerRecord[];
  readonly items: readonly ReplyItem[];
  readonly reply: string;
  readonly catalogue: CatalogueOutline;
  readonly turns: readonly EarlierTurn[];
  readonly earlier?: number;
  readonly profile: Profile;
  readonly problems: readonly DialogueProblem[];
  readonly unknown: readonly string[];
  readonly explained: ReplyView['explained'];
}

export interface Utterance {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly shown: readonly string[];
}

export interface ReplyView {
  readonly text: string;
  readonly turns: readonly Pick<EarlierTurn, 'text' | 'reply'>[];
  readonly plan: DialoguePlan;
  readonly itemNoun: string;
  readonly outcomes: readonly StepOutcome[];
  readonly problems: readonly DialogueProblem[];
  readonly items: readonly ReplyItem[];
  readonly wanted: number | null;
  readonly noted: readonly string[];
  readonly unknown: readonly string[];
  readonly explained: readonly { readonly title: string; readonly passed: readonly string[] }[];
  readonly wishes?: string;
  /** What the critic said of an attempt with the same steps; empty for others. */
  readonly advice: string;
}

/** What a simulated person is told. It knows what it looks for, and must not name it. */
export interface SeekerView {
  readonly itemNoun: string;
  readonly target: { readonly title: string; readonly facts: Readonly<Record<string, string>> };
  readonly liked: readonly string[];
  readonly turns: readonly { readonly said: string; readonly reply: string; readonly items: readonly string[] }[];
  readonly leaks: number;
}

/** A condition in words: `genre is Comedy`, `year after 1999`. */
export function conditionWords({ attribute, is, not, ...bounds }: Condition): string {
  const words = Object.entries(bounds).map(([name, bound]) => `${attribute} ${name} ${String(bound)}`);
  if (is !== undefined && is.length > 0) words.unshift(`${attribute} is ${is.join(' or ')}`);
  if (attribute === 'title' && not !== undefined && not.length > 1)
    words.push(`none of ${String(not.length)} titles that were named`);
  else if (not !== undefined && not.length > 0) words.push(`${attribute} is not ${not.join(' or ')}`);
  return words.join(', ');
}

export interface Turn extends EarlierTurn {
  readonly profile: Profile;
  /** Where the words of the reply are the lab's, and not the model's. */
  readonly isLabs?: boolean;
  readonly passed: readonly (readonly string[])[];
}

export interface KeptTurn {
  readonly turn: Turn;
  readonly before: Profile;
}
