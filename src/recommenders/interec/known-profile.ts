/** @file A profile in the catalogue's own words: titles and values as it writes them, and apart what it does not have. */
import type { Facet, ProfileReading } from '../../core/dialogue.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

/** Of every item, though no attribute. */
const BUILT_IN: readonly string[] = ['year', 'rating', 'ratings', 'popularity', 'title'];
/** What no attribute says, as the person said it: planners read it. */
const WISH = 'wish';
/** Longer ones are texts, which no index holds. */
const LONGEST_VALUE = 60;

interface Known {
  readonly facet: Facet;
  readonly unknown: readonly string[];
}

/** What a person said, as the catalogue writes it; what it lacks is told by `unknown`, and what is in doubt is left out. */
export function knownProfile(read: ProfileReading, catalogue: Catalogue): ProfileReading {
  const [like, dislike, expect] = [read.like, read.dislike, read.expect].map((facet) =>
    knownFacet(facet, catalogue),
  ) as [Known, Known, Known];
  const unknown = [...new Set([like, dislike, expect].flatMap((one) => one.unknown))];
  return {
    ...read,
    like: like.facet,
    dislike: dislike.facet,
    expect: expect.facet,
    ...(unknown.length > 0 && { unknown }),
  };
}

function knownFacet({ titles, values }: Facet, catalogue: Catalogue): Known {
  const unknown: string[] = [];
  const named = titles.flatMap((text) => {
    const match = catalogue.titles.match(text);
    if (match.type === 'unknown') unknown.push(text);
    return match.type === 'found' ? [match.item.title] : [];
  });
  const valued = values.flatMap((text) => {
    const known = knownValues(text, catalogue);
    if (known === null) unknown.push(text);
    return known ?? [];
  });
  return { facet: { titles: [...new Set(named)], values: [...new Set(valued)] }, unknown };
}

/** `genre: sci-fi` as `genre: Sci-Fi`; nothing for the bare name of an attribute, which says nothing of it; null for what there is not. */
function knownValues(text: string, { values }: Catalogue): readonly string[] | null {
  const [, name, written] = /^([^:]+):\s*(.+)$/u.exec(text) ?? [];
  if (name === undefined || written === undefined) {
    if (values.attribute(text) !== null || BUILT_IN.includes(text)) return [];
    const spans = values.spans(text).filter(({ start, end }) => start === 0 && end === text.length);
    const [only, ...others] = spans.flatMap((span) => span.values);
    return only === undefined ? null : others.length === 0 ? [`${only.attribute}: ${only.value}`] : [text];
  }
  const attribute = values.attribute(name);
  const builtIn = BUILT_IN.find((one) => one === name.trim().toLowerCase());
  if (builtIn !== undefined) return [`${builtIn}: ${written}`];
  if (attribute === null) return name.trim().toLowerCase() === WISH ? [`${WISH}: ${written}`] : null;
  if (attribute.isNumber) return [`${attribute.name}: ${written}`];
  const [, not = '', wanted = ''] = /^((?:not|no)\s+)?(.*)$/isu.exec(written) ?? [];
  if (wanted.length > LONGEST_VALUE || /date|_id$/u.test(attribute.name)) return [text];
  const matches = [wanted, ...wanted.split(/,\s{0,4}|\s{1,4}(?:and|or)\s{1,4}/u)].map((part) =>
    values.match(attribute.name, part),
  );
  const [whole = [], ...parts] = matches;
  const found = whole.length > 0 ? whole : parts.every((part) => part.length > 0) ? parts.flat() : [];
  if (found.length === 0) return null;
  // A surname that several have is kept as it was said.
  return whole.length > 1 ? [text] : found.map((value) => `${attribute.name}: ${not === '' ? '' : 'not '}${value}`);
}
