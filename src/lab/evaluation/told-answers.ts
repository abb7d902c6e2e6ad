/** @file What an evaluation keeps of the answers of a task besides what metrics say: lists, ratings, and of texts what BLEU counts. */
import type { NGramCounts, RecordedList, TaskRecord } from '../../core/evaluation.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { isRanking, type LabelledTask } from '../../core/task.ts';
import type { AnswerFrom, TraceEvent } from '../../core/trace.ts';
import { bleuCounts, BLEU_2 } from '../../metrics/text/bleu.ts';
import { writtenEntries } from '../../recommenders/recmind/answer-format.ts';
import type { NoveltyOf } from './list-novelty.ts';

type ByAnswer<Part> = { [Answer in AnswerFrom]?: Part };

/** Keeps what a language model last wrote as an answer. The rules invent nothing, so theirs is not counted. */
function writtenAnswers() {
  let call = -1;
  let text = '';
  return {
    add(event: TraceEvent): void {
      const isAnswer = event.type === 'model-call' && event.purpose === 'answer' && event.model !== REASONER_ID;
      if (isAnswer || (event.type === 'node-start' && event.kind === 'task')) {
        call = isAnswer ? event.seq : -1;
        text = '';
      }
      if (event.type === 'text-delta' && event.call === call) text += event.delta;
    },
    /** Of a list; nothing where nothing was written, or nothing that can be read. */
    entriesFor(labelled: LabelledTask | undefined): Pick<RecordedList, 'entries'> {
      const task = labelled?.task;
      if (text === '' || task === undefined || !isRanking(task) || task.candidates.length === 0) return {};
      const entries = writtenEntries(text, task.candidates);
      return entries === null ? {} : { entries };
    },
  };
}

/** Keeps the answers of one task after the other. @param noveltyOf of the lists that are kept; null where none are */
export function toldAnswers(noveltyOf: NoveltyOf | null) {
  let lists: ByAnswer<RecordedList> = {};
  let ratings: ByAnswer<number> = {};
  let texts: ByAnswer<NGramCounts> = {};
  const written = writtenAnswers();
  return {
    /** @param labelled the task that is open */
    add(event: TraceEvent, labelled: LabelledTask | undefined): void {
      written.add(event);
      if (event.type === 'node-start' && event.kind === 'task') {
        lists = {};
        ratings = {};
        texts = {};
      }
      if (event.type !== 'answer') return;
      const { from, recommendation } = event;
      if (recommendation.type === 'ranking' && noveltyOf !== null) {
        const { items } = recommendation;
        lists[from] = { items, novelty: noveltyOf(items), ...written.entriesFor(labelled) };
      }
      if (recommendation.type === 'rating') ratings[from] = recommendation.rating;
      if (recommendation.type === 'text' && labelled?.truth?.type === 'text')
        texts[from] = bleuCounts(recommendation.text, labelled.truth.text, BLEU_2);
    },
    /** What there is of the task that is open. */
    kept(): Pick<TaskRecord, 'lists' | 'ratings' | 'texts'> {
      const some = (parts: object): boolean => Object.keys(parts).length > 0;
      return { ...(some(lists) && { lists }), ...(some(ratings) && { ratings }), ...(some(texts) && { texts }) };
    },
  };
}
