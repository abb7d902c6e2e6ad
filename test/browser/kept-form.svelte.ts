/** A form as pages have them, with a field of each shape that is kept. */
export class KeptForm {
  agent = $state<'Analyst' | 'Searcher' | 'Reflector' | 'Interpreter'>('Analyst');
  about = $state<'user' | 'item'>('user');
  id = $state(1);
  text = $state('');
}
