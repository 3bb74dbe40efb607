const MARKS = [
  { mark: 'paid', name: '支払済' },
  { mark: 'unpaid', name: '未払い' },
  { mark: 'in', name: 'チェックイン済' },
  { mark: 'out', name: 'チェックアウト済' },
  { mark: 'closed', name: '予約不可' },
];

/** What the looks of the calendar's cells mean. */
export function Legend() {
  return (
    <ul className="legend soft" aria-label="凡例">
      {MARKS.map(({ mark, name }) => (
        <li key={mark}>
          <span className="legend-mark" data-mark={mark} />
          {name}
        </li>
      ))}
    </ul>
  );
}
