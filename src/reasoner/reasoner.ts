/**
 * @file The built-in reasoner: a seeded, rule-based stand-in for a language model. It reads nothing but a request's
 * purpose, seed and temperature, and answers in the text format asked of a language model. It is no language model.
 */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { GenerateRequest, LanguageModel, Purpose, StreamPart } from '../core/language-model.ts';
import type { State } from '../core/planner.ts';
import { REASONER_ID, REASONER_TITLE } from '../core/reasoner-name.ts';
import { createRandom, type Random } from '../core/random.ts';
import { isRanking, type Task } from '../core/task.ts';
import { agentReply, isAgentPurpose } from './agents/reply.ts';
import type { Family } from './belief.ts';
import type { Calibration } from './calibration.ts';
import type { Dials } from './dials.ts';
import { isDialogue, respond } from './dialogue/respond.ts';
import { evaluate, inspire, reflect, value, vote, type Judge, type SeenPath } from './judge.ts';
import { lookAt, type Outlook } from './outlook.ts';
import { propose } from './propose.ts';
import { rankingFamily } from './ranking-belief.ts';
import { ratingFamily } from './rating-belief.ts';
import { textFamily } from './text/text-family.ts';
import { summarize, tell, translate } from './translate.ts';

const CHARACTERS_PER_TOKEN = 4;
const tokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

type PlanningPurpose = Extract<Purpose, { readonly task: Task; readonly states: readonly State[] }>;

class Reasoner implements LanguageModel {
  readonly id = REASONER_ID;
  readonly title = REASONER_TITLE;
  readonly contextLength = 1_000_000;
  readonly capabilities = { seed: true, responseSchema: false, score: false };
  readonly provenance = null;
  private readonly dials: Dials;
  private readonly families: Readonly<Record<Task['type'], Family | null>>;

  constructor(dials: Dials, { rating, ranking, explanation, heading }: Calibration) {
    this.dials = dials;
    const choices = ranking && rankingFamily(ranking);
    this.families = {
      'rating-prediction': rating && ratingFamily(rating),
      'direct-recommendation': choices,
      'sequential-recommendation': choices,
      'explanation-generation': explanation && textFamily('explanation-generation', explanation),
      'review-summarization': heading && textFamily('review-summarization', heading),
    };
  }

  async *stream(request: GenerateRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<StreamPart> {
    throwIfAborted(signal);
    const text = this.reply(request);
    yield { type: 'text-delta', delta: text };
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
    const usage = { inputTokens: tokens(characters), outputTokens: tokens(text.length), estimated: true };
    yield { type: 'finish', finishReason: 'stop', usage };
  }

  private reply({ purpose, seed, temperature }: GenerateRequest): string {
    if (isAgentPurpose(purpose)) return agentReply(purpose, this.dials, (task) => this.familyOf(task), seed);
    if (isDialogue(purpose)) return respond(purpose);
    const random = createRandom(seed);
    switch (purpose.type) {
      case 'sql':
        return translate(purpose, this.dials.readingDepth, random);
      case 'sentence':
        return tell(purpose);
      case 'summarize':
        return summarize(purpose);
      case 'answer':
        return this.answer(purpose, random);
      case 'rate':
        throw new LabError('model-failed', 'The built-in reasoner rates as the rater "rules"; choose that rater.');
      case 'recommend-plainly':
      case 'demonstrate':
      case 'look-at-page':
        throw new LabError('model-failed', 'The built-in reasoner is rules; choose a language model for this.');
      default:
        return JSON.stringify(this.plan(purpose, random, temperature === 0 ? 0 : this.dials.temperature));
    }
  }

  private plan(
    purpose: Exclude<PlanningPurpose, { readonly type: 'answer' }>,
    random: Random,
    temperature: number,
  ): object {
    const judge: Judge = { accuracy: this.dials.evaluatorAccuracy, random };
    switch (purpose.type) {
      case 'sample-state':
        return propose(purpose, this.look(purpose), temperature, { dials: this.dials, random });
      case 'vote':
        return { choice: vote(purpose.candidates, this.look(purpose), judge) };
      case 'evaluate': {
        const before = purpose.states.filter(({ id }) => id !== purpose.state.id);
        const outlook = this.look({ task: purpose.task, states: before });
        return evaluate(purpose.state, outlook, judge);
      }
      case 'inspire':
        return inspire(this.look(purpose), this.dials.temperature, random);
      case 'value':
        return value(this.pathOf(purpose.task, [...purpose.states, purpose.state]), judge);
      case 'reflect-on-path':
        return { reflection: reflect(this.pathOf(purpose.task, purpose.states), judge) };
    }
  }

  private answer(purpose: Extract<Purpose, { readonly type: 'answer' }>, random: Random): string {
    const { task } = purpose;
    if (isRanking(task) && task.candidates.length === 0) {
      return 'The built-in reasoner can only rank candidates, and this task names none.';
    }
    const { recommendation, reason } = this.look(purpose).belief.answer(random);
    if (recommendation.type === 'text') return JSON.stringify({ text: recommendation.text });
    return recommendation.type === 'rating'
      ? JSON.stringify({ rating: recommendation.rating, reason })
      : JSON.stringify({ ranking: recommendation.items, reason });
  }

  private pathOf(task: Task, states: readonly State[]): SeenPath {
    return { task, family: this.familyOf(task), states, span: this.dials.contextSpan };
  }

  private look({ task, states }: { readonly task: Task; readonly states: readonly State[] }): Outlook {
    return lookAt(task, this.familyOf(task), states, this.dials.contextSpan);
  }

  private familyOf(task: Task): Family {
    const family = this.families[task.type];
    if (family !== null) return family;
    throw new LabError(
      'model-failed',
      `The built-in reasoner was not fitted for ${task.type}; fit it on this dataset first.`,
    );
  }
}

/** The built-in reasoner with a setting of its dials, fitted to a dataset. Equal requests give equal replies. */
export function createReasoner({
  dials,
  calibration,
}: {
  readonly dials: Dials;
  readonly calibration: Calibration;
}): LanguageModel {
  return new Reasoner(dials, calibration);
}
