/** @file What each page is for, in two sentences at most. */
import type { Place } from './places.ts';

const ABOUT: Readonly<Record<Place, string>> = {
  plan: 'Watch planners work out what a person would rate or choose, step by step: what each asks, what it keeps and what it cuts. Set up a question on the left, press Run, and choose any state to read everything behind it; Guide tells the runs step by step.',
  compare:
    'Run planners and baselines on the same tasks of many people, and see which differences are beyond chance and what they cost.',
  agents:
    'Watch agents of MACRec solve a task together: a manager asks an analyst and a searcher, and a reflector reads the result.',
  chat: 'Ask for something in a conversation, see which tools narrow the candidates, and correct what the recommender believes about you.',
  simulate: 'Meet simulated people who rate what is recommended to them, and train policies on them.',
  data: 'Look at the datasets in this browser, import your own, and ask them in SQL. Nothing that you import leaves this machine.',
  notebook:
    'Put text, runs, SQL and charts into an order that tells a story, and pass it on as a link that anybody can reproduce.',
  models: 'Get language models that run in this browser, measure them, and choose who plans and who judges.',
};

/** What a page is for. */
export const aboutPlace = (place: Place): string => ABOUT[place];
