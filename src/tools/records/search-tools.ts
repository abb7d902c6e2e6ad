/**
 * @file The searcher's look-ups: `Search[query]` and `Lookup[title, term]` over any place to search in.
 */
import type { Json } from '../../core/json.ts';
import { BETWEEN_SENTENCES } from '../../core/text/sentences.ts';
import type { Tool } from '../../core/recommender.ts';
import type { SearchProvider, SearchResult } from '../search-tool.ts';

const LONGEST = 1000;

const textsOf = (args: Json, names: readonly string[]): readonly string[] | null => {
  const given = (args ?? {}) as { readonly [name: string]: Json };
  const texts = names.map((name) => given[name]);
  return texts.every((text) => typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST)
    ? (texts as string[])
    : null;
};

const parametersOf = (names: readonly string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: [...names],
  additionalProperties: false,
});

/** Facts and sentences of a text: what a look-up shows one of. */
const passagesOf = (text: string): readonly string[] =>
  text
    .split(/(?<!\s)\s+\|\s+|;\s+|\n+/u)
    .flatMap((part) => part.split(BETWEEN_SENTENCES))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '');

/**
 * The tools of a searcher over a provider. Where it has whole documents, each is read once, and a look-up of the same term shows its next
 * paragraph (MACRec's Wikipedia tool).
 */
export function searchTools(provider: SearchProvider): readonly Tool[] {
  const read = new Map<string, SearchResult>();
  const shown = new Map<string, number>();
  return [
    {
      name: 'Search',
      description: 'finds documents by words',
      parameters: parametersOf(['query']),
      async execute(args, { signal }) {
        const texts = textsOf(args, ['query']);
        if (texts === null) return misused('Search takes a text of 1 to 1000 characters.');
        return provider.search(texts[0] ?? '', signal);
      },
    },
    {
      name: 'Lookup',
      description: 'finds the passages with a term in the document of a title',
      parameters: parametersOf(['title', 'term']),
      async execute(args, { signal }) {
        const texts = textsOf(args, ['title', 'term']);
        if (texts === null) return misused('Lookup takes a title and a term.');
        const [title = '', term = ''] = texts;
        if (provider.document !== undefined) {
          const whole = read.get(title) ?? (await provider.document(title, signal));
          if (whole.failed) return whole;
          read.set(title, whole);
          const key = JSON.stringify([title, term.toLowerCase()]);
          const at = shown.get(key) ?? 0;
          shown.set(key, at + 1);
          return { ...whole, observation: paragraphAt(whole.observation, { title, term, at }) };
        }
        const result = await provider.search(title, signal);
        if (result.failed) return result;
        const passages = passagesOf(result.observation).filter((one) => one.toLowerCase().includes(term.toLowerCase()));
        const observation =
          passages.length === 0 ? `Nothing about "${term}" is said of ${title}.` : passages.slice(0, 3).join(' … ');
        return { ...result, observation };
      },
    },
  ];
}

function paragraphAt(
  text: string,
  { title, term, at }: { readonly title: string; readonly term: string; readonly at: number },
): string {
  const found = text.split('\n').filter((paragraph) => paragraph.toLowerCase().includes(term.toLowerCase()));
  if (found.length === 0) return `Nothing about "${term}" is said in ${title}.`;
  return found[at] === undefined
    ? `Nothing more about "${term}" is said in ${title}.`
    : `(Result ${at + 1} / ${found.length}) ${found[at]}`;
}

const misused = (observation: string) => ({ observation, detail: null, failed: true });
