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
const MOST_NAMED = 3;

/** 重複の疑い, leading to the other reservation of the same guest and days; one of several rooms is named once. */
export function DuplicateLinks({ duplicates, tabIndex, whole = false }: DuplicateLinksProps) {
  const byName = new Map(duplicates.map((duplicate) => [duplicateText(duplicate), duplicate]));
  const [first] = byName.values();
  if (!first) return null;
  const named = [...byName].slice(0, MOST_NAMED);
  const more = byName.size > MOST_NAMED ? `ほか${byName.size - MOST_NAMED}件` : '';
  const names = [...named.map(([name]) => name), more].filter(Boolean);
  if (whole) {
    return (
      <span className="duplicate-names" data-tooltip={WHY}>
        重複の疑い:
        {named.map(([name, duplicate]) => (
          <Link key={name} to={duplicateAddress(duplicate)}>
            {name}
          </Link>
        ))}
        {more}
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
