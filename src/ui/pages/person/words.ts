export const PERSON = {
  erases: (ratings: string): string => `This erases ${ratings}, and cannot be undone.`,
  noRunsAboutYou: 'No kept run is about you.',
  whatStays: 'Notebooks and files that hold your ratings stay until you remove them.',
  whatHeldOutMeans: 'One is held out: planners are asked about it and cannot see it.',
  whatItIs: (noun: string, rated: boolean, place: string): string =>
    `${rated ? `Rate ten ${noun}s` : `Say which ten ${noun}s you know`} and you are one of the people here: planners predict what you would say, and are compared with ${rated ? 'a rating' : 'one'} of yours that they cannot see. ${rated ? 'Your ratings stay' : 'What you say stays'} in ${place}, and count in no table or average unless you ask for it.`,
  ownRatings: (title: string, ratings: number, hasHeldOut: boolean): string =>
    `${title} · ${ratings}${hasHeldOut ? ': which is held out' : ''}`,
  whatPlanForMeDoes: 'Plan for me opens the Plan page with you as the person; Run starts the planners there.',
  lacking: (lacking: number): string =>
    `${lacking === 1 ? 'One more is needed' : 'Two are needed'}, because one is held out. With ten, your taste is known better.`,
} as const;
