/** @file Names, jobs, hobbies and tastes that people are made of. Written for the lab; the probabilities of tastes are SUBER's. */
import type { RatedItem } from '../../core/rater.ts';
import { genreName } from '../../core/simulation.ts';

export interface CatalogueGenre {
  readonly name: string;
  /** How often it is drawn, beside the others; of films all are drawn alike. */
  readonly weight: number;
}

/** A genre of fewer items than one in as many is nobody's taste: nothing could be recommended for it. */
const RARE = 50;

/**
 * The genres of a catalogue in the order of the alphabet, each weighed by the square root of how many items have it, so that the
 * commonest is not everybody's only taste. Empty if no item has a genre.
 */
export function catalogueGenres(items: readonly Pick<RatedItem, 'genres'>[]): readonly CatalogueGenre[] {
  const counts = new Map<string, number>();
  for (const { genres } of items)
    for (const genre of new Set(genres.map(genreName))) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count * RARE >= items.length);
  return common.map(([name, count]) => ({ name, weight: Math.sqrt(count) })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const words = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

/** First names, by gender. */
export const NAMES: Readonly<Record<'F' | 'M', readonly string[]>> = {
  F: words(
    'Ada, Alma, Amina, Beatriz, Carmen, Chloe, Daria, Edith, Elena, Esther, Farah, Freya, Grace, Hana, Helen, Ines, Irene, Jade, Joan, Kaya, Laila, Leonie, Lucia, Mabel, Maria, Mei, Mila, Nadia, Naomi, Nora, Olga, Paula, Priya, Rosa, Ruth, Sara, Selma, Tara, Vera, Yuna, Zoe',
  ),
  M: words(
    'Aaron, Abel, Adrian, Amir, Anton, Boris, Caleb, Carlos, Daniel, Diego, Edgar, Emil, Felix, Gabriel, Hassan, Henrik, Hugo, Ian, Ivan, Jonas, Jorge, Kai, Karim, Leon, Louis, Marcus, Mateo, Milo, Nathan, Noah, Oscar, Otto, Pablo, Ravi, Samuel, Sven, Tomas, Victor, Walter, Yusuf, Zane',
  ),
};

export const JOBS = words(
  'accountant, actor, architect, archivist, baker, barber, biologist, bookkeeper, bricklayer, bus driver, butcher, carpenter, cartographer, chef, chemist, civil engineer, court reporter, curator, dairy farmer, data analyst, dentist, detective, dietician, doctor, dressmaker, economist, electrician, firefighter, flight attendant, florist, forensic scientist, gardener, geologist, graphic designer, hairdresser, historian, hotel manager, interpreter, janitor, journalist, judge, lawyer, librarian, lifeguard, linguist, locksmith, mechanic, meteorologist, musician, nurse, optician, paramedic, pharmacist, photographer, pilot, plumber, police officer, postal worker, psychologist, receptionist, sales representative, security guard, social worker, software developer, sound engineer, statistician, surveyor, tailor, teacher, tour guide, translator, truck driver, veterinarian, video editor, waiter, welder, yoga instructor, zookeeper',
);

export const HOBBIES = words(
  'amateur astronomy, archery, baking, beekeeping, birdwatching, board games, calligraphy, camping, canoeing, ceramics, chess, choir singing, climbing, coin collecting, cooking, crocheting, cycling, dancing, embroidery, fishing, fossil hunting, gardening, genealogy, geocaching, hiking, horse riding, jewellery making, jogging, juggling, kite flying, knitting, language learning, magic tricks, metal detecting, model railways, mountain biking, mushroom picking, origami, painting watercolours, photography, playing the guitar, playing the piano, pottery, quilting, record collecting, rowing, sailing, skating, stamp collecting, surfing, swimming, table tennis, volunteering, weightlifting, whittling, wine tasting, woodworking, writing poems, yoga',
);

export const CHILDRENS_HOBBIES = words(
  'acting, basketball, board games, building with bricks, card games, collecting stickers, dancing, drawing, football, gardening, magic tricks, origami, playing drums, playing the flute, playing the piano, playing the violin, puppetry, reading, science experiments, singing, skateboarding, swimming, tennis, volleyball, writing stories',
);

/** The probability that a genre of films is liked; it is disliked otherwise. Morning Consult 2018, as SUBER uses it: what people like when no catalogue is known. */
export const FILM_TASTES: Readonly<Record<string, number>> = {
  comedy: 0.9,
  adventure: 0.9,
  action: 0.88,
  thriller: 0.84,
  drama: 0.84,
  crime: 0.82,
  documentary: 0.77,
  animation: 0.7,
  fantasy: 0.7,
  'science fiction': 0.69,
  romance: 0.67,
  horror: 0.52,
};

/** The same for genres that catalogues have and that survey does not ask about. Set by hand. */
export const OTHER_FILM_TASTES: Readonly<Record<string, number>> = {
  family: 0.66,
  history: 0.66,
  music: 0.5,
  musical: 0.5,
  mystery: 0.8,
  war: 0.6,
  western: 0.48,
};

/** How often each category of books is somebody's, in parts: the square root of how many books are in it, so that fiction is not everybody's only taste. */
export const BOOK_CATEGORIES: Readonly<Record<string, number>> = {
  fiction: 106,
  religion: 55,
  'juvenile fiction': 54,
  history: 52,
  biography: 51,
  business: 44,
  economics: 44,
  computers: 42,
  cooking: 32,
  'social science': 31,
  'juvenile nonfiction': 31,
  health: 30,
  sports: 30,
  'self-help': 27,
  science: 26,
  music: 26,
  education: 25,
  psychology: 25,
  philosophy: 23,
  'political science': 23,
  travel: 23,
  art: 23,
  medical: 22,
  comics: 21,
  nature: 21,
  humor: 19,
  'literary criticism': 19,
  poetry: 18,
  'young adult fiction': 18,
  drama: 16,
  photography: 16,
  'true crime': 15,
  architecture: 15,
  law: 14,
  gardening: 13,
};
