/** @file Words of the sheet of keys: what each does, and what else is said there. */

/** What the sheet says besides the keys. */
export const SHEET = {
  papers: 'The papers behind it, each on a page:',
  licences: 'Licences of everything that this page is made of',
};

type Keys = readonly (readonly [key: string, effect: string])[];

/** The keys, by where they work. */
export const KEYS: readonly (readonly [title: string, keys: Keys])[] = [
  [
    'In the picture',
    [
      ['Up, Down', 'one state up or down'],
      ['Right', 'unfold, or go to what grew from it'],
      ['Left', 'fold, or go back to where it grew from'],
      ['Home, End', 'first, last'],
      ['letters', 'go to the state that begins with them'],
      ['Enter', 'open the detail'],
      ['/', 'find in the tree; Enter goes to the next hit'],
      ['p', 'replay, pause'],
      [', .', 'one event back, one on'],
      ['g', 'guide: a sentence for each step'],
      [
        'Page Down, Page Up',
        'in the guide: the next step, the one before; Home and End: first and last; b: bigger type',
      ],
      ['n N', 'in the difference of two runs: the next one, the one before'],
      ['f', 'fit the picture'],
      ['Ctrl + wheel', 'zoom; the wheel alone pans'],
    ],
  ],
  [
    'In a notebook',
    [
      ['Up, Down, Home, End', 'the cell above, below, first, last'],
      ['Enter', 'edit the cell'],
      ['Escape', 'leave what is being edited; leave the SQL editor by Escape, then Tab'],
      ['Ctrl Enter', 'run the cell'],
      ['Shift Enter', 'run the cell and go to the next'],
      ['a b', 'add a cell above, below'],
      ['d', 'duplicate the cell'],
      ['Alt Up, Alt Down', 'move the cell'],
      ['Delete', 'delete the cell'],
      ['j', 'its JSON, or its form'],
      ['Ctrl Z, Ctrl Shift Z', 'undo, redo'],
      ['Ctrl S', 'keep this version'],
    ],
  ],
  ['Everywhere', [['?', 'what this page does, and its keys']]],
];
