/** @file A run as one HTML file that opens alone, with its events in it. */
import { actionOf, agentCall, questionIn, replyInWords, truthInWords } from '../trace/answer-words.ts';
import { namesAround, TraceNames, withNames, type Names } from '../trace/names.ts';
import { foundAt, observationText, observed, isLabelled, labelled } from '../trace/labels.ts';
import { taskOf } from '../core/node-data.ts';
import { formatTrace } from '../trace/trace-file.ts';
import { traceTree, type AnswerRecord, type CallRecord, type TraceNode } from '../trace/trace-tree.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { judgementsOf } from '../trace/trace-ink.ts';
import { EVENTS_ELEMENT, escaped, inlined } from './html-text.ts';
import { page } from './page.ts';
import { SIGNS, TREE_STYLE, treeSvg } from './tree-svg.ts';

const block = (title: string, text: string): string =>
  text === '' ? '' : `<p><small>${escaped(title)}</small></p><pre>${escaped(text)}</pre>`;

function callHtml({ event, reply, result }: CallRecord): string {
  const prompt = event.messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
  const { inputTokens, outputTokens } = result?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const facts = `${event.purpose} · ${event.model} · ${String(inputTokens)} in, ${String(outputTokens)} out · seed ${String(event.seed)}`;
  return `<details><summary>${escaped(facts)}</summary>${block('Prompt, as sent', prompt)}${block('Reply, as received', reply)}</details>`;
}

function titleOf(node: TraceNode, names: Names): string {
  const { state, label } = node;
  if (node.kind === 'agent') {
    const { from, round } = agentCall(node.detail);
    return `${label}, asked by ${from}${round > 0 ? `, attempt ${String(round)}` : ''}`;
  }
  if (state === null) return label;
  if (state.isEnd && state.action === null) return 'End of planning';
  const found = foundAt(node);
  if (isLabelled(found)) return labelled(found, names);
  return state.thought === '' ? actionOf(node) : withNames(state.thought, names);
}

function messagesHtml(node: TraceNode): string {
  if (node.kind !== 'agent') return '';
  return `${block('Message', agentCall(node.detail).message)}${block('Reply', replyInWords(node) ?? '')}`;
}

function stateHtml(node: TraceNode, ids: string, names: Names): string {
  const kept = node.task?.answers.some(({ from, states }) => from === 'kept' && states.has(node.id)) === true;
  const kind = node.edits.length > 0 ? 'edited' : node.prune !== null ? 'cut' : kept ? 'kept' : '';
  const { state } = node;
  const asked = state?.action ? `${state.action.tool} ${JSON.stringify(state.action.arguments)}` : '';
  const details = node.tools.map(({ result }) =>
    block('Full tool output', result ? JSON.stringify({ found: result.found, detail: result.detail }, null, 1) : ''),
  );
  return `<li id="${ids}${escaped(node.id)}" class="${kind}"><b>${escaped(titleOf(node, names))}</b> <small>${escaped(node.id)}</small>
${messagesHtml(node)}${asked === '' ? '' : `<p>Asked: <code>${escaped(asked)}</code></p>`}${state === null || state.observation === '' ? '' : `<p title="${escaped(state.observation)}">${escaped(observed(node, names))}</p>`}
${notesOf(node, names)
  .map((note) => `<p class="soft">${escaped(note)}</p>`)
  .join('')}
${details.some((one) => one !== '') ? `<details><summary>The tool’s output</summary>${details.join('')}</details>` : ''}${node.calls.map(callHtml).join('')}
`;
}

function originalText(node: TraceNode, { part, before }: EventOf<'state-edit'>, names: Names): string {
  if (typeof before !== 'string') return JSON.stringify(before);
  return part === 'observation' ? observationText(foundAt(node), before, names) : withNames(before, names);
}

const notesOf = (node: TraceNode, names: Names): readonly string[] => [
  ...node.edits.map((edit) => `Edited: the ${edit.part}. Original: ${originalText(node, edit, names)}`),
  ...judgementsOf(node),
  ...node.errors.map(({ error }) => `Failed: ${error.message}`),
];

