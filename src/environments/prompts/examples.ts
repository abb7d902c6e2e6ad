/** @file The worked examples of the rating prompts, one of liking and one of disliking, for films and for books: the lab's own and SUBER's. */
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';

/**
 * The prompts that SUBER published (Corecco et al. 2024): system prompts of listings 2, 5 and 9, worked examples of listings 7, 8, 11 and
 * 12, and how a person is described (listing 1). `{4}` and `{7.9}` of a reason are ratings and averages, `{top}` the highest rating,
 * `{range}` that of the scale: on 1–10 for films and 1–5 for books they are the paper's texts word for word.
 */

export const PUBLISHED_SYSTEM = {
  film: "You are a highly sophisticated movie rating assistant, equipped with an advanced understanding of human behavior. Your mission is to deliver personalized movie recommendations by carefully considering the unique characteristics, tastes, and past-seen films of each individual. When presented with information about a specific movie, you will diligently analyze its plot, primary genres, actors, and average rating. Using this comprehensive understanding, your role is to provide thoughtful and accurate ratings for movies on a scale of {range}, ensuring they resonate with the person's preferences and cinematic inclinations. Remain impartial and refrain from introducing any biases in your predictions. You are an impartial and reliable source of movie rating predictions for the given individual and film descriptions.",
  book: "You are a highly sophisticated book rating assistant, equipped with an advanced understanding of human behavior. Your mission is to deliver personalized book recommendations by carefully considering the unique characteristics, tastes, and past read books of each individual. When presented with information about a specific book, you will diligently analyze its backcover, primary category, authors, and average rating. Using this comprehensive understanding, your role is to provide thoughtful and accurate ratings for books on a scale of {range}, ensuring they resonate with the person's preferences and reading inclinations. Remain impartial and refrain from introducing any biases in your predictions. You are an impartial and reliable source of book rating predictions for the given individual and book descriptions.",
} as const;

/** What precedes the person that is to be described; `{works}` is `cinematic`, or `literary` of books, of which the paper has no listing. */
export const PUBLISHED_PERSON =
  'Can you generate details for a person, you need to generate a name, an age, a hobby, a job and a detailed, long and original description that contains the persons interests and secondary hobbies. Please outline the {works} preferences of the individual, detailing their favorite and least favorite genres. Kindly provide explanations for each genre preference.';

const PUBLISHED_FILMS = `
Alex | 12 | M |  |  | he is captivated by space exploration. With wide eyes and endless wonder, he devours books on galaxies and dreams of becoming an astronaut. Nights find him gazing at the stars, his imagination soaring with each cosmic discovery. Alex's passion for space knows no bounds as he reaches for the stars.
Madagascar = 7 | Foodfight! = 2 | Interstellar = 10
Zootopia | 2016 | 7.7 | animation; adventure; family; comedy | Jason Bateman (M); Ginnifer Goodwin (F)
determined to prove herself, Officer Judy Hopps, the first bunny on Zootopia's police force, jumps at the chance to crack her first case - even if it means partnering with scam-artist fox Nick Wilde to solve the mystery.
9 | because, even though the movie is not space-related, he previously enjoyed watching "Madagascar" and gave it a high rating. Since "Zootropolis" shares many similarities with "Madagascar," such as being animated movies with animals living in a society resembling humans, it is highly likely that Alex also likes "Zootropolis." Both films explore themes of friendship, identity, and the challenges of coexistence within diverse communities. Although "Zootropolis" doesn't have a direct connection to space, Alex still appreciates it and gives it a high rating. Furthermore, considering that children generally have a fondness for animated movies, it is reasonable to assume that Alex would rate "Zootropolis" high." Additionally, "Zootropolis" is generally favored by a larger audience compared to "Madagascar," further supporting the idea that Alex would give it a higher rating.

Nicholas | 26 | M |  |  | he is a thrill-seeker who loves action and adventure and doesn't care much for romance. He enjoys activities like rock climbing, extreme sports, and exciting trips that make his heart race. As a wilderness guide, he leads others through tough terrains and shows them the beauty of wild places. During his free time, Nicholas loves reading gripping books that take him on exciting journeys. He looks for friends who also enjoy thrilling experiences and share his passion for living life to the fullest. Adrenaline gives him an amazing feeling, and he prefers action and adventure over romance any day.
Fifty Shades of Grey = 3 | John Wick = 9 | The Dark Knight = 10
La La Land | 2016 | 7.9 | comedy; drama; romance; music | Ryan Gosling (M); Emma Stone (F)
mia, an aspiring actress, serves lattes to movie stars in between auditions and Sebastian, a jazz musician, scrapes by playing cocktail party gigs in dingy bars, but as success mounts they are faced with decisions that begin to fray the fragile fabric of their love affair, and the dreams they worked so hard to maintain in each other threaten to rip them apart.
4 | because Nicholas has a strong preference for adrenaline-inducing action, thriller, and horror movies, he would likely rate the movie "La La Land" {4} out of {top}. This is evident from the description of Nicholas, which highlights his enthusiasm for action-packed films that provide a surge of thrill and excitement. In his previous film ratings, action movies generally received higher scores, while films that didn't offer the same adrenaline rush, like "Fifty Shades of Grey", received lower ratings, such as a {3}. As "La La Land" is a romantic musical and not focused on action, it may not resonate as strongly with Nicholas's taste for thrilling experiences. While the film is generally well-liked with an average rating of {7.9}, Nicholas's preference for adrenaline-filled plots might lead him to rate "La La Land" lower than the overall community rating. However, it's likely that he wouldn't rate it as low as "Fifty Shades of Grey" due to its higher popularity and appreciation among viewers who enjoy romance and musical genres.
`;

