/**
 * @file The lab's own small shelf of books, for environments and the raters’ test without a download. Titles, authors and years are
 * facts; the one-line descriptions were written for the lab, and the averages set by hand to be typical: they are nobody's count.
 */
import type { RatedItem } from '../core/rater.ts';

/** title | authors | categories | year | average | description; a line of # begins a series. */
const SHELF = `
# Earthsea
A Wizard of Earthsea | Ursula K. Le Guin | Fiction; Fantasy | 1968 | 4.0 | A goatherd on Gont learns the true names of things, and looses a shadow that hunts him across Earthsea.
The Tombs of Atuan | Ursula K. Le Guin | Fiction; Fantasy | 1970 | 4.1 | A priestess finds the wizard Ged in the labyrinth below her temple.
The Farthest Shore | Ursula K. Le Guin | Fiction; Fantasy | 1972 | 4.1 | Magic drains from Earthsea, and Ged sails west with a young prince to find out why.
# The Lord of the Rings
The Fellowship of the Ring | J.R.R. Tolkien | Fiction; Fantasy | 1954 | 4.4 | Frodo leaves the Shire with a ring that must not be used.
The Two Towers | J.R.R. Tolkien | Fiction; Fantasy | 1954 | 4.4 | The company is broken; Frodo and Sam go on towards Mordor with Gollum as a guide.
The Return of the King | J.R.R. Tolkien | Fiction; Fantasy | 1955 | 4.5 | War comes to Gondor while Frodo nears the fire in Mordor.
# Harry Potter
Harry Potter and the Philosopher's Stone | J.K. Rowling | Juvenile Fiction; Fantasy | 1997 | 4.5 | An orphan learns that he is a wizard and goes to Hogwarts.
Harry Potter and the Chamber of Secrets | J.K. Rowling | Juvenile Fiction; Fantasy | 1998 | 4.4 | Somebody has opened a chamber below Hogwarts.
Harry Potter and the Prisoner of Azkaban | J.K. Rowling | Juvenile Fiction; Fantasy | 1999 | 4.5 | A prisoner has escaped, and Harry is told that he is looked for.
# Foundation
Foundation | Isaac Asimov | Fiction; Science fiction | 1951 | 4.2 | A mathematician foretells the fall of the Galactic Empire and plans to shorten the dark age.
Foundation and Empire | Isaac Asimov | Fiction; Science fiction | 1952 | 4.2 | The Foundation meets the Empire's last general, and somebody whom Seldon did not foresee.
Second Foundation | Isaac Asimov | Fiction; Science fiction | 1953 | 4.3 | Two powers look for the hidden half of Seldon's plan.
# Dune
Dune | Frank Herbert | Fiction; Science fiction | 1965 | 4.2 | Paul Atreides comes to Arrakis, the desert planet that has the spice.
Dune Messiah | Frank Herbert | Fiction; Science fiction | 1969 | 3.9 | Twelve years on, Paul Muad'Dib is emperor and sees no way out.
Children of Dune | Frank Herbert | Fiction; Science fiction | 1976 | 3.9 | The twins of Muad'Dib inherit a changing Arrakis.
# The Hunger Games
The Hunger Games | Suzanne Collins | Young Adult Fiction; Science fiction | 2008 | 4.3 | Katniss takes her sister's place in games that only one survives.
Catching Fire | Suzanne Collins | Young Adult Fiction; Science fiction | 2009 | 4.3 | Katniss and Peeta are sent back into the arena.
Mockingjay | Suzanne Collins | Young Adult Fiction; Science fiction | 2010 | 4.1 | Katniss becomes the face of a rebellion against the Capitol.
# Hercule Poirot
The Mysterious Affair at Styles | Agatha Christie | Fiction; Detective and mystery stories | 1920 | 4.0 | Hercule Poirot looks into a poisoning in a country house.
Murder on the Orient Express | Agatha Christie | Fiction; Detective and mystery stories | 1934 | 4.2 | A train stands in the snow, and Hercule Poirot has twelve suspects.
Death on the Nile | Agatha Christie | Fiction; Detective and mystery stories | 1937 | 4.1 | Hercule Poirot takes a holiday on a steamer where a bride is shot.
# Sherlock Holmes
A Study in Scarlet | Arthur Conan Doyle | Fiction; Detective and mystery stories | 1887 | 4.1 | Watson meets Sherlock Holmes and a word written in blood.
The Sign of the Four | Arthur Conan Doyle | Fiction; Detective and mystery stories | 1890 | 4.0 | Pearls by post bring a client to Sherlock Holmes.
The Hound of the Baskervilles | Arthur Conan Doyle | Fiction; Detective and mystery stories | 1902 | 4.1 | Sherlock Holmes sends Watson to the moor where a hound was heard.
# Anne of Green Gables
Anne of Green Gables | L.M. Montgomery | Juvenile Fiction | 1908 | 4.3 | A talkative orphan comes to a farm that had asked for a boy.
Anne of Avonlea | L.M. Montgomery | Juvenile Fiction | 1909 | 4.2 | Anne Shirley teaches at the village school.
Anne of the Island | L.M. Montgomery | Juvenile Fiction | 1915 | 4.2 | Anne Shirley leaves Avonlea for college.
# Three Men
Three Men in a Boat | Jerome K. Jerome | Humor; Fiction | 1889 | 3.9 | Three friends and a dog row up the Thames and are defeated by a tin of pineapple.
Three Men on the Bummel | Jerome K. Jerome | Humor; Fiction | 1900 | 3.6 | The same three friends cycle through Germany.
# The Hitchhiker's Guide
The Hitchhiker's Guide to the Galaxy | Douglas Adams | Humor; Science fiction | 1979 | 4.2 | The Earth is in the way of a bypass; Arthur Dent is lent a towel.
The Restaurant at the End of the Universe | Douglas Adams | Humor; Science fiction | 1980 | 4.2 | Arthur Dent and Zaphod have lunch at the end of time.
Life, the Universe and Everything | Douglas Adams | Humor; Science fiction | 1982 | 4.2 | Arthur Dent, Ford and a game of cricket.
# Theban plays
Antigone | Sophocles | Drama | 1900 | 3.7 | Antigone buries her brother against the king's order in Thebes.
Oedipus the King | Sophocles | Drama | 1900 | 3.7 | A king of Thebes looks for a murderer and finds himself.
Oedipus at Colonus | Sophocles | Drama | 1900 | 3.8 | The blind Oedipus comes with Antigone to a grove near Athens to die.
# 
Pride and Prejudice | Jane Austen | Fiction; Romance | 1813 | 4.3 | Elizabeth Bennet misjudges a proud gentleman.
Middlemarch | George Eliot | Fiction | 1871 | 4.0 | Marriages and reforms in a provincial town.
Frankenstein | Mary Shelley | Fiction; Horror tales | 1818 | 3.9 | A student makes a living creature and runs from it.
Dracula | Bram Stoker | Fiction; Horror tales | 1897 | 4.0 | A solicitor travels to Transylvania on business.
The Yellow Wallpaper | Charlotte Perkins Gilman | Fiction; Short stories | 1892 | 4.1 | A woman who must rest looks at the walls.
The Trial | Franz Kafka | Fiction | 1925 | 4.0 | A clerk is arrested one morning and not told why.
Treasure Island | Robert Louis Stevenson | Fiction; Adventure stories | 1883 | 3.8 | A map, a ship and a cook with one leg.
Gulliver's Travels | Jonathan Swift | Fiction; Humor | 1726 | 3.6 | A surgeon is shipwrecked among people of unusual sizes.
The Story of My Life | Helen Keller | Biography & Autobiography | 1903 | 4.1 | A deaf and blind girl learns what words are.
Narrative of the Life of Frederick Douglass | Frederick Douglass | Biography & Autobiography | 1845 | 4.1 | How a slave learned to read and got free.
The Autobiography of Benjamin Franklin | Benjamin Franklin | Biography & Autobiography | 1791 | 3.8 | A printer's rules for himself.
The Life of Samuel Johnson | James Boswell | Biography & Autobiography | 1791 | 3.9 | What the great talker said, written down by a friend.
Up from Slavery | Booker T. Washington | Biography & Autobiography | 1901 | 4.1 | From a cabin to the head of a college.
Eminent Victorians | Lytton Strachey | Biography & Autobiography | 1918 | 3.8 | Four lives, told without reverence.
The Diary of Samuel Pepys | Samuel Pepys | Biography & Autobiography | 1825 | 3.9 | Plague, fire and dinners in London.
Long Walk to Freedom | Nelson Mandela | Biography & Autobiography | 1994 | 4.3 | From a village to prison to the presidency.
The Education of Henry Adams | Henry Adams | Biography & Autobiography | 1918 | 3.6 | A historian fails to be educated by his century.
The Wealth of Nations | Adam Smith | Business & Economics | 1776 | 3.9 | Why some countries are rich: labour divided and traded.
The General Theory of Employment, Interest and Money | John Maynard Keynes | Business & Economics | 1936 | 3.8 | Why markets may leave people without work.
Progress and Poverty | Henry George | Business & Economics | 1879 | 4.1 | Why poverty grows beside wealth, and a tax on land.
The Theory of the Leisure Class | Thorstein Veblen | Business & Economics | 1899 | 3.8 | On spending that is meant to be seen.
Capital in the Twenty-First Century | Thomas Piketty | Business & Economics | 2013 | 4.0 | Two centuries of who owns what.
The Road to Serfdom | F.A. Hayek | Business & Economics | 1944 | 4.2 | A warning against planning an economy from one desk.
The Worldly Philosophers | Robert L. Heilbroner | Business & Economics | 1953 | 4.1 | The great economists and their times.
Small Is Beautiful | E.F. Schumacher | Business & Economics | 1973 | 4.0 | Economics as if people mattered.
Poor Economics | Abhijit Banerjee; Esther Duflo | Business & Economics | 2011 | 4.2 | What experiments say about poverty.
Our Bodies, Ourselves | Boston Women's Health Book Collective | Health & Fitness | 1970 | 4.1 | Women on their own health.
Why We Sleep | Matthew Walker | Health & Fitness | 2017 | 4.3 | What a night without sleep does to a body.
In Defense of Food | Michael Pollan | Health & Fitness | 2008 | 4.0 | Eat food, not too much, mostly plants.
Spark | John J. Ratey | Health & Fitness | 2008 | 4.1 | Exercise and the brain.
Born to Run | Christopher McDougall | Health & Fitness | 2009 | 4.2 | Runners of the Copper Canyons and what shoes do.
The Blue Zones | Dan Buettner | Health & Fitness | 2008 | 4.0 | Where people grow old in good health.
How Not to Die | Michael Greger | Health & Fitness | 2015 | 4.3 | Diets against the fifteen commonest causes of death.
Light on Yoga | B.K.S. Iyengar | Health & Fitness | 1966 | 4.3 | Two hundred postures, each with a photograph.
The Joy of Movement | Kelly McGonigal | Health & Fitness | 2019 | 4.0 | How exercise makes people happy.
Meditations | Marcus Aurelius | Philosophy | 1800 | 4.2 | Notes of an emperor to himself.
The Republic | Plato | Philosophy | 1800 | 3.9 | What is justice, and who should rule?
Beyond Good and Evil | Friedrich Nietzsche | Philosophy | 1886 | 4.0 | An attack on what philosophers take for granted.
Critique of Pure Reason | Immanuel Kant | Philosophy | 1781 | 3.9 | What can be known before all experience.
An Enquiry Concerning Human Understanding | David Hume | Philosophy | 1748 | 3.9 | Where ideas come from, and what custom does.
Discourse on Method | Rene Descartes | Philosophy | 1637 | 3.7 | Doubting everything until something stands.
The Problems of Philosophy | Bertrand Russell | Philosophy | 1912 | 3.9 | A short way into the theory of knowledge.
Being and Time | Martin Heidegger | Philosophy | 1927 | 4.0 | What is it to be?
On Liberty | John Stuart Mill | Philosophy | 1859 | 4.0 | How far others may decide for one.
The Art of Computer Programming | Donald E. Knuth | Computers | 1968 | 4.4 | Algorithms and their analysis, with exercises.
The C Programming Language | Brian W. Kernighan; Dennis M. Ritchie | Computers | 1978 | 4.4 | A small language told by those who made it.
Structure and Interpretation of Computer Programs | Harold Abelson; Gerald Jay Sussman | Computers | 1985 | 4.5 | Programs as something to think with.
The Mythical Man-Month | Frederick P. Brooks | Computers | 1975 | 4.0 | Why adding people makes late software later.
Code | Charles Petzold | Computers | 1999 | 4.4 | From flashlights to a computer.
The Pragmatic Programmer | Andrew Hunt; David Thomas | Computers | 1999 | 4.3 | Advice from two who write software.
Introduction to Algorithms | Thomas H. Cormen | Computers | 1990 | 4.3 | The textbook of sorting, graphs and much else.
Hackers | Steven Levy | Computers | 1984 | 4.1 | Heroes of the computer revolution.
The Soul of a New Machine | Tracy Kidder | Computers | 1981 | 4.1 | Engineers build a computer against the clock.
My Man Jeeves | P.G. Wodehouse | Humor | 1919 | 4.1 | A young man of means and a valet of ideas.
The Diary of a Nobody | George Grossmith | Humor | 1892 | 3.7 | A clerk in Holloway takes himself seriously.
My Life and Hard Times | James Thurber | Humor | 1933 | 4.1 | A family in Ohio on the night the bed fell.
The Devil's Dictionary | Ambrose Bierce | Humor | 1906 | 4.0 | Definitions by a cynic.
Cold Comfort Farm | Stella Gibbons | Humor | 1932 | 3.9 | A tidy young woman visits untidy relations.
Without Feathers | Woody Allen | Humor | 1975 | 4.0 | Short comic pieces and two plays.
Me Talk Pretty One Day | David Sedaris | Humor | 2000 | 4.0 | Essays on speech therapy and French.
Hamlet | William Shakespeare | Drama | 1603 | 4.0 | A prince is told by a ghost what to do, and waits.
A Doll's House | Henrik Ibsen | Drama | 1879 | 3.8 | A wife has a secret debt and shuts a door.
The Cherry Orchard | Anton Chekhov | Drama | 1904 | 3.7 | A family does nothing while its orchard is sold.
Death of a Salesman | Arthur Miller | Drama | 1949 | 3.6 | A salesman comes home early.
Pygmalion | George Bernard Shaw | Drama | 1913 | 3.9 | A professor bets that he can teach a flower girl to speak.
The Importance of Being Earnest | Oscar Wilde | Drama; Humor | 1895 | 4.2 | Two men are called Ernest, and neither is.
Long Day's Journey into Night | Eugene O'Neill | Drama | 1956 | 4.1 | A family from breakfast to midnight.
Waiting for Godot | Samuel Beckett | Drama | 1952 | 3.8 | Two men wait by a tree.
Mother Courage and Her Children | Bertolt Brecht | Drama | 1941 | 3.7 | A trader follows a war with her wagon.
`;

