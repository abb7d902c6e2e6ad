export const CHAT = {
  askAboutOne: 'When did Jaws come out, and who made it?',
  askToRank: 'which of these suits me: Jaws, Shrek, Titanic',
  whatToSay: (noun: string): string => `Say what you like, describe the ${noun}s that you want, or ask about one.`,
  rulesAnswer:
    'Rules answer until you choose a language model. They read plain wishes, and colour in your message what they used, guessed and ignored.',
  chooseModel: 'Choose a language model',
  erasedAbove: 'Erased here: no model gets anything above this line.',
  messageHint: 'Films like …, three comedies from the 90s, when did … come out?',
  howBarsAreDrawn: 'Bars: candidates before and after each step, on a logarithmic scale.',
  nothingKnown: 'Nothing yet. It comes from what you say.',
  noProfile: 'Nothing: no profile is kept.',
  whatErasingDoes:
    'The recommender forgets this list and everything said so far. The conversation itself stays, on this page and as a file in this browser, until you remove it from the list.',
  planWithoutCalls: 'The plan has no tool calls.',
  labsWords: 'The words are the lab’s, not the model’s.',
  dropsTurns: (turns: string): string => `Sending it again removes the ${turns} after it.`,
  stoppedTurn: 'Stopped: nothing of this turn was kept.',
  brokenOff: 'Broken off: nothing of this turn was kept.',
  refused: 'The critic refused this reply, and nothing else was tried:',
  failedTurn: 'Nothing of this turn counts: what you say next goes on from before it.',
} as const;