/** With a stack of its own: a chain may be thousands of states long. */
function listOf(nodes: readonly TraceNode[], ids: string, names: Names): string {
  const parts: string[] = [];
  const waiting: (TraceNode | string)[] = [];
  const list = (children: readonly TraceNode[], end: string): void => {
    waiting.push(children.length === 0 ? end : `</ol>${end}`);
    for (const child of children.toReversed()) waiting.push(child);
    if (children.length > 0) parts.push('<ol class="states">');
  };
  list(nodes, '');
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else {
      parts.push(stateHtml(next, ids, names));
      list(next.children, '</li>');
    }
  }
  return parts.join('');
}

const FROM = { kept: 'what it kept', explored: 'everything it explored' } as const;

function answerHtml({ from, recommendation, reason, metrics }: AnswerRecord, names: Names): string {
  const measured = metrics.map(({ name, value }) => `${name} ${String(Number(value.toFixed(2)))}`).join(', ');
  const why = `<p>${escaped(withNames(reason, names))}</p>`;
  const head = (told: string): string =>
    `<p><b>Answer from ${FROM[from]}${escaped(told)}</b> <small>${escaped(measured)}</small></p>`;
  if (recommendation.type === 'rating') return head(`: ${recommendation.rating.toFixed(2)}`) + why;
  if (recommendation.type === 'text')
    return `${head('')}<blockquote>${escaped(recommendation.text)}</blockquote>${why}`;
  const items = recommendation.items.map((id) => `<li>${escaped(names.item(id) ?? `item ${String(id)}`)}</li>`);
  return `${head('')}<ol>${items.join('')}</ol>${why}`;
}

function truthHtml(task: TraceNode): string {
  const told = task.truth?.truth;
  if (told?.type === 'text') return `<p>What they wrote:</p><blockquote>${escaped(told.text)}</blockquote>`;
  return told === undefined ? '' : `<p>${escaped(`${truthInWords(told, taskOf(task)?.user.name)}.`)}</p>`;
}

function taskHtml(task: TraceNode, nodes: ReadonlyMap<string, TraceNode>, all: Names, { ids, title }: BodyOf): string {
  const asked = taskOf(task);
  const names = asked === null ? all : namesAround(asked, all);
  const answers = task.answers.map((answer) => answerHtml(answer, names));
  return `<section><h2>${escaped(questionIn(task))}</h2>${truthHtml(task)}${answers.join('')}${treeSvg({ task, nodes, names }, ids, title)}${listOf(task.children, ids, names)}${task.calls.map(callHtml).join('')}</section>`;
}

const LEGEND = `<p class="soft">${SIGNS} In the list: <span class="kept"><b>green</b></span>, used for the answer; <span class="cut"><b>red</b></span>, cut; <span class="edited"><b>ochre</b></span>, edited.</p>`;

interface BodyOf {
  readonly title: string;
  readonly ids: string;
}

/** The body of a run, for a page of its own or a part of a larger one. Every text is escaped. */
export function runBody(events: readonly TraceEvent[], of: BodyOf): string {
  const { tasks, nodes, start, end, totals } = traceTree(events);
  const names = new TraceNames();
  for (const event of events) names.add(event);
  const facts = [
    start?.model ?? '',
    `${String(totals.modelCalls)} model calls`,
    `${String(totals.toolCalls)} tool calls`,
    end?.outcome ?? 'no end was written',
  ];
  return `<p class="soft">${escaped(facts.join(' · '))}</p>${LEGEND}${tasks.map((task) => taskHtml(task, nodes, names, of)).join('')}
<details><summary>The spec</summary><pre>${escaped(JSON.stringify(start?.spec ?? null, null, 2))}</pre></details>`;
}

export function runHtml(events: readonly TraceEvent[], title: string): string {
  const body = `<h1>${escaped(title)}</h1>
${runBody(events, { title: '', ids: 'state-' })}
<p class="soft">Made with Espalier. The events are in this file; the lab opens them again.</p>
<script type="application/x-ndjson" id="${EVENTS_ELEMENT}">${inlined(formatTrace(events))}</script>`;
  return page({ title, body, style: TREE_STYLE });
}
