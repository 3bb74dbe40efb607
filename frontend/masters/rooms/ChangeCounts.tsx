import type { RoomMonthsChanged } from '@wire/room-months.js';

const NAMES = { created: '新規', changed: '変更', unchanged: '変更なし' } as const;

/** How many room-months a change makes, changes and leaves. */
export function ChangeCounts({ counts }: { counts: RoomMonthsChanged }) {
  return (
    <dl className="outcome-counts">
      {(['created', 'changed', 'unchanged'] as const).map((name) => (
        <div key={name} data-none={counts[name] === 0 || undefined}>
          <dt>{NAMES[name]}</dt>
          <dd>{counts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
