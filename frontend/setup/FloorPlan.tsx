// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move through its cells, as a grid's do.
import { NOT_BOOKABLE, type PlannedRoom, STOREROOM } from '@domain/room/room-month.js';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { floorsOf } from './room-plan.js';

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

/** What is special about a room, short. */
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
      onFocus={onFocus}
      onClick={(event) => event.detail === 0 && onPress()}
    >
      <strong>{room.roomNumber}</strong>
      <span className="cut">{room.roomType}</span>
      <span className="floor-marks">{marks.map((mark) => SHORT[mark]).join(' ')}</span>
    </button>
  );
}

/**
 * The rooms as they lie in the house, painted over by pointer or key: one, a stroke of them, a floor, or a place on all
 * floors.
 */
export function FloorPlan({ rooms, types, onPaint }: FloorPlanProps) {
  const { floors, places } = floorsOf(rooms);
  const [current, setCurrent] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const focusable = rooms.some(({ roomNumber }) => roomNumber === current)
    ? current
    : (floors[0]?.rooms.values().next().value?.roomNumber ?? null);

  const go = (number: string) => {
    setCurrent(number);
    grid.current?.querySelector<HTMLElement>(`[data-planned="${number}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const number = (event.target as HTMLElement).dataset.planned;
    const step = STEPS[event.key];
    if (!number || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [down, right] = step;
    let floor = floors.findIndex(({ rooms: there }) => there.get(number.slice(-2))?.roomNumber === number);
    let place = places.indexOf(number.slice(-2));
    // Over gaps to the next room that way.
    do {
      floor += down;
      place += right;
      const next = floors[floor]?.rooms.get(places[place] ?? '');
      if (!next) continue;
      if (event.shiftKey) onPaint([number, next.roomNumber]);
      go(next.roomNumber);
      return;
    } while (floor >= 0 && floor < floors.length && place >= 0 && place < places.length);
  };
  const paintAt = (event: PointerEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-planned]');
    if (cell?.dataset.planned) onPaint([cell.dataset.planned]);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // So that a stroke goes on over other rooms.
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
            {places.map((place) => (
              <th key={place} scope="col">
                <button
                  type="button"
                  aria-label={`全階の${place}を塗る`}
                  onClick={() =>
                    onPaint(floors.flatMap(({ rooms: there }) => there.get(place)?.roomNumber ?? []))
                  }
                >
                  {place}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {floors.map(({ floor, rooms: there }) => (
            <tr key={floor}>
              <th scope="row">
                <button
                  type="button"
                  aria-label={floor ? `${floor}階をすべて塗る` : 'その他をすべて塗る'}
                  onClick={() => onPaint([...there.values()].map(({ roomNumber }) => roomNumber))}
                >
                  {floor ? `${floor}階` : 'その他'}
                </button>
              </th>
              {places.map((place) => {
                const room = there.get(place);
                return (
                  <td key={place}>
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
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
