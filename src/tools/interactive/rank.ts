/**
 * @file Ranking (Huang and others 2023, section 3.1): by popularity, by similarity to items, or by preference, with preferred and
 * unwanted items. As in the public code, naming preferred items asks for the preference scheme, and neither they nor unwanted ones stay.
 */
import { RANK_SCHEMES, type RankScheme } from '../../core/dialogue.ts';
import type { ItemId } from '../../core/dataset.ts';
import { z } from '../schema.ts';
import { invalidInput, resolveTitles, resultOf, type DialogueTool, type ToolSurroundings } from './catalogue.ts';
import { meanCosines } from './similar.ts';

const titles = z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(100));
const INPUT = z.strictObject({
  scheme: z.enum(RANK_SCHEMES),
  prefer: z.exactOptional(titles),
  unwanted: z.exactOptional(titles),
});

/** The score of each candidate; only the order counts. */
function scoresOf(
  scheme: RankScheme,
  prefer: readonly ItemId[],
  unwanted: readonly ItemId[],
  surroundings: ToolSurroundings,
): (id: ItemId) => number {
  const { bus, catalogue } = surroundings;
  if (scheme === 'popularity') return catalogue.known;
  if (scheme === 'similarity') {
    const cosines = meanCosines(prefer, surroundings);
    return (id) => cosines.get(id) ?? -1;
  }
  const liked = catalogue.preference.scores(prefer, bus.items);
  const disliked = unwanted.length === 0 ? null : catalogue.preference.scores(unwanted, bus.items);
  const scores = new Map(bus.items.map((id, at) => [id, (liked[at] ?? 0) - (disliked?.[at] ?? 0)]));
  return (id) => scores.get(id) ?? 0;
}

/** The tool. */
export const rankTool: DialogueTool = {
  name: 'rank',
  description:
    'Orders the candidates, best first. Input {"scheme": "popularity"}, {"scheme": "similarity", "prefer": […titles]} or {"scheme": "preference", "prefer": […titles], "unwanted": […titles]}.',
  parameters: {
    type: 'object',
    properties: {
      scheme: { enum: [...RANK_SCHEMES] },
      prefer: { type: 'array', items: { type: 'string' } },
      unwanted: { type: 'array', items: { type: 'string' } },
    },
    required: ['scheme'],
  },
  use(input, surroundings) {
    const parsed = INPUT.safeParse(input);
    if (!parsed.success) return invalidInput(`rank needs {"scheme": one of ${RANK_SCHEMES.join(', ')}, …}.`);
    const { catalogue, bus } = surroundings;
    const prefer = resolveTitles(catalogue.titles, parsed.data.prefer ?? []);
    const unwanted = resolveTitles(catalogue.titles, parsed.data.unwanted ?? []);
    const problems = [...prefer.problems, ...unwanted.problems];
    const [preferred, avoided] = [prefer.items, unwanted.items].map((items) => items.map(({ id }) => id)) as [
      ItemId[],
      ItemId[],
    ];
    const nothing = preferred.length + avoided.length === 0;
    const asked = parsed.data.scheme === 'popularity' && preferred.length > 0 ? 'preference' : parsed.data.scheme;
    const scheme = nothing ? 'popularity' : asked;
    const score = scoresOf(scheme, preferred, avoided, surroundings);
    const masked = new Set([...preferred, ...avoided]);
    const items = bus.items
      .filter((id) => !masked.has(id))
      .map((id) => ({ id, score: score(id) }))
      .sort((a, b) => b.score - a.score || catalogue.known(b.id) - catalogue.known(a.id) || a.id - b.id);
    const by = {
      popularity: 'how many people rated them',
      similarity: catalogue.retrieval.embedding.title,
      preference: catalogue.preference.title,
    };
    const top = items.slice(0, 20).map(({ id, score: own }) => ({ id, score: Number(own.toFixed(4)) }));
    const because =
      nothing && parsed.data.scheme !== 'popularity' ? ', since no liked or unwanted items are known' : '';
    return resultOf({
      observation: `${String(items.length)} candidates in order by ${by[scheme]}${because}.`,
      detail: { scheme, prefer: preferred, unwanted: avoided, top },
      problems,
      failed: items.length === 0,
      kept: { items: items.map(({ id }) => id), ordered: true },
    });
  },
};
