/** @file A message as the rules read it: what is wished for, and what became of each of its words. Nothing is dropped in silence. */
import type { Condition, Mention, MessageMark, PlacedChip } from '../../core/dialogue.ts';
import { isTitleMeant, markOf, valuesMeant, noWishes, type Reading, type Wishes } from './wishes.ts';
import { orderNamed, spanWords, yearsIn, type Role } from './words.ts';
import * as words from './words.ts';

type Mark = Omit<MessageMark, 'start' | 'end'>;
interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Words of one part have the same. */
  mark: Mark | null;
}

const ASKED: Mark = { as: 'used', means: '' };
const IGNORED: Mark = { as: 'ignored', means: '' };
const WORDS = /[\p{L}\p{N}\p{M}\p{S}]+(?:['’&.,-][\p{L}\p{N}\p{M}\p{S}]+)*/gu;
const MOST_COUNTED = 20;
const spaced = (name: string): string => name.replaceAll('_', ' ');

class Reader {
  readonly wishes: Wishes = noWishes();
  private readonly view: Reading;
  private readonly words: readonly Word[];
  private role: Role = 'want';
  /** The words that said the role, until something takes it. */
  private said: readonly Word[] = [];
  /** The condition that a further value behind "or" joins. */
  private last: { readonly condition: Condition; readonly end: number } | null = null;

  constructor(view: Reading) {
    this.view = view;
    const found = [...view.text.matchAll(WORDS)];
    this.words = found.map(([text], at) => {
      const start = found[at]!.index;
      return { start, end: start + text.length, text: text.toLowerCase(), mark: null };
    });
  }

  /** Reads all of it. @returns what became of each word */
  read(): readonly MessageMark[] {
    const { text, chips = [] } = this.view;
    for (const placed of chips) this.chip(placed);
    this.asked();
    for (const [at, word] of this.words.entries()) {
      if (word.mark !== null) continue;
      const before = this.words[at - 1]?.end ?? 0;
      // What a role is said of ends with its sentence.
      if (/[.!?;\n]/u.test(text.slice(before, word.start))) this.settle('want', []);
      const rest = text.slice(word.start);
      const isRead =
        this.pointer(word, rest) ||
        this.title(word) ||
        this.change(word, rest) ||
        this.order(word, rest) ||
        this.years(word, rest) ||
        this.value(word) ||
        this.count(word, at) ||
        this.phrase(word, rest);
      const isSmall = words.ASKING.has(word.text) || words.GLUE.has(word.text);
      // "Not too scary, a comedy" refuses no comedy.
      if (!isRead && !isSmall) this.settle('want', []);
    }
    this.settle('want', []);
    return this.marks();
  }

  private mark(start: number, end: number, mark: Mark): void {
    for (const word of this.words) if (word.start < end && word.end > start) word.mark = mark;
  }

  /** Begins a role; words that said one of nothing are not read. */
  private settle(role: Role, said: readonly Word[]): void {
    for (const word of this.said) word.mark = null;
    this.role = role;
    this.said = said;
    for (const word of said) word.mark = ASKED;
  }

  private chip({ start, end, chip }: PlacedChip): void {
    const { titles, conditions } = this.wishes;
    if ('title' in chip) {
      titles.push({ role: chip.type, title: chip.title });
      this.mark(start, end, markOf(chip.type, chip.title, 'used'));
      return;
    }
    const [attribute, value] =
      chip.type === 'kind' ? [chip.attribute, chip.value] : ['year', `${String(chip.year)}-${String(chip.year + 9)}`];
    const at = conditions.findIndex((one) => one.attribute === attribute);
    const is = [...(conditions[at]?.is ?? []), value];
    conditions.splice(at < 0 ? conditions.length : at, 1, { attribute, is });
    this.mark(start, end, { as: 'used', means: `${spaced(attribute)} ${value}` });
  }

  /** What is said of the whole message: a question, a choice, a reset. */
  private asked(): void {
    const { text, catalogue, mentions, shown, it } = this.view;
    const { wishes } = this;
    const reset = words.RESET.exec(text);
    wishes.startsOver = reset !== null;
    if (reset !== null) this.mark(reset.index, reset.index + reset[0].length, { as: 'used', means: 'start over' });
    wishes.asksWhy = words.WHY.test(text);
    if (wishes.asksWhy) this.mark(0, this.words[0]!.end, { as: 'used', means: 'why these' });
    if (shown.length === 0 && it === null && mentions.every(({ titles }) => titles.length === 0)) return;
    const isEither =
      text.trim().endsWith('?') &&
      mentions.some((one) => one.titles.length > 0 && one.isGuess !== true && / or $/u.test(text.slice(0, one.start)));
    wishes.chooses = words.CHOOSES.test(text) || isEither;
    const known = new Set([...catalogue.attributes.map(({ name }) => name), 'year', 'rating']);
    const asked = wishes.chooses ? [] : words.QUESTIONS.filter(([pattern]) => pattern.test(text));
    const answers = asked.map(([, names]) => names.split(' ').find((name) => known.has(name)) ?? names.split(' ')[0]!);
    if (asked.length > 0) wishes.facts = answers.filter((name) => name !== 'all');
  }

  private get isQuestion(): boolean {
    return this.wishes.facts !== null || this.wishes.chooses;
  }

  /** The longest part that begins at a word and means something. */
  private mentioned({ start }: Word, what: 'titles' | 'values'): Mention | undefined {
    const all = this.view.mentions.filter((one) => one.start === start && one[what].length > 0);
    return all.toSorted((a, b) => b.end - a.end)[0];
  }

  private pointer({ start }: Word, rest: string): boolean {
    const found = words.POINTERS.exec(rest);
    const { shown, it } = this.view;
    if (found === null || (this.role === 'want' && !this.isQuestion && !this.wishes.asksWhy)) return false;
    const only = it ?? (shown.length === 1 ? shown[0] : undefined);
    const title = found[1] === undefined ? only : shown.at(words.PLACES.indexOf(found[1].toLowerCase()));
    if (title !== undefined) this.named(start, start + found[0].length, title, 'used');
    return title !== undefined;
  }

  private title(word: Word): boolean {
    const mention = this.mentioned(word, 'titles');
    if (mention === undefined || !isTitleMeant(mention, this.view, this.role, this.isQuestion)) return false;
    const isSure = mention.isGuess !== true && mention.titles.length === 1;
    const { text } = this.view;
    // All that stands in quotation marks is one title, with its other names and its year.
    const isQuoted = /["“](?:the |an? )?$/iu.test(text.slice(0, mention.start));
    const rest = isQuoted ? (/^[^"”\n]*/u.exec(text.slice(mention.end))?.[0].length ?? 0) : 0;
    this.named(mention.start, mention.end + rest, mention.titles[0]!, isSure ? 'used' : 'guessed');
    return true;
  }

  private named(start: number, end: number, title: string, as: MessageMark['as']): void {
    const role = this.role === 'not' ? 'unlike' : this.role;
    const year = Number(/\((\d{4})\)$/u.exec(title)?.[1] ?? NaN);
    const isDated = role === 'newer' || role === 'older';
    const isRead = role !== 'lost' && !(isDated && Number.isNaN(year));
    if (isRead && isDated)
      this.wishes.conditions.push({ attribute: 'year', [role === 'newer' ? 'after' : 'before']: year });
    else if (isRead) this.wishes.titles.push({ role, title });
    else for (const word of this.said) word.mark = IGNORED;
    this.mark(start, end, isRead ? markOf(role, title, as) : IGNORED);
    this.said = [];
  }

  private change({ start }: Word, rest: string): boolean {
    const said = this.view.shown.length === 0 ? undefined : words.CHANGES.find(([pattern]) => pattern.test(rest));
    const length = said?.[0].exec(rest)?.[0].length ?? 0;
    // "Newer than Heat" and "more like the first" name what they go by.
    if (said === undefined || /^ (?:than|like|recent) /iu.test(rest.slice(length)) || this.isQuestion) return false;
    this.settle('want', []);
    this.wishes.changes.push(said[1]);
    const means = said[1] === 'more' ? 'others than those' : `${said[1]} than those`;
    this.mark(start, start + length, { as: 'used', means });
    return true;
  }

  private order({ start }: Word, rest: string): boolean {
    const said = words.ORDERS.find(([pattern]) => pattern.test(rest));
    if (said === undefined || this.role === 'not' || this.wishes.facts !== null) return false;
    const [isVague, name] = [said[1].startsWith('~'), said[1].replace('~', '')];
    const order = orderNamed(name, this.view.catalogue);
    if (order === null) return false;
    if (!isVague || this.wishes.order === null) this.wishes.order = order;
    const plain = words.ORDER_WORDS[name] ?? spaced(name.replace('least ', 'lowest ').replace('most ', 'highest '));
    const end = start + said[0].exec(rest)![0].length;
    this.mark(start, end, { as: isVague ? 'guessed' : 'used', means: `${plain} first` });
    return true;
  }

  private years({ start }: Word, rest: string): boolean {
    const read = yearsIn(rest);
    if (read === null || this.view.catalogue.years === null) return false;
    const { length, ...bounds } = read;
    const isNot = this.role === 'not';
    const { from, to } = bounds;
    if (isNot && (from === undefined || to === undefined)) return false;
    const span = spanWords(from, to);
    this.wishes.conditions.push({ attribute: 'year', ...(isNot ? { not: [span] } : bounds) });
    this.mark(start, start + length, { as: 'used', means: `${isNot ? 'not ' : ''}year ${span}` });
    this.said = [];
    return true;
  }

  private value(word: Word): boolean {
    const mention = this.mentioned(word, 'values');
    const meant = mention === undefined || this.role === 'lost' ? null : valuesMeant(mention, this.view.text);
    if (mention === undefined || meant === null) return false;
    const { start, end } = mention;
    const { attribute, values, isSure } = meant;
    const { role } = this;
    const isNot = role === 'not' || role === 'unlike' || role === 'disliked';
    if (role === 'liked' || role === 'disliked')
      for (const value of values) this.wishes.tastes.push({ role, value: `${attribute}: ${value}` });
    else this.condition(attribute, isNot ? 'not' : 'is', values, start, end);
    const means = `${isNot ? 'not ' : ''}${spaced(attribute)} ${values.join(' or ')}`;
    this.mark(start, end, { as: isSure ? 'used' : 'guessed', means });
    this.said = [];
    return true;
  }

  /** Adds a condition; a value behind "or" or a comma joins the one before. */
  private condition(
    attribute: string,
    side: 'is' | 'not',
    values: readonly string[],
    start: number,
    end: number,
  ): void {
    const { conditions } = this.wishes;
    const { condition = null, end: from = start } = this.last ?? {};
    const isBehind = /^(?:, ?(?:or )?| or )(?:an? )?$/u.test(this.view.text.slice(from, start));
    const isJoined = isBehind && condition?.attribute === attribute && condition[side] !== undefined;
    if (isJoined) conditions.splice(conditions.indexOf(condition), 1);
    const joined = { attribute, [side]: [...((isJoined && condition[side]) || []), ...values] };
    conditions.push(joined);
    this.last = { condition: joined, end };
  }

  private count({ start, end, text }: Word, at: number): boolean {
    const number = words.COUNTS.indexOf(text) + 1 || (/^\d{1,3}$/u.test(text) ? Number(text) : 0);
    const [next, before] = [this.words[at + 1]?.text ?? '', this.words[at - 1]?.text ?? ''];
    const isOther = words.NO_COUNT[0].test(next) || words.NO_COUNT[1].test(before) || this.isQuestion;
    const isWord = text === 'one' && !/^(?:films?|movies?|books?|items?|more)$/u.test(next);
    if (number === 0 || isWord || isOther || this.wishes.count !== null) return false;
    const count = Math.min(MOST_COUNTED, number);
    this.wishes.count = count;
    this.mark(start, end, { as: number > MOST_COUNTED ? 'guessed' : 'used', means: `${String(count)} of them` });
    return true;
  }

  private phrase(word: Word, rest: string): boolean {
    const said = words.ROLES.find(([pattern]) => pattern.test(rest));
    if (said !== undefined) {
      const end = word.start + said[0].exec(rest)![0].length;
      this.settle(
        said[1],
        this.words.filter((one) => one.start >= word.start && one.end <= end && one.mark === null),
      );
    } else if ((this.isQuestion || this.wishes.asksWhy) && words.OF_QUESTIONS.test(word.text)) word.mark = ASKED;
    else return false;
    return true;
  }

  /** Words about the asking are used, small ones go with the word behind them, and all others are not read. */
  private marks(): readonly MessageMark[] {
    for (const [at, word] of [...this.words.entries()].reverse()) {
      const next = this.words[at + 1]?.mark?.as ?? 'used';
      const isUsed = words.GLUE.has(word.text) ? next !== 'ignored' : words.ASKING.has(word.text);
      word.mark ??= isUsed ? ASKED : IGNORED;
    }
    const marks: MessageMark[] = [];
    let part: Mark | null = null;
    for (const { start, end, mark } of this.words) {
      if (mark === part) marks.push({ ...marks.pop()!, end });
      else marks.push({ start, end, ...mark! });
      part = mark;
    }
    return marks;
  }
}

export function readMessage(view: Reading): Wishes & { readonly marks: readonly MessageMark[] } {
  const reader = new Reader(view);
  const marks = reader.read();
  return { ...reader.wishes, marks };
}
