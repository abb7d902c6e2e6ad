/**
 * @file The built-in reasoner: a seeded, rule-based stand-in for a language model. It reads nothing but a request's
 * purpose, seed and temperature, and answers in the text format asked of a language model. It is no language model.
 */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { DialoguePurpose, GenerateRequest, LanguageModel, Purpose, StreamPart } from '../core/language-model.ts';
import type { State } from '../core/planner.ts';
import { REASONER_ID, REASONER_TITLE } from '../core/reasoner-name.ts';
import { createRandom, type Random } from '../core/random.ts';
import { isRanking, type Task, itemOfTask } from '../core/task.ts';
import { agentReply, isAgentPurpose } from './agents/reply.ts';
import { type Family, lessonOf, readState, type Finding } from './finding.ts';
import type { Calibration } from './calibration.ts';
import { type Dials, CONSTANTS } from './dials.ts';
import { respond } from './dialogue/respond.ts';
import { lookAt, type Outlook, bestGain, gainOf, propose } from './propose.ts';
import { rankingFamily } from './ranking-belief.ts';
import { ratingFamily } from './rating-belief.ts';
import { textFamily } from './text/text-family.ts';
import { summarize, tell, translate } from './translate.ts';
import { exp } from '../core/numbers/elementary-functions.ts';
import { entitiesOf } from '../tools/queries/query.ts';
import { largest, smallest } from '../core/numbers/extremes.ts';

const isDialogue = (purpose: Purpose): purpose is DialoguePurpose => purpose.type.startsWith('dialogue-');

/** P(right | it reads a match) and P(right | it reads a mismatch), by Bayes' rule from ε̂ and â. */
function trustIn(isMatch: boolean): number {
  const { expectedSlips, expectedAccuracy } = CONSTANTS;
  const right = (1 - expectedSlips) * (isMatch ? expectedAccuracy : 1 - expectedAccuracy);
  const wrong = expectedSlips * (isMatch ? 1 - expectedAccuracy : expectedAccuracy);
  return right / (right + wrong);
}

function isAboutTask({ query, asked }: Finding, { task }: Outlook): boolean {
  return entitiesOf(query).every((entity) => {
    return entity === 'user' ? asked.user === task.user.id : asked.item?.id === itemOfTask(task)?.id;
  });
}

/** What judging takes besides what is in sight: a, and randomness. */
interface Judge {
  readonly accuracy: number;
  readonly random: Random;
}

/** use = P(right) · trust in its support · g: what a state is worth after those in sight. */
function useOf(state: State, outlook: Outlook, { accuracy, random }: Judge): number {
  const finding = readState(state, outlook.task, outlook.family);
  if (finding === null) return 0;
  const isMatch = isAboutTask(finding, outlook);
  const isReadRight = random.uniform() < accuracy;
  const named = entitiesOf(finding.query).length > 0;
  const right = named ? trustIn(isReadRight ? isMatch : !isMatch) : 1;
  return right * outlook.belief.trust(finding) * gainOf(finding.query, outlook);
}

function vote(candidates: readonly State[], outlook: Outlook, { accuracy, random }: Judge): number {
  const uses = candidates.map((state, at) =>
    state.isEnd ? CONSTANTS.endAt : useOf(state, outlook, { accuracy, random: random.fork(`cue ${String(at)}`) }),
  );
  return 1 + uses.indexOf(largest(uses));
}

/** A verdict on a state, given those before it. */
function evaluate(
  state: State,
  outlook: Outlook,
  { accuracy, random }: Judge,
): { readonly verdict: 'keep' | 'prune'; readonly reason: string } {
  if (state.isEnd) return { verdict: 'keep', reason: 'It ends the plan.' };
  const use = useOf(state, outlook, { accuracy, random: random.fork('cue') });
  const needed = CONSTANTS.pruneBelow * bestGain(outlook);
  const digits = use.toFixed(2) === needed.toFixed(2) ? 3 : 2;
  const [is, needs] = [use.toFixed(digits), needed.toFixed(digits)];
  return use < needed
    ? { verdict: 'prune', reason: `usefulness ${is} < ${needs}` }
    : { verdict: 'keep', reason: `usefulness ${is} ≥ ${needs}` };
}

/** Whether to explore an alternative: with probability σ((max g − c_i)/τ). */
function inspire(
  outlook: Outlook,
  temperature: number,
  random: Random,
): { readonly explore: boolean; readonly reason: string } {
  const best = bestGain(outlook);
  const excess = best - CONSTANTS.inspireAt;
  const probability = temperature <= 0 ? Number(excess > 0) : 1 / (1 + exp(-excess / temperature));
  const explore = random.uniform() < probability;
  const [gain, chance] = [best, probability].map((share) => `${String(Math.round(share * 100))} %`);
  return {
    explore,
    reason: `The best remaining question would add ${gain} of all that can be found out; an alternative had a chance of ${chance}.`,
  };
}

/** A path of states, and how much of it is seen at once. */
interface SeenPath {
  readonly task: Task;
  readonly family: Family;
  readonly states: readonly State[];
  /** L */
  readonly span: number;
}

/** Each state of a path with its use after those before it, as the judge reads it. */
function usesOn({ task, family, states, span }: SeenPath, { accuracy, random }: Judge): readonly number[] {
  return states.map((state, at) => {
    const outlook = lookAt(task, family, states.slice(0, at), span);
    return useOf(state, outlook, { accuracy, random: random.fork(`cue ${String(at)}`) });
  });
}

/** V of a path: the share of all there is to know that its states told, as far as they are trusted; from 1, nothing, to 10, everything. */
function value(path: SeenPath, judge: Judge): { readonly value: number; readonly reason: string } {
  const told = Math.min(
    1,
    usesOn(path, judge).reduce((sum, use) => sum + use, 0),
  );
  return {
    value: 1 + 9 * told,
    reason: `By the reasoner’s estimate, the path so far has found ${String(Math.round(told * 100))} % of all that can be found out.`,
  };
}

/** What a path that failed teaches: which of its questions was of least use, the first of equals. */
function reflect(path: SeenPath, judge: Judge): string {
  const uses = usesOn(path, judge);
  const worst = path.states[uses.indexOf(smallest(uses))];
  const action = worst?.action ?? null;
  return action === null ? 'No question of it was of use.' : lessonOf(action);
}

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
  private readonly families: Readonly<Partial<Record<Task['type'], Family | null>>>;

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
    if (family) return family;
    throw new LabError(
      'model-failed',
      `The built-in reasoner was not fitted for ${task.type}; fit it on this dataset first.`,
    );
  }
}

export function createReasoner({
  dials,
  calibration,
}: {
  readonly dials: Dials;
  readonly calibration: Calibration;
}): LanguageModel {
  return new Reasoner(dials, calibration);
}
