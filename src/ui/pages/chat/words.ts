/** @file Words of the Chat page. */

/** What the Chat page says in sentences. */
export const CHAT = {
  likeButNot: (noun: string): string => `${noun}s like Jaws, but comedies after the year of Jaws`,
  askAboutOne: 'When did Jaws come out, and who made it?',
  askByWhat: 'three horror films from the 80s',
  askToRank: 'which of these suits me: Jaws, Shrek, Titanic',
  whatToSay: (noun: string): string => `Say what you like, describe the ${noun}s that you want, or ask about one.`,
  rulesAnswer:
    'Rules answer here, not a language model. They read plain wishes, and mark in your message what they used, guessed and ignored.',
  /** What became of a part of a message. */
  marks: {
    used: (means: string): string => `read as ${means}`,
    guessed: (means: string): string => `guessed: ${means}`,
    ignored: (): string => 'not read',
  },
  markKinds: { guessed: 'guessed', ignored: 'not read' },
  chooseModel: 'Choose a language model',
  chipsHead: 'Put a wish together',
  likeHint: 'A title',
  syntheticData: ', whose people and ratings are synthetic',
  erasedAbove: 'Erased here: no model gets anything above this line.',
  messageHint: 'Films like …, three comedies from the 90s, when did … come out?',
  howBarsAreDrawn: 'Bars: candidates before and after each step, on a logarithmic scale.',
  noSuchEntry: 'There is no such title or value here. Pick one from the list.',
  entryHint: 'A title, or genre: Comedy',
  nothingKnown: 'Nothing yet. It comes from what you say.',
  noProfile: 'Nothing: no profile is kept.',
  whatErasingDoes:
    'The recommender forgets this list and everything said so far, and the demonstrations kept from this conversation. The conversation itself stays on this page, and as a file in this browser, unless you delete it too.',
  planWithoutCalls: 'The plan has no tool calls.',
  placeholders: 'ITEM and TAG stand for any title and genre.',
  dropsTurns: (turns: string): string => `Sending it again removes the ${turns} after it.`,
  stoppedTurn: 'Stopped: nothing of this turn was kept.',
  brokenOff: 'Broken off: nothing of this turn was kept.',
  failedTurn: 'Nothing of this turn counts: what you say next goes on from before it.',
} as const;
