/**
 * @file The grammar of synthetic reviews. `[a|b]` is one of several wordings, `{slot}` is filled in, and `{is/are}` agrees
 * with the aspect named before it. Names of the story's people are never used, because nothing is known of the story.
 */

/** What a review can single out, by genre; a leading + marks a plural. */
export const ASPECTS: Readonly<Record<string, readonly string[]>> = {
  Action: ['+the chases', '+the fights', '+the stunts', 'the pacing', 'the finale', '+the explosions'],
  Adventure: ['the journey', '+the landscapes', 'the sense of discovery', '+the set pieces', 'the score'],
  Animation: ['+the drawings', '+the colours', '+the voices', 'the wit', '+the characters'],
  Comedy: ['+the jokes', 'the timing', '+the running gags', '+the one-liners', 'the slapstick', 'the banter'],
  Crime: ['the tension', '+the dialogues', 'the atmosphere', '+the performances', '+the streets', 'the script'],
  Documentary: ['+the interviews', 'the research', 'the footage', 'the argument', 'the narration'],
  Drama: ['the acting', 'the dialogue', '+the quiet scenes', 'the ending', '+the silences', 'the script'],
  Family: ['the warmth', '+the songs', '+the jokes for grown-ups', 'the message', '+the colours'],
  Fantasy: ['the world', '+the creatures', 'the magic', '+the effects', 'the lore'],
  History: ['+the costumes', 'the period detail', '+the sets', 'the look', 'the sense of the time'],
  Horror: ['+the scares', 'the dread', '+the effects', 'the sound', 'the atmosphere', 'the last half hour'],
  Musical: ['+the songs', '+the dances', 'the choreography', '+the voices', 'the stagecraft'],
  Mystery: ['the riddle', '+the clues', 'the atmosphere', 'the solution', '+the twists'],
  Romance: ['the chemistry', 'the courtship', '+the misunderstandings', 'the happy ending', 'the tenderness'],
  'Science Fiction': ['+the ideas', '+the effects', 'the vision of the future', 'the design', '+the questions it asks'],
  Thriller: ['the suspense', '+the twists', 'the tension', 'the plot', 'the reveal', 'the cat-and-mouse game'],
  War: ['the sound', 'the restraint', '+the performances', '+the quiet scenes', 'the sense of the time'],
  Western: ['the showdown', '+the landscapes', 'the silence before the shots', '+the riders', 'the dust and the light'],
};

