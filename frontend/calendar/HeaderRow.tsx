// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import { memo, type ReactNode } from 'react';
import { chunksOf, DATE_ROW_HEIGHT, HEADER_ROW_HEIGHT, within } from './geometry.js';
import { HeaderChunk, type HeaderDays } from './HeaderChunk.js';
import { countedBy, HEADER_LABELS } from '../shared/calendar-data/header-rows.js';

type HeaderRowProps = {
  index: number;
  firstColumn: number;
  endColumn: number;
  focused: number | null;
  /** What stands at the left instead of the row's name. */
  corner?: ReactNode;
} & HeaderDays;

/** One header row: its name and the days in the window. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { index, firstColumn, endColumn, focused, corner, ...shown } = props;
  const { row } = shown;
  return (
    <div
      role="row"
      className="header-row"
      aria-rowindex={index + 1}
      data-row={countedBy(row) === null ? row : 'count'}
      style={{ height: row === 'date' ? DATE_ROW_HEIGHT : HEADER_ROW_HEIGHT }}
    >
      <div role="rowheader" className="header-head" aria-colindex={1} tabIndex={focused === -1 ? 0 : -1}>
        {corner ?? HEADER_LABELS[row]}
      </div>
      {chunksOf({ firstColumn, endColumn }, index).map(({ first, end }) => (
        <HeaderChunk
          key={first}
          {...shown}
          first={first}
          end={end}
          focused={within(focused, first, end) ? focused : null}
        />
      ))}
    </div>
  );
});
