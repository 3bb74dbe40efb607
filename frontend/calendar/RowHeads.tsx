import { ChevronDown, ChevronUp, Help, Refresh } from '@blueprintjs/icons';
import { monthText } from '@domain/calendar/stay-text.js';
import type { CleaningState } from '@domain/cleaning/room-cleaning.js';
import type { Month } from '@domain/dates.js';
import { STOREROOM } from '@domain/room/room-month.js';
import { memo } from 'react';
import { candidateAtom } from '../booking/form.js';
import { isPartUnreadAtom, type RoomHead } from '../shared/calendar-data/calendar.js';
import { HEADER_LABELS, type HeaderRowKind } from '../shared/calendar-data/header-rows.js';
import { cleaningMarkAtom } from '../shared/cleaning.js';
import { liveSession } from '../shared/live/live-session.js';
import { headerFoldedAtom } from '../shared/preferences.js';
import { useValue, useWrite } from '../shared/store.js';

/**
 * The id by which a row owns its head (`aria-owns`). All heads lie in one layer beside the rows, since each sticky element
 * makes one. The layer needs `role=row` in the document; `aria-owns` moves the heads to their rows.
 */
export const headId = (rowIndex: number): string => `row-head-${rowIndex}`;

type RoomHeadCellProps = { head: RoomHead; row: number; headerRows: number; focusable: boolean };

/** A row's head: the room's number, kind and traits, with its floor's colour. */
export const RoomHeadCell = memo(function RoomHeadCell(props: RoomHeadCellProps) {
  const { roomNumber, colour, month } = props.head;
  const candidate = useValue(candidateAtom(roomNumber));
  const cleaning = useValue(cleaningMarkAtom(roomNumber));
  const rowIndex = props.headerRows + props.row + 1;
  const traits = [
    month.smokingStatus === '喫煙' && { mark: '喫', name: '喫煙' },
    month.priority === '女性' && { mark: '女', name: '女性優先' },
    month.priority === '男性' && { mark: '男', name: '男性優先' },
    month.corporate === 1 && { mark: '法', name: '法人' },
  ].filter((trait) => trait !== false);
  const spoken = [roomNumber, month.roomType, month.smokingStatus, ...traits.map(({ name }) => name)];
  return (
    <div
      role="rowheader"
      id={headId(rowIndex)}
      className="room-head"
      aria-rowindex={rowIndex}
      aria-colindex={1}
      tabIndex={props.focusable ? 0 : -1}
      data-room={roomNumber}
      data-candidate={candidate === true ? 'true' : undefined}
      data-dimmed={candidate === false || undefined}
      data-colour={colour}
      data-storeroom={month.roomType === STOREROOM || undefined}
      data-tooltip={[...new Set(spoken), month.reservableStatus, ...(cleaning ? [cleaning] : [])].join('・')}
      style={{ top: `calc(${props.row} * var(--row))` }}
    >
      <span className="room-number cut">{roomNumber}</span>
      <span className="soft cut">{month.roomLabel || month.roomType}</span>
      {traits.map(({ mark, name }) => (
        <span key={mark} className="room-trait" data-trait={mark}>
          <span aria-hidden="true">{mark}</span>
          <span className="visually-hidden">{name}</span>
        </span>
      ))}
      {cleaning && <CleaningMark state={cleaning} />}
    </div>
  );
});

/** Marks a room that waits for its cleaning: a filled square for 清掃前, an empty one for 清掃中. */
export function CleaningMark({ state }: { state: CleaningState }) {
  return (
    <span className="cleaning-mark" data-cleaning={state}>
      <span className="visually-hidden">{state}</span>
    </span>
  );
}

type HeaderHeadCellProps = {
  row: HeaderRowKind;
  index: number;
  /** In pixels. */
  top: number;
  height: number;
  focusable: boolean;
  /** The month in sight, for the row of dates. */
  month: Month | undefined;
  onHelp: () => void;
};

/** The head of a header row: its name, or the corner's month and buttons. */
export const HeaderHeadCell = memo(function HeaderHeadCell(props: HeaderHeadCellProps) {
  const { row, index, top, height } = props;
  return (
    <div
      role="rowheader"
      id={headId(index + 1)}
      className="header-head"
      aria-rowindex={index + 1}
      aria-colindex={1}
      tabIndex={props.focusable ? 0 : -1}
      data-row={row}
      style={{ top, height: height - 1 }}
    >
      {row === 'date' ? (
        <MonthCorner month={props.month} />
      ) : row === 'total' ? (
        <TotalCorner onHelp={props.onHelp} />
      ) : row === 'weather' ? (
        <WeatherCorner />
      ) : (
        HEADER_LABELS[row]
      )}
    </div>
  );
});

/** The header's corner: the month in sight, and the switch that folds the header rows. */
function MonthCorner({ month }: { month: Month | undefined }) {
  const folded = useValue(headerFoldedAtom);
  const setFolded = useWrite(headerFoldedAtom);
  const name = folded ? '見出しを広げる' : '見出しをたたむ';
  return (
    <>
      <span className="corner-month">{month && monthText(month)}</span>
      <button
        type="button"
        className="corner-button"
        aria-label={name}
        aria-expanded={!folded}
        data-tooltip={name}
        onClick={() => setFolded(!folded)}
      >
        {folded ? <ChevronDown size={14} /> : <ChevronUp size={14} />}
      </button>
    </>
  );
}

/** Reads a part of the calendar anew that could not be read. */
function ReadAnew({ what }: { what: string }) {
  const name = `${what}を読み込めませんでした。もう一度読み込む`;
  return (
    <button
      type="button"
      className="corner-button"
      data-failed
      aria-label={name}
      data-tooltip={name}
      onClick={() => void liveSession.calendar.refresh()}
    >
      <Refresh size={14} />
    </button>
  );
}

/** The head of the total row, with the help for its figures. */
function TotalCorner({ onHelp }: { onHelp: () => void }) {
  const isUnread = useValue(isPartUnreadAtom('counts'));
  const name = '予約数の計算式';
  return (
    <>
      <span>合計</span>
      {isUnread ? (
        <ReadAnew what="予約数" />
      ) : (
        <button
          type="button"
          className="corner-button"
          aria-label={name}
          data-tooltip={name}
          onClick={onHelp}
        >
          <Help size={14} />
        </button>
      )}
    </>
  );
}

/** The head of the row of weather. */
function WeatherCorner() {
  const isUnread = useValue(isPartUnreadAtom('weather'));
  return (
    <>
      <span>{HEADER_LABELS.weather}</span>
      {isUnread && <ReadAnew what="天気" />}
    </>
  );
}
