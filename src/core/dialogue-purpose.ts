/** @file Why a model is called in a conversation. */
import type { CriticView, DialogueView, Facet, ReplyView, SeekerView, StepOutcome, Utterance } from './dialogue.ts';

/** A call in a conversation. */
export type DialoguePurpose =
  /** The whole plan of a turn. */
  | { readonly type: 'dialogue-plan'; readonly view: DialogueView }
  /** Step by step: the next tool call after these. */
  | { readonly type: 'dialogue-step'; readonly view: DialogueView; readonly done: readonly StepOutcome[] }
  | { readonly type: 'dialogue-reply'; readonly view: ReplyView }
  /** A simulated person speaks. */
  | { readonly type: 'dialogue-seek'; readonly view: SeekerView }
  | { readonly type: 'dialogue-critic'; readonly view: CriticView }
  /** What a person likes, dislikes and expects, by a part of a dialogue, oldest first. */
  | {
      readonly type: 'dialogue-profile';
      readonly utterances: readonly Utterance[];
      readonly catalogue: DialogueView['catalogue'];
      /** What was expected before the first of them; absent where that is nothing. */
      readonly expected?: Facet;
    };

/** A call about conversations that the agent of the lab does not make: only language models can answer it. */
export type PlainPurpose =
  /** A model without tools recommends in a conversation; of these items alone where there are any. */
  | { readonly type: 'recommend-plainly'; readonly itemNoun: string; readonly candidates: readonly string[] }
  /** A demonstration is written: a request for a plan, a plan for a request, or a request anew. */
  | { readonly type: 'demonstrate'; readonly first: 'request' | 'plan' };
