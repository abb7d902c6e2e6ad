/**
 * @file The notation of the grammar. A rule is written as the words that it takes: `(more|others)? like {seeds:<titles>}`. Words stand for
 * themselves, `( | )`, `?`, `*`, `{1,3}` and lookarounds mean what they do in regular expressions, `<name>` is a class of tokens or
 * of other rules, and `{name:…}` keeps what stands there. It is compiled to one regular expression over tokens, each ended by a space.
 */

/** Classes of tokens: what the linker found, and any word that it did not. */
const TOKENS: Readonly<Record<string, string>> = {
  title: 'T\\d+ ',
  value: 'V\\d+ ',
  number: 'N\\d+ ',
  year: 'Y\\d+ ',
  decade: 'D\\d+ ',
  word: "[\\p{Ll}\\p{M}\\p{Lo}'][^ ]* ",
  taken: '_ ',
  stop: '[.,;:!?] ',
};

const PIECE = /\(\?<?[=!]|\{\d*,?\d*\}|\{\w+:|<\w+>|[(){}|?*+^$]|[^\s(){}|?*+<>^$]+/gu;
const QUANTIFIER = /^\{\d*,?\d*\}$/u;

/** Compiles rules; `classes` are names for parts that several rules share. */
export function grammarOf(classes: Readonly<Record<string, string>>): (source: string) => RegExp {
  const inner = (source: string): string =>
    [...source.matchAll(PIECE)]
      .map(([piece]) => {
        if (QUANTIFIER.test(piece) || /^(?:[)|?*+^$]|\(\?.*)$/u.test(piece)) return piece;
        if (piece === '(') return '(?:';
        if (piece === '}') return ')';
        if (piece.startsWith('{')) return `(?<${piece.slice(1, -1)}>`;
        if (!piece.startsWith('<')) return `(?:${piece.replaceAll(/[.*+?^${}()|[\]\\$]/gu, '\\$&')} )`;
        const name = piece.slice(1, -1);
        const own = classes[name];
        return own === undefined ? `(?:${TOKENS[name] ?? '(?!)'})` : `(?:${inner(own)})`;
      })
      .join('');
  return (source) => new RegExp(`(?<![^ ])(?:${inner(source)})`, 'u');
}
