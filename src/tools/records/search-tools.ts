/**
 * @file The searcher's look-ups: `Search[query]` and `Lookup[title, term]` over any place to search in.
 */
import type { Json } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { SearchProvider } from '../search-tool.ts';

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
    .split(/(?<=[.!?])\s+|(?<!\s)\s+\|\s+|;\s+|\n+/u)
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '');

/** The tools of a searcher over a provider. */
export function searchTools(provider: SearchProvider): readonly Tool[] {
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

const misused = (observation: string) => ({ observation, detail: null, failed: true });
