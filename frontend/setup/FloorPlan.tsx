import { NOT_BOOKABLE, type PlannedRoom, STOREROOM } from '@domain/room/room-month.js';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { floorPlan, type PlanRow } from './room-plan.js';

type FloorPlanProps = {
  rooms: readonly PlannedRoom[];
  /** The room types of the plan in the order of their colours. */
  types: readonly string[];
  onPaint: (numbers: readonly string[]) => void;
};

const STEPS: Readonly<Record<string, readonly [floors: number, places: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const SHADES = 6;
/** More characters than a cell has room for. */
const LONG = 4;

/** Returns what is special about a room, short. */
function marksOf({ roomType, smokingStatus, priority, corporate, reservableStatus }: PlannedRoom): string[] {
  return [
    smokingStatus === '喫煙' ? '喫煙' : '',
    priority && `${priority}優先`,
    corporate === 1 ? '法人専用' : '',
    reservableStatus === NOT_BOOKABLE && roomType !== STOREROOM ? '予約不可' : '',
  ].filter(Boolean);
}

const SHORT: Readonly<Record<string, string>> = {
  喫煙: '喫',
  男性優先: '男',
  女性優先: '女',
  法人専用: '法',
  予約不可: '不可',
};

type PlannedCellProps = {
  room: PlannedRoom;
  shade: number;
  isTabStop: boolean;
  onFocus: () => void;
  onPress: () => void;
};

/** A room of the plan; the pointer paints before it clicks, so that only Enter and Space press it. */
function PlannedCell({ room, shade, isTabStop, onFocus, onPress }: PlannedCellProps) {
  const marks = marksOf(room);
  return (
    <button
      type="button"
      data-planned={room.roomNumber}
      data-shade={shade}
      data-closed={room.reservableStatus === NOT_BOOKABLE || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={[room.roomNumber, room.roomType, ...marks].join(' ')}
      data-tooltip={room.roomNumber.length > LONG ? room.roomNumber : undefined}
      onFocus={onFocus}
      onClick={(event) => event.detail === 0 && onPress()}
    >
      <strong className="planned-number">{room.roomNumber}</strong>
      <span className="cut">{room.roomType}</span>
      <span className="floor-marks">{marks.map((mark) => SHORT[mark]).join(' ')}</span>
    </button>
  );
}

/** The next room in a direction, over gaps; null at the edge. */
function neighbourOf(
  rows: readonly PlanRow[],
  number: string,
  [down, right]: readonly [number, number],
): string | null {
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const isHere = (room: PlannedRoom | null): boolean => room?.roomNumber === number;
  let row = rows.findIndex(({ cells }) => cells.some(isHere));
  let column = rows[row]?.cells.findIndex(isHere) ?? -1;
  do {
    row += down;
    column += right;
    const next = rows[row]?.cells[column];
    if (next) return next.roomNumber;
  } while (row >= 0 && row < rows.length && column >= 0 && column < columns);
  return null;
}

const numbersOf = (cells: readonly (PlannedRoom | null)[]): string[] =>
  cells.flatMap((room) => room?.roomNumber ?? []);

/** The head of a row, which paints its floor, or all rooms without one. */
function PlanRowHead({ floor, onPaint }: { floor: string | null; onPaint: () => void }) {
  const name = floor === null ? 'その他' : `${floor}階`;
  return (
    <th scope="row">
      <button type="button" aria-label={`${name}をすべて塗る`} onClick={onPaint}>
        {name}
      </button>
    </th>
  );
}

/**
 * The rooms as they lie in the house, painted over by pointer or key: one, a stroke of them, a floor, or a place on all
 * floors.
 */
export function FloorPlan({ rooms, types, onPaint }: FloorPlanProps) {
  const { places, rows } = floorPlan(rooms);
  const [current, setCurrent] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const focusable = rooms.some(({ roomNumber }) => roomNumber === current)
    ? current
    : (rows[0]?.cells.find((room) => room !== null)?.roomNumber ?? null);

  const go = (number: string) => {
    setCurrent(number);
    grid.current?.querySelector<HTMLElement>(`[data-planned="${CSS.escape(number)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const number = (event.target as HTMLElement).dataset.planned;
    const step = STEPS[event.key];
    if (!number || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = neighbourOf(rows, number, step);
    if (!next) return;
    if (event.shiftKey) onPaint([number, next]);
    go(next);
  };
  const paintAt = (event: PointerEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-planned]');
    if (cell?.dataset.planned) onPaint([cell.dataset.planned]);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // Lets a stroke go on over other rooms.
    (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
    paintAt(event);
  };

  return (
    <div className="floor-scroll">
      <table
        ref={grid}
        role="grid"
        aria-label="部屋の図"
        className="floor-plan"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerOver={(event) => event.buttons === 1 && paintAt(event)}
      >
        <thead>
          <tr>
            <td />
            {places.map((place, index) => (
              <th key={place} scope="col">
                <button
                  type="button"
                  aria-label={`全階の${place}を塗る`}
                  onClick={() =>
                    onPaint(
                      numbersOf(rows.filter(({ floor }) => floor).map(({ cells }) => cells[index] ?? null)),
                    )
                  }
                >
                  {place}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ floor, cells }, index) => (
            <tr key={floor ?? `others-${index}`}>
              <PlanRowHead
                floor={floor}
                onPaint={() =>
                  onPaint(numbersOf(rows.filter((row) => row.floor === floor).flatMap((row) => row.cells)))
                }
              />
              {cells.map((room, column) => (
                <td key={room?.roomNumber ?? `gap-${column}`}>
                  {room && (
                    <PlannedCell
                      room={room}
                      shade={types.indexOf(room.roomType) % SHADES}
                      isTabStop={room.roomNumber === focusable}
                      onFocus={() => setCurrent(room.roomNumber)}
                      onPress={() => onPaint([room.roomNumber])}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
