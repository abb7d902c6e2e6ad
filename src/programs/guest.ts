/** @file The lab's side of a program in QuickJS, evaluated first: a program that changes the language deceives itself alone. */

export const PROGRAM_FILE = 'program.js';

/** `tell(json)` gives back what is wrong with a call, else `''`. Gives `begin(plan, T, k)`, `answer(json)`, `report(thrown)`. */
export const GUEST = `(tell, uniform) => {
  'use strict';
  const { freeze } = Object;
  const { isArray } = Array;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const text = String;
  const Failure = TypeError;
  const Promised = Promise;
  const known = new WeakMap();
  const { get, set } = WeakMap.prototype;
  const idOf = (value) => (typeof value === 'object' && value !== null ? apply(get, known, [value]) : undefined);
  Math.random = () => uniform();

  const waiting = [];
  let first = 0;

  const shown = (value) => {
    if (typeof value === 'object' && value !== null && typeof value.then === 'function')
      return 'a promise: put await before the call that gave it';
    if (isArray(value)) return 'a list';
    if (value === null || typeof value !== 'object') return typeof value === 'string' ? stringify(value.slice(0, 40)) : text(value);
    return 'another object: pass on the very states that sample gave';
  };
  const state = (call, what, value) => {
    const id = idOf(value);
    if (id === undefined) throw new Failure(call + ': ' + what + ' must be a state; it is ' + shown(value));
    return id;
  };
  const states = (call, what, list) => {
    if (!isArray(list)) throw new Failure(call + ': ' + what + ' must be a list of states; it is ' + shown(list));
    const ids = [];
    for (let at = 0; at < list.length; at += 1) {
      ids[at] = state(call, 'entry ' + (at + 1) + ' of ' + what, list[at]);
    }
    return ids;
  };
  const ask = (call) => {
    const problem = tell(stringify(call));
    if (problem !== '') throw new Failure(problem);
    return new Promised((resolve) => {
      waiting[waiting.length] = resolve;
    });
  };
  const frozen = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    for (const key in value) frozen(value[key]);
    return freeze(value);
  };

  const context = freeze({
    sample(given, parent, options) {
      const alternative = options !== null && typeof options === 'object' && options.alternative === true;
      const from = parent === null ? null : state('sample', 'parent', parent);
      return ask({ type: 'sample', states: states('sample', 'states', given), parent: from, alternative });
    },
    vote(given, candidates) {
      const listed = states('vote', 'candidates', candidates);
      return ask({ type: 'vote', states: states('vote', 'states', given), candidates: listed });
    },
    evaluate(given, one) {
      return ask({ type: 'evaluate', states: states('evaluate', 'states', given), state: state('evaluate', 'state', one) });
    },
    inspire(given) {
      return ask({ type: 'inspire', states: states('inspire', 'states', given) });
    },
  });

  const report = (thrown) => {
    // QuickJS throws null where it has no memory left for an error.
    if (thrown === null) return '';
    let name = '', message = '', stack = '';
    try {
      if (typeof thrown === 'object' && thrown !== null) {
        name = text(thrown.name);
        message = text(thrown.message);
        stack = text(thrown.stack);
      } else message = text(thrown);
    } catch {}
    return stringify({ name, message, stack });
  };

  const sampled = new Map();
  const { get: find, set: keep } = Map.prototype;

  return {
    begin(plan, T, k) {
      if (typeof plan !== 'function') throw new Failure('The program declares no function plan(context, { T, k })');
      (async () => {
        try {
          const kept = await plan(context, freeze({ T, k }));
          const problem = tell(stringify({ type: 'end', states: states('plan', 'what it returns', kept) }));
          if (problem !== '') throw new Failure(problem);
        } catch (thrown) {
          tell(stringify({ type: 'thrown', report: report(thrown) }));
        }
      })();
    },
    answer(json) {
      const resolve = waiting[first];
      waiting[first] = undefined;
      first += 1;
      const { state, chosen, value } = parse(json);
      if (state !== undefined) {
        frozen(state);
        apply(set, known, [state, state.id]);
        apply(keep, sampled, [state.id, state]);
        resolve(state);
      } else if (chosen !== undefined) resolve(apply(find, sampled, [chosen]));
      else resolve(value);
    },
    report,
  };
}`;
