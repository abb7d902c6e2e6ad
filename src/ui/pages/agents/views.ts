export const VIEWS = [
  ['dialogue', 'Dialogue'],
  ['lanes', 'Lanes'],
  ['attempts', 'Attempts'],
  ['tree', 'Tree'],
  ['tasks', 'Tasks'],
  ['prompts', 'Prompts'],
] as const;

export type AgentsView = (typeof VIEWS)[number][0];

export interface Lookable {
  readonly isConversation: boolean;
  /** Whether one agent is asked alone: it makes one attempt, and no other agent works with it. */
  readonly isAlone: boolean;
  readonly tasks: number;
}

export function viewsOf({ isConversation, isAlone, tasks }: Lookable): readonly AgentsView[] {
  const isThere: Readonly<Partial<Record<AgentsView, boolean>>> = {
    dialogue: isConversation,
    attempts: !isAlone,
    tasks: tasks > 1,
  };
  return VIEWS.map(([name]) => name).filter((name) => isThere[name] !== false);
}

/** True for a view that shows a moment of the run, which can be replayed and told. */
export const isPicture = (view: AgentsView): boolean => view === 'lanes' || view === 'attempts' || view === 'tree';