/** Sentences by how many stars were given: up to 1.5, up to 2.5, 3, up to 4, above. */
export const SENTENCES: readonly (readonly string[])[] = [
  [
    '[I gave up|I nearly walked out|I fell asleep] [halfway through|before the end|after an hour].',
    '{film} is [a waste of an evening|one of the worst things I have rated|not worth the ticket].',
    '[Nothing works here|Nothing saves it|I found nothing to like], and {aspect} {is/are} [the worst of it|no exception].',
    '{Aspect} {is/are} [painful|embarrassing|dreadful], [and the rest is no better|and it never recovers|start to finish].',
    '[A dull|A lifeless|A clumsy|An endless] {kind} [without a single good scene|that I would like to forget|and a long sit].',
    '[How did this|Why did this] get made? {Aspect} {does/do} not work at all.',
    '{director} [has made far better films|lost me completely with this one].',
    'Even {director} cannot [save|rescue] {film}.',
    '[Avoid|Skip this one|Never again]: {aspect} {is/are} [awful|a mess|hopeless].',
    'I [regret|resent] the {minutes} minutes {film} took from me.',
  ],
  [
    '{Aspect} {falls/fall} flat [more often than not|most of the time|again and again].',
    '[Too long|Too loud|Too slow|Too predictable] for [my taste|me], and {aspect} {does/do} not help.',
    '[A weak|A forgettable|A half-hearted|A tired] {kind} [with one or two good moments|that never finds its feet].',
    '{film} [promises more than it gives|runs out of ideas early|left me cold].',
    '[I wanted to like it|I had hoped for more], but {aspect} {lets/let} it down.',
    '[Not|Hardly] the {kind} I was hoping for; {aspect} {feels/feel} [borrowed|rushed|thin].',
    '{director} [can do better than this|repeats old tricks here|never quite gets hold of it].',
    'There is a good {kind} in here [somewhere|under all the noise], but {aspect} {hides/hide} it.',
    '[Watchable at best|Fine in the background], with {aspect} that {disappoints/disappoint}.',
    'By the time it ends, {aspect} {has/have} worn out {its/their} welcome.',
  ],
  [
    '[Neither good nor bad|All right for one evening|Decent enough]; {aspect} {is/are} fine.',
    '{Aspect} {works/work}, [the rest is ordinary|the rest less so|but little else stays].',
    '[A passable|An average|A middling|A solid if plain] {kind} [that I will not watch twice|and no more than that].',
    '{film} is [half a good film|a mixed bag|better at the start than at the end].',
    '[I liked parts of it|It has its moments], mostly {aspect}.',
    '{director} [plays it safe here|does the job, no more|has made stronger films].',
    '{Aspect} {keeps/keep} it [going|afloat], [but only just|and that is enough].',
    '[Good idea|Fine start], uneven film; {aspect} {is/are} the best of it.',
    'I do not mind having seen {film}, but I would not [queue for it|see it again].',
  ],
  [
    '{Aspect} {makes/make} it [worth watching|better than most|a good evening].',
    '[A good|A well-made|A clever|An enjoyable] {kind} [with a heart|that knows what it is doing|from start to finish].',
    '{film} [held my attention throughout|is better than I expected|grew on me].',
    '[I enjoyed this|I had a good time]: {aspect} {is/are} [first-rate|a pleasure|done with care].',
    '{director} [knows how to do this|has a sure hand here|gets the tone right].',
    '[Not perfect|A little long], but {aspect} {wins/win} me over.',
    '[Strong|Sure-footed|Well told], and {aspect} {stays/stay} with you.',
    'If you like {kinds}, [see it|give it a try|this is a safe choice]; {aspect} {is/are} [very good|just right].',
    'A {kind} I would [recommend to friends|happily see again].',
    'More {kinds} should look after {aspect} like this.',
  ],
  [
    '[Wonderful|Brilliant|A marvel|Superb]: {aspect} {is/are} [perfect|unforgettable|the best I know].',
    '{film} is [a film I could watch every year|as good as it gets|one of my favourites].',
    '[The best|The finest|The most complete] {kind} I have seen [in years|for a long time].',
    '{Aspect} {takes/take} my breath away [every time|from the first minute].',
    '{director} at [full strength|the top of the craft|the very best].',
    'I would not change [a minute|a frame|a word] of {film}.',
    '[A masterpiece|A classic|A treasure] among {kinds}, and {aspect} {is/are} only one reason.',
    '[I laughed, I held my breath|I forgot the time|I stayed for the credits], and {aspect} {deserves/deserve} all the praise.',
    '[See it|Watch it] on the largest screen you can find: {aspect} {is/are} [glorious|astonishing].',
    'Few films earn five stars; {film} [does|comes as close as any].',
  ],
];

/** A second sentence that names what told, where one part of the liking stands out. */
export const REASONS: Readonly<Record<string, readonly string[]>> = {
  genreUp: [
    'I [rarely|seldom|never] say no to {kinds}.',
    'After all, {kinds} are what I [live|go to the cinema] for.',
    '{Kinds} are [my kind of film|my weakness].',
  ],
  genreDown: [
    '{Kinds} are [not for me|hardly my thing|seldom to my taste].',
    'I [have never cared|do not much care] for {kinds}.',
    'But then I am [the wrong person|no audience] for {kinds}.',
  ],
  directorUp: [
    'I [would watch|always look forward to] anything by {director}.',
    '{director} [speaks my language|rarely disappoints me].',
  ],
  directorDown: ['I do not get on with films by {director}.', 'I [never|cannot] warm to what {director} makes.'],
  seriesUp: ['I have [now seen several of these|followed this series] and [still want more|am not tired of it].'],
  seriesDown: ['[This series|These films] [never did much for me|could have stopped earlier].'],
  eraUp: ['They made good films around {year}.', 'The {decade} are [my time|close to my heart].'],
  eraDown: ['It shows its {year}.', 'The {decade} are [not my time|far from my taste].'],
};
