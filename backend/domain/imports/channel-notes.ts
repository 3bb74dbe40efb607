import { MAX_NOTES } from '../limits.js';
import { readCount } from './channel-amounts.js';
import { cut, manyLines, oneLine, plainText } from './channel-text.js';

const NO_MEALS = ['', 'なし', '食事なし'];

type NoteParts = {
  marks: readonly string[];
  remarks: string;
  memo: string;
  plan: string;
  meals: string;
  children: string;
  company: string;
  /** A phone number that is too long for its own field. */
  tel: string;
};

function labelled(label: string, cell: string): string {
  const text = oneLine(cell);
  return text === '' ? '' : `${label}: ${text}`;
}

/** What staff should know beyond the fields of the form, one part a line. */
export function notesOf({ marks, remarks, memo, plan, meals, children, company, tel }: NoteParts): string {
  const childCount = readCount(children) ?? 0;
  const parts = [
    marks.join(''),
    manyLines(remarks),
    manyLines(memo),
    labelled('プラン', plan),
    NO_MEALS.includes(plainText(meals)) ? '' : labelled('食事', meals),
    childCount > 0 ? `子供: ${childCount}名` : '',
    labelled('会社', company),
    labelled('電話番号', tel),
  ];
  return cut(parts.filter((part) => part !== '').join('\n'), MAX_NOTES);
}