const PUBLISHED_BOOKS = `
Emilia | 20 | F |  |  | she is an avid reader, she spends much of her free time lost in the pages of books, especially those filled with magical worlds, exciting adventures and tales of elves. Her passion for the magical realms of literature is evident in her vivid imagination and the way her eyes light up when discussing stories. As well as reading, she enjoys drawing, attending book club meetings, stargazing, sipping tea on rainy days, baking and getting lost in stories about elves.
Harry Potter and the Chamber of Secrets = 5 | Harry Potter and the Philosopher's Stone  = 5 | Eragon = 5
Harry Potter and the Prisoner of Azkaban | 1999 | 4.6 | Fiction; Young Adult; Magic; Classic | J.K. Rowling
harry Potter, along with his best friends, Ron and Hermione, is about to start his third year at Hogwarts School of Witchcraft and Wizardry. Harry can't wait to get back to school after the summer holidays. (Who wouldn't if they lived with the horrible Dursleys?) But when Harry gets to Hogwarts, the atmosphere is tense. There's an escaped mass murderer on the loose, and the sinister prison guards of Azkaban have been called in to guard the school...
5 | because from Emilia's description we can clearly see her love for magic and fantasy books, moreover the book "Harry Potter and the Prisoner of Azkaban" is the third book of the Harry Potter series, and from her history we can see that she has already read the first two books of the series and she loved them, because she assigend a perfect score of {5}. Moreover, the third book that she has read has a lot to do with magic, which underlines her interest in magical words and stories. The book also has a very high average rating, suggesting that people love the book.

Mary | 12 | F |  |  | she is a person with an overflowing heart, shares an extraordinary bond with the animal kingdom. Her eyes light up with wonder at the sight of a furry friend, and her days are filled with joyful adventures exploring the world's wildlife. From rescuing lost kittens to befriending birds in her backyard, Mary's compassion knows no bounds. Her room is a sanctuary of stuffed animals and nature books, a testament to her unwavering love for all creatures great and small. She is afraid of shadows and loves to sleep with the light on.
Charlotte's Web = 5 | The Shining = 1 | The Trouble with Tuck = 4
Coraline | 2002 | 4.1 | Horror; Fantasy; Fiction; Young Adult | Neil Gaiman
the day after they moved in, Coraline went exploring.... In Coraline's family's new flat are twenty-one windows and fourteen doors. Thirteen of the doors open and close. The fourteenth is locked, and on the other side is only a brick wall, until the day Coraline unlocks the door to find a passage to another flat in another house just like her own. Only it's different. At first, things seem marvelous in the other flat. The food is better. The toy box is filled with wind-up angels that flutter around the bedroom, books whose pictures writhe and crawl and shimmer, little dinosaur skulls that chatter their teeth. But there's another mother, and another father, and they want Coraline to stay with them and be their little girl. They want to change her and never let her go. Other children are trapped there as well, lost souls behind the mirrors. Coraline is their only hope of rescue. She will have to fight with all her wits and all the tools she can find if she is to save the lost children, her ordinary life, and herself. Critically acclaimed and award-winning author Neil Gaiman will delight readers with his first novel for all ages.
2 | because, although it is a book for children, as it also falls into the Young Adult category, it is not a book that suits Mary's personality well; in fact, she is afraid of shadows when she needs to sleep, which suggests that the book "Caroline", which is mainly a horror book, is not well suited to Mary . Also, given her sensitivity and love of animals, the creepy and potentially frightening aspects of the story are too much for her. We can also see from Mary's previous red books that she has had a bad experience with horror books, in fact she rated "The Shining" {1} out of {top}, whereas "Caroline" is more suitable for children, which explains why Mary probably rated "Caroline" {2} while she rated "The Shining" {1}.
`;

