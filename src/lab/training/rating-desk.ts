/**
 * @file People judge ratings whose raters are hidden: somebody sees a simulated person, an item and several ratings in a random order,
 * and marks each from 1 to 5. Random ratings are always among them. Who gave which stays in the worker until the results are looked at.
 */
import { square } from '../../core/numbers/elementary-functions.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { SOMEBODY, type JudgingEntry } from '../../core/judging.ts';
import { createRandom } from '../../core/random.ts';
import type { Rater, RatingRequest } from '../../core/rater.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { createRuleRater, RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { blind, type Blinded } from '../judging/blind.ts';
import { appendJudging, readJudging } from '../judging/judging-log.ts';
import { standingJudgements } from '../judging/judging-results.ts';
import { markIntervals } from '../judging/mark-intervals.ts';
import { parseEnvironmentSpec } from './simulation-spec.ts';
import type { JudgedRater, RatingQuestion, RatingResults } from './service.ts';
import type { GroundShelf } from './ground-shelf.ts';

/** The rater that draws from the scale. */
const RANDOM = 'random';
/** Between a rating and why. */
const EXPLAINED = '\n';

/** A question with its key. */
interface Keyed extends Omit<RatingQuestion, 'judged'> {
  readonly blinded: Blinded;
}

/** Judging of ratings. */
export class RatingDesk {
  private readonly files: () => Promise<FileStore>;
  private readonly grounds: GroundShelf;

  constructor(files: () => Promise<FileStore>, grounds: GroundShelf) {
    this.files = files;
    this.grounds = grounds;
  }

  /** The next question that nobody has judged. @throws LabError what a rater throws */
  async question(
    input: EnvironmentSpec,
    raters: readonly string[],
    except: string | null,
    signal: AbortSignal,
  ): Promise<RatingQuestion> {
    const spec = parseEnvironmentSpec(input);
    const standing = standingJudgements(await readJudging(await this.files(), nameOf(spec, raters)));
    const settled = new Set(standing.map(({ question }) => question));
    const judged = standing.filter(({ verdict }) => verdict.type === 'rating').length;
    for (let at = 0; ; at += 1) {
      const id = String(at);
      if (settled.has(id) || id === except) continue;
      const { user, item, ratings, explanations } = await this.ask(spec, raters, id, signal);
      // One rating of all raters tells nothing of which is better; it is marked all the same.
      return { id, user, item, ratings, explanations, judged };
    }
  }

  /** @returns how many are judged */
  async judge(
    input: EnvironmentSpec,
    raters: readonly string[],
    { id }: RatingQuestion,
    marks: readonly number[] | null,
    signal: AbortSignal,
  ): Promise<number> {
    const spec = parseEnvironmentSpec(input);
    const { user, blinded, ratings } = await this.ask(spec, raters, id, signal);
    if (marks !== null && (marks.length !== ratings.length || !marks.every((mark) => mark >= 1 && mark <= 5)))
      throw new LabError('internal', `A mark of 1 to 5 for each of the ${ratings.length} ratings is needed.`);
    const given = (marks ?? []).flatMap((mark, at) => (blinded.subjects[at] ?? []).map((rater) => [rater, mark]));
    const entry: JudgingEntry = {
      type: 'judgement',
      question: id,
      shown: blinded.texts.join(' '),
      person: user,
      judge: SOMEBODY,
      verdict:
        marks === null
          ? { type: 'skip' }
          : { type: 'rating', ratings: Object.fromEntries(given) as Record<string, number> },
    };
    const files = await this.files();
    await appendJudging(files, nameOf(spec, raters), [entry]);
    return (await this.fold(spec, raters)).judged;
  }

  async results(input: EnvironmentSpec, raters: readonly string[]): Promise<RatingResults> {
    const spec = parseEnvironmentSpec(input);
    const results = await this.fold(spec, raters);
    await appendJudging(await this.files(), nameOf(spec, raters), [{ type: 'look' }]);
    return results;
  }

  private async fold(spec: EnvironmentSpec, raters: readonly string[]): Promise<RatingResults> {
    const name = nameOf(spec, raters);
    const standing = standingJudgements(await readJudging(await this.files(), name));
    const rated = standing.flatMap(({ person, verdict, afterLook }) =>
      verdict.type === 'rating' ? [{ person, marks: verdict.ratings, afterLook }] : [],
    );
    const means = markIntervals(rated, raters, createRandom(`judging ${name}`));
    return {
      raters: raters.map((rater): JudgedRater => {
        const marks = rated.flatMap((one) => one.marks[rater] ?? []);
        return { rater, mean: means.get(rater) ?? null, deviation: deviationOf(marks), marks: marks.length };
      }),
      judged: rated.length,
      skipped: standing.length - rated.length,
      afterLook: rated.filter(({ afterLook }) => afterLook).length,
    };
  }

  /** The same question always has the same ratings. */
  private async ask(spec: EnvironmentSpec, raters: readonly string[], id: string, signal: AbortSignal): Promise<Keyed> {
    const ground = await this.grounds.ground(spec, raters.includes('surrogate'), signal);
    const { people, items } = ground.catalogue;
    const random = createRandom(`judging ${nameOf(spec, raters)}`).fork(id);
    const [user, item] = [random.integer(people.length), random.integer(items.length)];
    const request = { person: people[user]!, item: items[item]!, history: [], timesBefore: 0, scale: ground.scale };
    const answers = new Map<string, string | null>();
    const teacher = spec.prompt.explain === true ? await this.grounds.rater(spec, signal) : ground.teacher;
    const asked = { surrogate: ground.surrogate?.rater ?? null, teacher };
    for (const rater of raters) answers.set(rater, await rate(rater, request, asked, random.fork(rater), signal));
    const blinded = blind(answers, random.fork('order'));
    const parts = blinded.texts.map((text) => text.split(EXPLAINED));
    const explanations = parts.map(([, ...words]) => (words.length === 0 ? null : words.join(EXPLAINED)));
    return { id, user, item, blinded, ratings: parts.map(([rating]) => Number(rating)), explanations };
  }
}

async function rate(
  name: string,
  request: RatingRequest,
  { teacher, surrogate }: { readonly teacher: Rater; readonly surrogate: Rater | null },
  random: ReturnType<typeof createRandom>,
  signal: AbortSignal,
): Promise<string | null> {
  const { min, max } = request.scale;
  if (name === RANDOM) return String(min + random.integer(max - min + 1));
  const rater = name === 'surrogate' ? surrogate : name === RULES_ID ? createRuleRater() : teacher;
  const reply = await rater?.rate(request, { random, signal });
  if (reply === undefined || reply.rating === null) return null;
  return typeof reply.explanation === 'string'
    ? `${reply.rating}${EXPLAINED}${reply.explanation}`
    : String(reply.rating);
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + square(value - mean), 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1));
}

/** Another environment, or other raters, is another judging. */
function nameOf(spec: EnvironmentSpec, raters: readonly string[]): string {
  const key = canonicalJson([asJson(spec), [...raters]]);
  return `ratings-${bytesToHex(sha256(utf8ToBytes(key))).slice(0, 24)}`;
}
