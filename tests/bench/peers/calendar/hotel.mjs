// The hotel that the pages beside the product show: the same rooms, nights and share of booked ones as the product's.
const STAY_NIGHTS = 4;
const GAP_NIGHTS = 1;
const FIRST = Date.UTC(2026, 9, 23);
const DAY_MS = 86_400_000;
export const COLUMN = 56;
export const ROW = 26;
export const HEAD = 104;

const KINDS = ['シングル', 'ダブル', 'ツイン'];
const pad = (value) => String(value).padStart(2, '0');

/** Rooms, days, and stays by row and column; 80 % of the nights are booked. */
export function hotelOf(roomCount, dayCount) {
  const rooms = Array.from({ length: roomCount }, (_, row) => ({
    number: String(201 + row),
    kind: KINDS[row % 3],
  }));
  const days = Array.from({ length: dayCount }, (_, column) => {
    const at = new Date(FIRST + column * DAY_MS);
    return { at, iso: at.toISOString().slice(0, 10), text: `${at.getUTCMonth() + 1}/${at.getUTCDate()}` };
  });
  const stays = [];
  rooms.forEach((_, row) => {
    const phase = (row * 2) % (STAY_NIGHTS + GAP_NIGHTS);
    for (let first = -phase; first < dayCount; first += STAY_NIGHTS + GAP_NIGHTS) {
      const [start, end] = [Math.max(0, first), Math.min(dayCount, first + STAY_NIGHTS)];
      if (end <= start) continue;
      const id = stays.length + 1;
      stays.push({ id, row, start, end, guest: `山田 太郎${id}`, shade: id % 6, unpaid: id % 3 === 0 });
    }
  });
  return { rooms, days, stays };
}

/** The day of a column as local calendars take it. */
export const localDayOf = (column) => {
  const at = new Date(FIRST + column * DAY_MS);
  return `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}T00:00:00`;
};

export const SHADES = ['#cfe3f5', '#b9d5ef', '#a3c8e8', '#8ebbe0', '#79aed8', '#65a1d0'];
