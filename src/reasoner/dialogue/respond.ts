/** @file What the rules answer in a conversation, in the format asked of a language model: plans, words, a verdict, a profile. */
import type { DialoguePurpose } from '../../core/language-model.ts';
import type { CatalogueOutline, CriticView, Facet, ProfileReading } from '../../core/dialogue.ts';
import type { ReplyView, SeekerView, Utterance } from '../../core/dialogue.ts';
import { undated } from '../../core/text/words.ts';
import { notesOn, planTurn } from './plan.ts';
import { ReadMessage } from './read.ts';
import type { Role } from './words.ts';
import { problemWords, spaced, foundWords, listed, listWords } from '../../trace/dialogue-words.ts';

/** What is said in reply: problems, what was not read, and what was found. */
function wordReply(view: ReplyView): string {
  const { plan, problems, itemNoun, noted } = view;
  const told = [...new Set(problems.map((problem) => problemWords(problem, itemNoun)))];
  const plain = spaced(noted.join('; ').replaceAll(/(?<=like )([a-z_]+):/gu, 'the $1'));
  const notes = plain === '' ? '' : `I noted: ${plain}. `;
  const left = notesOn(view.text, plan.marks ?? [], itemNoun);
  const body = {
    'ask-about-item': `${notes}${foundWords(view)}`,
    'tell-taste': `${notes}${left === '' ? `Shall I recommend a ${itemNoun}?` : left}`,
  }[plan.intent as 'tell-taste'];
  return [plan.reply, ...told, body ?? listWords(view)].filter((part) => part !== '').join(' ');
}

export function respond(purpose: DialoguePurpose): string {
  switch (purpose.type) {
    case 'dialogue-plan':
      return JSON.stringify(planTurn(purpose.view));
    case 'dialogue-step': {
      const { intent, steps, reply, marks } = planTurn(purpose.view);
      const next = purpose.done.some(({ failed }) => failed) ? undefined : steps[purpose.done.length];
      return JSON.stringify({ intent, step: next ?? null, reply, marks });
    }
    case 'dialogue-reply':
      return wordReply(purpose.view);
    case 'dialogue-critic':
      return verdictOn(purpose.view);
    case 'dialogue-seek':
      return seek(purpose.view);
    case 'dialogue-profile':
      return JSON.stringify(readProfile(purpose.utterances, purpose.catalogue));
  }
}

/** Questions back and honest failures are good answers. */
function verdictOn({ tracker, items, reply }: CriticView): string {
  const invalid = tracker.find(({ failed, output }) => failed && output.includes('needs {'));
  if (invalid !== undefined) return `No. The input of ${invalid.tool} was wrong: ${invalid.output}`;
  const missing = items.find(({ title }) => !reply.includes(undated(title)));
  return missing === undefined ? 'Yes' : `No. The reply does not name ${missing.title}.`;
}

/** Adds entries to one side, and takes them from it where the other side has them now. */
function moved(facet: Facet, add: Facet, remove: Facet): Facet {
  const of = (kind: keyof Facet): string[] => [
    ...new Set([...facet[kind].filter((one) => !remove[kind].includes(one)), ...add[kind]]),
  ];
  return { titles: of('titles'), values: of('values') };
}

/** What a person likes, dislikes and expects just now; later words count more than earlier ones. */
function readProfile(utterances: readonly Utterance[], catalogue: CatalogueOutline): ProfileReading {
  const nothing: Facet = { titles: [], values: [] };
  let [like, dislike, expect] = [nothing, nothing, nothing];
  for (const utterance of utterances) {
    const read = new ReadMessage({ ...utterance, catalogue });
    const of = (...roles: readonly Role[]): Facet => ({
      titles: read.of(...roles),
      values: read.tastes.filter(({ role }) => roles.includes(role)).map(({ value }) => value),
    });
    const [liked, refused] = [of('liked'), of('disliked', 'unlike')];
    [like, dislike] = [moved(like, liked, refused), moved(dislike, refused, liked)];
    const values = read.conditions.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`));
    const wanted = read.of('like');
    // Who asks for a fact is still looking for the same.
    if (read.facts === null && values.length + wanted.length > 0) expect = { titles: wanted, values };
  }
  return { like, dislike, expect };
}

/** A simulated person in fixed forms: what they liked, then, turn by turn, more of what they look for; never the target's title. */
const genresOf = ({ target }: SeekerView): readonly string[] =>
  (target.facts['genre'] ?? '').split(', ').filter((genre) => genre !== '');

function opening(view: SeekerView): string {
  const [genre] = genresOf(view);
  // A message that gave the target away, by a title that is much like it, is said with fewer titles.
  const liked = view.liked.slice(0, Math.max(0, 3 - view.leaks)).map((title) => `"${title}"`);
  const taste = liked.length === 0 ? '' : `I liked ${listed(liked, 'and')}. `;
  const kind = genre === undefined ? `a ${view.itemNoun}` : `a ${view.itemNoun} of the genre ${genre}`;
  return `${taste}Recommend me ${kind}.`;
}

function hint(view: SeekerView, turn: number): string {
  const genres = genresOf(view);
  const year = Number(view.target.facts['year'] ?? NaN);
  const decade = Number.isNaN(year) ? '' : `from the ${String(Math.floor(year / 10) * 10)}s`;
  if (turn === 1 && decade !== '') return `Not these. Something ${decade}.`;
  if (turn === 2 && genres[1] !== undefined) return `None of these. It should be ${genres[1]} too.`;
  const shown = view.turns.at(-1)?.items ?? [];
  const years = shown.flatMap((title) => Number(/\((\d{4})\)$/u.exec(title)?.[1] ?? 0) || []);
  if (turn === 3 && years.length > 0 && !Number.isNaN(year)) {
    if (years.every((one) => one < year)) return 'None of these, something newer.';
    if (years.every((one) => one > year)) return 'None of these, something older.';
  }
  return 'None of these, show me others.';
}

function seek(view: SeekerView): string {
  const turn = view.turns.length;
  return turn === 0 ? opening(view) : hint(view, turn);
}
