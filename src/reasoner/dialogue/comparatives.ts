/** @file The segment *newer*, *shorter*: what is compared with the items shown before, or with those that something should be like. */
import type { Anchor } from './draft.ts';
import type { Sentence } from './sentence.ts';
import { framed } from './vocabulary.ts';

/** An attribute, and on which side of the others' it has to be. */
export type Compared = Pick<Anchor, 'attribute' | 'relation'>;

/** Comparatives by what they compare. */
export const COMPARATIVES = `
  year after := newer|(more) (recent|recently|modern|contemporary|current)|less old|(?<!not )too (old|old fashioned|dated|ancient)|later
  year before := older|earlier|less (recent|modern|new)|more (classic|vintage)|not (so|that|as) (new|recent|modern)|(?<!not )too (new|recent|modern)
  running_time before := shorter|(?<!(not|nothing|never) )too long|less long
  running_time after := longer|(?<!(not|nothing|never) )too short
  price before := cheaper|less (expensive|pricey)|(bit|way|far)? too (expensive|pricey|dear|much money)|not (so|that|as) (expensive|pricey)
  price after := pricier|more expensive|fancier|too cheap
  rating after := better (rated|rating|ratings|reviewed)?|higher (rated|rating|ratings)
  ratings before := less (known|popular|famous|mainstream)|more (obscure|niche)
  ratings after := more (popular|famous|mainstream)|better known
`;
const HERE = framed(
  COMPARATIVES,
  '(a bit|bit|much|way|little|even|slightly)* ($1) (than (that|those|these|it|them|this))? (?!than|known|quality)',
);

/** What a message compares, taken from it. */
export const readComparatives = (sentence: Sentence): readonly Compared[] =>
  HERE.flatMap(([name, pattern]): readonly Compared[] => {
    const [attribute = '', relation = 'after'] = name.split(' ');
    return sentence.take(pattern) === null ? [] : [{ attribute, relation: relation as Compared['relation'] }];
  });
