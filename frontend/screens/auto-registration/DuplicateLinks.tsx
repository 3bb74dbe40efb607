import type { Duplicate } from '@wire/csv-record.js';
import { Link } from 'react-router-dom';
import { duplicateAddress, duplicateText } from './record-texts.js';

/** 重複の疑い, leading to the other record or booking of the same guest and days. */
export function DuplicateLinks({
  duplicates,
  tabIndex,
}: {
  duplicates: readonly Duplicate[];
  tabIndex?: number;
}) {
  const [first] = duplicates;
  if (!first) return null;
  const names = duplicates.map(duplicateText).join('\n');
  return (
    <Link
      className="duplicate"
      to={duplicateAddress(first)}
      tabIndex={tabIndex}
      data-tooltip={`同じ宿泊者・日程・電話番号の予約があります\n${names}`}
    >
      重複の疑い<span className="visually-hidden"> {names}</span>
    </Link>
  );
}