interface Shelf {
  readonly items: readonly RatedItem[];
  /** Each in the order of publication. */
  readonly collections: readonly (readonly RatedItem[])[];
}

/** The categories of the raters’ test: the paper's eight. */
export const BOOK_GENRES = [
  'fiction',
  'biography & autobiography',
  'business & economics',
  'health & fitness',
  'philosophy',
  'computers',
  'humor',
  'drama',
] as const;

function readShelf(): Shelf {
  const items: RatedItem[] = [];
  const collections: RatedItem[][] = [];
  let series: RatedItem[] | null = null;
  for (const line of SHELF.trim().split('\n')) {
    if (line.startsWith('#')) {
      series = line.length > 2 ? [] : null;
      if (series !== null) collections.push(series);
      continue;
    }
    const [title = '', authors = '', categories = '', year = '', average = '', overview = ''] = line.split(' | ');
    const item: RatedItem = {
      id: `shelf ${items.length + 1}`,
      kind: 'book',
      title,
      overview: overview.trim(),
      genres: categories.split('; '),
      people: authors.split('; '),
      directors: [],
      averageRating: Number(average),
      year: Number(year),
    };
    items.push(item);
    series?.push(item);
  }
  return { items, collections };
}

export const BOOK_SHELF: Shelf = readShelf();