export interface PromptExample {
  readonly person: RatedPerson;
  /** What they are called where their name is that of somebody who is asked about: the first that is nobody's. */
  readonly otherNames: readonly string[];
  /** On 1–10 for films, 1–5 for books, as the rating is. */
  readonly history: readonly PastRating[];
  readonly item: RatedItem;
  readonly rating: number;
  /** Why it is rated so. The lab's own names no rating: it is the same on every scale. */
  readonly because: string;
}

/**
 * Five lines an example: name/other names | age | gender | job | hobby | description, then what was rated before, then title | year | average
 * | genres | people | director, then the overview, then rating | why.
 */
const OWN_FILMS = `
Ruth/Sophie/Klara | 11 | F | schoolchild | drawing | a schoolchild who draws rockets in every margin. She loves animated adventures and anything with talking animals, and asks for the same story again and again.
Ice Age = 8 | Chicken Run = 9 | The Piano = 3
Finding Nemo | 2003 | 7.8 | animation; adventure; family | Albert Brooks; Ellen DeGeneres | Andrew Stanton
A timid clownfish crosses the ocean with a forgetful companion to bring his son home.
9 | The film is an animated adventure full of talking animals, which is what she loves, and she rated films of that kind high before.

Walter/Harold/Edmund | 58 | M | locksmith | clock making | a locksmith who restores old clocks. He enjoys war films and documentaries and has no patience for romances, which he finds slow and sugary.
Das Boot = 9 | Notting Hill = 3 | Gettysburg = 8
Sleepless in Seattle | 1993 | 6.6 | comedy; drama; romance | Tom Hanks; Meg Ryan | Nora Ephron
A widower pours out his heart on the radio, and a woman at the other end of the country falls for him.
3 | He has no patience for romances and rated another one low; that others find it decent does not change that.
`;

const OWN_BOOKS = `
Nadia/Renée/Ingrid | 24 | F | paramedic | book collecting | a paramedic who reads on every train. She loves fantasy with maps on the first page and invented languages, and collects editions of old fairy tales.
A Wizard of Earthsea = 5 | The Last Unicorn = 5 | The Firm = 3
The Tombs of Atuan | 1970 | 4.1 | fantasy; fiction | Ursula K. Le Guin
A girl who serves nameless powers below the earth finds a wizard in her labyrinth.
5 | It is fantasy, which she loves, and the sequel of a book that she gave the highest rating.

Bernard/Arthur/Cecil | 67 | M | retired | chess | a retired engineer who plays chess by mail. He reads history and popular science, avoids horror, and sleeps badly after anything with ghosts.
The Guns of August = 5 | Dracula = 2 | Cosmos = 4
The Haunting of Hill House | 1959 | 3.9 | horror; fiction | Shirley Jackson
Four people spend a summer in a house that seems to choose one of them.
2 | He avoids horror and ghosts keep him awake; he rated another book of that kind low.
`;

const listOf = (text: string): string[] => (text === '' ? [] : text.split('; '));

function examplesIn(kind: RatedItem['kind'], text: string): readonly PromptExample[] {
  const bare = { kind, overview: '', genres: [], people: [], directors: [], averageRating: null, year: null };
  return text
    .trim()
    .split('\n\n')
    .map((example) => {
      const [who = '', before = '', what = '', overview = '', answer = ''] = example.split('\n');
      const [names = '', age = '', gender = '', job = '', hobby = '', description = ''] = who.split(' | ');
      const [title = '', year = '', average = '', genres = '', people = '', director = ''] = what.split(' | ');
      const [rating = '', because = ''] = answer.split(' | ');
      const [name = '', ...otherNames] = names.split('/');
      const history = before.split(' | ').map((past, time): PastRating => {
        const [id = '', given = ''] = past.split(' = ');
        return { item: { ...bare, id, title: id }, rating: Number(given), time };
      });
      return {
        person: { name, age: Number(age), gender, description, job: job || null, hobby: hobby || null },
        otherNames,
        history,
        item: {
          ...{ id: `example ${title}`, kind, title, overview, genres: listOf(genres), people: listOf(people) },
          ...{ directors: director === '' ? [] : [director], averageRating: Number(average), year: Number(year) },
        },
        rating: Number(rating),
        because,
      };
    });
}

export const PROMPT_EXAMPLES = { film: examplesIn('film', OWN_FILMS), book: examplesIn('book', OWN_BOOKS) } as const;

export const PUBLISHED_EXAMPLES = {
  film: examplesIn('film', PUBLISHED_FILMS),
  book: examplesIn('book', PUBLISHED_BOOKS),
} as const;
