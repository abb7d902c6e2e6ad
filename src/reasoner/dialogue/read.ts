/** @file A message as the rules read it: what is wished for, and what became of each of its words. Nothing is dropped in silence. */
import type { Condition, DialogueView, MessageMark, Order, Utterance } from '../../core/dialogue.ts';
import { spaced } from '../../trace/dialogue-words.ts';
import { boundsIn, countIn, isSmall, orderNamed, type Change, type Role } from './words.ts';
import * as words from './words.ts';

/** What was said, with the titles of the last list. */
type Reading = Utterance & Pick<DialogueView, 'catalogue'>;

type Mention = Utterance['mentions'][number];
type Mark = Omit<MessageMark, 'start' | 'end'>;
interface Word extends Pick<MessageMark, 'start' | 'end'> {
  readonly text: string;
  /** Words of one part have the same. */
  mark: Mark | null;
}

const ASKED: Mark = { as: 'used', means: '' };
const IGNORED: Mark = { as: 'ignored', means: '' };
const BETTER: Mark = { as: 'guessed', means: 'nearer to what you like, or else rated by more people' };
const WORDS = /[\p{L}\p{N}\p{M}\p{S}]+(?:['’&.,-][\p{L}\p{N}\p{M}\p{S}]+)*/gu;
const MAKER = /^(?:director|author|writer|artist|brand|creator)$/u;
/** Attributes whose values a message may name; of those that are called alike the first counts. */
const NAMED = [/^(?:genre|category|main_category)$/u, MAKER, /^tag$/u];

export class ReadMessage {
  readonly conditions: Condition[] = [];
  readonly titles: { readonly role: Role; readonly title: string }[] = [];
  /** Liked and disliked values, such as `genre: Comedy`. */
  readonly tastes: { readonly role: Role; readonly value: string }[] = [];
  readonly changes: Change[] = [];
  readonly marks: readonly MessageMark[];
  count: number | null = null;
  order: Order | null = null;
  /** Attributes that a question asks for, empty for all; null where nothing is asked. */
  readonly facts: readonly string[] | null;
  readonly chooses: boolean;
  private readonly isQuestion: boolean;
  private readonly view: Reading;
  private readonly words: readonly Word[];
  private readonly known: ReadonlySet<string>;
  private role: Role = 'want';
  /** The words that said the role, until something takes it. */
  private said: readonly Word[] = [];
  /** The condition that a further value behind "or" joins. */
  private last: { readonly condition: Condition; readonly end: number } | null = null;

  constructor(view: Reading) {
    const { text, catalogue, mentions, shown } = view;
    this.view = view;
    this.words = [...text.matchAll(WORDS)].map(({ index, 0: word }) => {
      return { start: index, end: index + word.length, text: word.toLowerCase(), mark: null };
    });
    for (const { index } of text.matchAll(words.POLITE)) this.mark(index, index + 'like'.length, ASKED);
    const isOfItems = shown.length > 0 || mentions.some(({ titles }) => titles.length > 0);
    this.chooses = isOfItems && words.CHOOSES.test(text);
    const asked = isOfItems && !this.chooses ? words.QUESTIONS.filter(([pattern]) => pattern.test(text)) : [];
    const years = catalogue.years === null ? [] : ['year'];
    this.known = new Set([...catalogue.attributes.map(({ name }) => name), ...years, 'rating']);
    const answers = asked.map(([, all]) => all.split(' ').find((one) => this.known.has(one)) ?? all.split(' ')[0]!);
    this.facts = asked.length === 0 ? null : answers.filter((name) => name !== 'all');
    this.isQuestion = this.facts !== null || this.chooses;
    for (const at of this.words.keys()) this.word(at);
    this.settle('want', []);
    this.marks = this.parts();
  }

  /** The titles of some roles, each once. */
  of(...roles: readonly Role[]): readonly string[] {
    return [...new Set(this.titles.filter(({ role }) => roles.includes(role)).map(({ title }) => title))];
  }

  private word(at: number): void {
    const word = this.words[at]!;
    if (word.mark !== null) return;
    const { text } = this.view;
    const between = text.slice(this.words[at - 1]?.end ?? 0, word.start);
    // What a role is said of ends with its sentence, and what is lost with its clause.
    if (/[.!?;\n]/u.test(between) || (this.role === 'lost' && between.includes(','))) this.settle('want', []);
    if (this.role === 'lost') return void (word.mark = IGNORED);
    const rest = text.slice(word.start);
    const isRead =
      this.title(word) ||
      this.change(word, rest) ||
      this.ordered(word, rest) ||
      this.bounds(word, rest) ||
      this.value(word) ||
      this.counted(word, at) ||
      this.phrase(word, rest);
    // "Not too scary, a comedy" refuses no comedy.
    if (!isRead && !isSmall(word.text)) this.settle('want', []);
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

  /** The longest part that begins at a word and means something: it comes first. */
  private mentioned({ start }: Word, what: 'titles' | 'values'): Mention | undefined {
    return this.view.mentions.find((one) => one.start === start && one[what].length > 0);
  }

  private title(word: Word): boolean {
    const mention = this.mentioned(word, 'titles');
    if (mention === undefined) return false;
    const [before, behind] = [this.view.text.slice(0, mention.start), this.view.text.slice(mention.end)];
    // All that stands in quotation marks is one title, with its other names and its year.
    const quoted = /["“](?:the |an? )?$/iu.test(before) ? behind.search(/["”]/u) : -1;
    if (quoted < 0 && !this.isTitleMeant(mention, before, behind)) return false;
    const as = mention.isGuess !== true && mention.titles.length === 1 ? 'used' : 'guessed';
    const role = this.role === 'not' ? 'unlike' : this.role;
    this.named(mention.start, mention.end + Math.max(0, quoted), { role, title: mention.titles[0]! }, as);
    this.said = [];
    return true;
  }

  /** Without quotation marks a title is meant behind a phrase, with capitals, or of several words. */
  private isTitleMeant({ start, end, isGuess = false }: Mention, before: string, behind: string): boolean {
    const all = this.view.text.slice(start, end).split(/\s+/u);
    const isName = all.every((one) => /^[\p{Lu}\d]/u.test(one) || words.GLUE.includes(one.toLowerCase()));
    const isFirst = /(?:^|[.!?]\s)\W*$/u.test(before);
    if (all.every(isSmall) && (!isName || isFirst)) return false;
    const isBehind = this.role !== 'want' && this.role !== 'not';
    const value = this.view.mentions.find((one) => one.start === start && one.end >= end && one.values.length > 0);
    const isValue = words.MOOD.test(all.at(-1)!) || value?.values.some(({ isPart }) => !isPart) === true;
    if (isValue && (!isBehind || isGuess)) return false;
    if (isGuess) return isBehind || (isName && !isFirst && (all.length > 1 || this.isQuestion));
    const isAlone = /^(?:\W*$|,| or )/u.test(behind);
    return isBehind || this.isQuestion || (isName && (!isFirst || isAlone || all.length > 1)) || all.length > 2;
  }

  private named(start: number, end: number, named: { role: Role; title: string }, as: MessageMark['as']): void {
    const { role, title } = named;
    this.titles.push(named);
    const means = `${role === 'want' ? 'the title' : role} ${title}`;
    this.mark(start, end, { as, means, ...(role === 'seen' && { seen: title }) });
  }

  private change({ start }: Word, rest: string): boolean {
    const isAsked = this.view.shown.length === 0 || this.isQuestion;
    const said = isAsked ? undefined : words.CHANGES.find(([pattern]) => pattern.test(rest));
    if (said === undefined) return false;
    this.settle('want', []);
    if (said[1] !== 'same') this.changes.push(said[1]);
    const means = { same: 'the last list', more: 'others than those' }[said[1] as 'same'] ?? `${said[1]} than those`;
    this.mark(start, start + said[0].exec(rest)![0].length, { as: 'used', means });
    return true;
  }

  private ordered({ start }: Word, rest: string): boolean {
    const said = words.ORDERS.find(([pattern]) => pattern.test(rest));
    const order = said === undefined || this.role === 'not' ? null : orderNamed(said[1], this.view.catalogue);
    if (said === undefined || order === null || this.facts !== null) return false;
    this.order = order;
    const [written] = said[0].exec(rest)!;
    this.mark(start, start + written.length, { as: 'used', means: `${written.replace(/^the | first$/giu, '')} first` });
    return true;
  }

  private bounds({ start }: Word, rest: string): boolean {
    const { length, attribute = 'year', ...bounds } = boundsIn(rest);
    const { from = '', to = '' } = bounds;
    const [isNot, isOpen] = [this.role === 'not', from === '' || to === ''];
    if (length === 0 || !this.known.has(attribute) || (isNot && isOpen)) return false;
    const span = isOpen ? rest.slice(0, length) : [...new Set([from, to])].join('-');
    this.conditions.push({ attribute, ...(isNot ? { not: [span] } : bounds) });
    this.mark(start, start + length, { as: 'used', means: `${isNot ? 'not ' : ''}${spaced(attribute)} ${span}` });
    this.said = [];
    return true;
  }

  private value(word: Word): boolean {
    const mention = this.mentioned(word, 'values');
    const all = mention?.values ?? [];
    const best = NAMED.flatMap((names) => all.find(({ attribute }) => names.test(attribute)) ?? [])[0];
    if (mention === undefined || best === undefined) return false;
    const { start, end } = mention;
    const written = this.view.text.slice(start, end);
    // "King" is a name, and "king" a word.
    const isMood = words.MOOD.test(written);
    const isWord = best.isPart && MAKER.test(best.attribute) && !/^\p{Lu}/u.test(written);
    if (isWord || (isMood && this.role === 'not') || words.ASKING.includes(written.toLowerCase())) return false;
    const [{ attribute }, { role }] = [best, this];
    const values = all.filter((one) => one.attribute === attribute).map(({ value }) => value);
    const isSure = mention.isGuess !== true && !isMood && attribute !== 'tag' && (!best.isPart || values.length === 1);
    const isNot = role === 'not' || role === 'unlike' || role === 'disliked';
    const isBehind = /^(?:, ?(?:or )?| or )(?:an? )?$/u.test(this.view.text.slice(this.last?.end ?? start, start));
    const other = isBehind ? this.last?.condition : undefined;
    if (role === 'liked' || role === 'disliked')
      for (const value of values) this.tastes.push({ role, value: `${attribute}: ${value}` });
    else this.last = { condition: this.condition(attribute, isNot ? 'not' : 'is', values, other), end };
    const means = `${isNot ? 'not ' : ''}${spaced(attribute)} ${values.join(' or ')}`;
    this.mark(start, end, { as: isSure ? 'used' : 'guessed', means });
    this.said = [];
    return true;
  }

  /** Adds a condition, or joins the values to another one of the same attribute and side. */
  private condition(attribute: string, side: 'is' | 'not', values: readonly string[], other?: Condition): Condition {
    const isJoined = other?.attribute === attribute && other[side] !== undefined;
    const condition = { attribute, [side]: [...((isJoined && other[side]) || []), ...values] };
    if (isJoined) this.conditions.splice(this.conditions.indexOf(other), 1);
    this.conditions.push(condition);
    return condition;
  }

  private counted({ start, end, text }: Word, at: number): boolean {
    const number = countIn(text, this.words[at - 1]?.text ?? '', this.words[at + 1]?.text ?? '');
    if (number === null || this.isQuestion || this.count !== null) return false;
    this.count = number;
    this.mark(start, end, { as: 'used', means: `${String(number)} of them` });
    return true;
  }

  private phrase(word: Word, rest: string): boolean {
    const said = this.chooses ? undefined : words.ROLES.find(([pattern]) => pattern.test(rest));
    if (said !== undefined) {
      const end = word.start + said[0].exec(rest)![0].length;
      const own = this.words.filter((one) => one.start >= word.start && one.end <= end && one.mark === null);
      this.settle(said[1], own);
    } else if (this.isQuestion && words.OF_QUESTIONS.test(word.text))
      word.mark = word.text === 'better' ? BETTER : ASKED;
    else return false;
    return true;
  }

  /** Words about the asking are used, small ones go with the word behind them, and all others are not read. */
  private parts(): readonly MessageMark[] {
    for (const [at, word] of [...this.words.entries()].reverse()) {
      const next = this.words[at + 1]?.mark?.as ?? 'used';
      const isUsed = words.GLUE.includes(word.text) ? next !== 'ignored' : words.ASKING.includes(word.text);
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
