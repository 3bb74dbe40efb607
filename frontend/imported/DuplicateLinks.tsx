import type { Duplicate } from '@wire/csv-record.js';
import { Link } from 'react-router-dom';
import { duplicateAddress, duplicateText } from './record-texts.js';

type DuplicateLinksProps = {
  duplicates: readonly Duplicate[];
  tabIndex?: number;
  /** Names the others in the text, each with its own link. */
  whole?: boolean;
};

const WHY = '同じ宿泊者・日程・電話番号の予約があります';

/** 重複の疑い, leading to the other record or booking of the same guest and days. */
export function DuplicateLinks({ duplicates, tabIndex, whole = false }: DuplicateLinksProps) {
  const [first] = duplicates;
  if (!first) return null;
  const names = duplicates.map(duplicateText);
  if (whole) {
    return (
      <span className="duplicate-names" data-tooltip={WHY}>
        重複の疑い:
        {duplicates.map((duplicate, index) => (
          <Link key={names[index]} to={duplicateAddress(duplicate)}>
            {names[index]}
          </Link>
        ))}
      </span>
    );
  }
  return (
    <Link
      className="duplicate"
      to={duplicateAddress(first)}
      tabIndex={tabIndex}
      data-tooltip={[WHY, ...names].join('\n')}
    >
      重複の疑い<span className="visually-hidden"> {names.join('、')}</span>
    </Link>
  );
}
