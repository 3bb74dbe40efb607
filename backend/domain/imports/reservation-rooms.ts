import { groupBy } from '../group-by.js';
import { MAX_NOTES } from '../limits.js';
import { keysOf } from '../records.js';
import { cut, labelled, plainText } from './channel-cells.js';
import { type ChannelReservation, faultOfGuests, type RoomShare } from './channel-reservation.js';
import type { CsvReservation } from './csv-reservation.js';

/**
 * A row to import. `together` holds all rows of its file with the same reservation, instant and kind, itself included;
 * absent when there is no other.
 */
export type ImportedRow = ChannelReservation & { together?: ChannelReservation[] };

/** The identity of a room of a reservation: its type and its stay. */
type Place = Pick<ChannelReservation, 'roomSymbol' | 'roomName' | 'stayStart' | 'stayEnd'>;

const typeOf = ({ roomSymbol, roomName }: Place): string =>
  `${plainText(roomSymbol)}\n${plainText(roomName)}`;
const stayOf = ({ stayStart, stayEnd }: Place): string => `${stayStart}\n${stayEnd}`;
const placeOf = (place: Place): string => `${typeOf(place)}\n${stayOf(place)}`;

/** Orders the records of a reservation: the newest first, of these the rooms that it still has, then by number. */
const byStanding = (a: CsvReservation, b: CsvReservation): number =>
  Date.parse(b.revision) - Date.parse(a.revision) ||
  Number(a.kind === 'キャンセル') - Number(b.kind === 'キャンセル') ||
  a.roomIndex - b.roomIndex;

/** The record that says how new the stored reservation is; undefined when it has none. */
export function leadOf(known: readonly CsvReservation[]): CsvReservation | undefined {
  return known.toSorted(byStanding)[0];
}

/** Returns whether a record is of a room that its reservation no longer has, while it has others. */
export function isGivenUp(record: CsvReservation, known: readonly CsvReservation[]): boolean {
  return record.kind === 'キャンセル' && leadOf(known)?.kind !== 'キャンセル';
}

const sumOf = (rooms: readonly RoomShare[], field: Exclude<keyof RoomShare, 'fault'>): number =>
  rooms.reduce((sum, room) => sum + room[field], 0);

/** All shares of a row as one room. */
function oneRoom({ rooms }: ChannelReservation): RoomShare {
  const [mensCount, womensCount] = [sumOf(rooms, 'mensCount'), sumOf(rooms, 'womensCount')];
  return {
    mensCount,
    womensCount,
    totalFee: sumOf(rooms, 'totalFee'),
    usedPoints: sumOf(rooms, 'usedPoints'),
    fault: faultOfGuests(mensCount + womensCount),
  };
}

/** A 部屋数 that is the number of rows counts the reservation's rooms, where the row has no guest for each of its own. */
function withOwnRooms<Row extends ChannelReservation>(row: Row, rows: number): Row {
  const isWhole =
    rows > 1 && row.rooms.length === rows && row.rooms.some(({ fault }) => fault === '人数不明');
  return isWhole ? { ...row, rooms: [oneRoom(row)] } : row;
}

const LABELS = {
  guestName1: '宿泊者名',
  guestName1Kana: '宿泊者名(カナ)',
  reserverName: '予約者名',
  reserverNameKana: '予約者名(カナ)',
  tel: '電話番号',
  checkinTime: 'チェックイン時間',
  men: '男性',
  women: '女性',
  rooms: '部屋数',
  totalFee: '合計料金',
  usedPoints: '利用ポイント',
  payment: '精算',
  company: '会社',
  notes: '備考',
} as const;
type Said = Record<keyof typeof LABELS, string | number>;

function said(row: ChannelReservation): Said {
  const { rooms, paymentFlag, companyName, ...texts } = row;
  const { mensCount, womensCount, totalFee, usedPoints } = oneRoom(row);
  return {
    ...{ ...texts, men: mensCount, women: womensCount, rooms: rooms.length, totalFee, usedPoints },
    ...{ payment: paymentFlag === 1 ? '済' : '未', company: companyName },
  };
}

/** The labels of what two rows of one room say differently, and a line for each thing that the other one says. */
function contradictions(row: ChannelReservation, other: ChannelReservation) {
  const [own, others] = [said(row), said(other)];
  const fields = keysOf(LABELS).filter((field) => own[field] !== others[field]);
  const lines = fields.map(
    (field) => labelled(LABELS[field], `${others[field]}`) || `${LABELS[field]}: なし`,
  );
  return { fields, lines };
}

const OTHER_ROW = '同じ部屋の別の行';

/** Gives a row a fault for what another of the same room and instant says otherwise, and its notes what that is. */
function withContradictions(row: ChannelReservation, others: readonly ChannelReservation[]) {
  const found = others.map((other) => contradictions(row, other)).filter(({ fields }) => fields.length > 0);
  if (found.length === 0) return row;
  const fields = new Set(found.flatMap((each) => each.fields));
  const lines = found.map((each) => `${OTHER_ROW}: ${each.lines.join('、')}`);
  return {
    ...row,
    fault: row.fault ?? ('内容の矛盾' as const),
    faultDetail: row.fault ? row.faultDetail : [...fields].map((field) => LABELS[field]).join(', '),
    notes: cut([row.notes, ...lines].filter((line) => line !== '').join('\n'), MAX_NOTES),
  };
}

/** A room of a file's rows: its place, which of the rooms of its rows it is, and the digests of all rows of that place. */
type Room = { row: ChannelReservation; share: number; digests: readonly string[] };

/** The rooms that rows of one instant have together; those of the same type and stay are the same ones. */
function roomsOf(rows: readonly ChannelReservation[]): Room[] {
  const places = groupBy(rows, placeOf);
  return [...places.values()].flatMap((same) => {
    const row = same.reduce((most, one) => (one.rooms.length > most.rooms.length ? one : most));
    const digests = same.map(({ digest }) => digest);
    return row.rooms.map((_, share) => ({ row, share, digests }));
  });
}

type Fits = (room: Room, record: CsvReservation) => boolean;

/** Ways in which a room finds its record, the surest first; the last one allows a change of type, stay and guest. */
const FITS: readonly Fits[] = [
  ({ row, digests }, record) => placeOf(row) === placeOf(record) && digests.includes(record.digest),
  ({ row }, record) => placeOf(row) === placeOf(record),
  ({ row }, record) => typeOf(row) === typeOf(record),
  ({ row }, record) =>
    record.kind !== 'キャンセル' && stayOf(row) === stayOf(record) && row.guestName1 === record.guestName1,
  () => true,
];

/** The stored record of each room, null for a room that has none yet. */
function recordsOf(rooms: readonly Room[], known: readonly CsvReservation[]): (CsvReservation | null)[] {
  const left = new Set(
    known.toSorted(
      (a, b) => Number(isGivenUp(a, known)) - Number(isGivenUp(b, known)) || a.roomIndex - b.roomIndex,
    ),
  );
  const found: (CsvReservation | null)[] = rooms.map(() => null);
  for (const fits of FITS) {
    for (const [index, room] of rooms.entries()) {
      if (found[index]) continue;
      const record = [...left].find((one) => fits(room, one));
      if (!record) continue;
      found[index] = record;
      left.delete(record);
    }
  }
  return found;
}

/** A room of a row and its stored record; null for none. */
export type RoomOfRow = { share: number; record: CsvReservation | null };

/**
 * A row beside the stored records of its reservation: what it says, its rooms with their records, the records of rooms
 * that neither it nor a row beside it has, and how many rooms they have together.
 */
export type RowAmongRecords = {
  row: ChannelReservation;
  rooms: RoomOfRow[];
  surplus: CsvReservation[];
  count: number;
  /** Its file has no other row of this instant. */
  isAlone: boolean;
};

/** The rows of one instant that differ, the row itself among them. */
function rowsOf({ together, ...row }: ImportedRow): { own: ChannelReservation; rows: ChannelReservation[] } {
  const byDigest = new Map([...(together ?? []), row].map((one) => [one.digest, one]));
  const places = new Set([...byDigest.values()].map(placeOf)).size;
  const rows = [...byDigest.values()].map((one) => withOwnRooms(one, places));
  return { own: rows.find(({ digest }) => digest === row.digest) ?? row, rows };
}

/**
 * Finds the records of a row's rooms (channel-csv.md, identity): rows of one file, reservation and instant that differ in
 * type or stay are rooms of it, those that differ in neither contradict each other.
 */
export function amongRecords(imported: ImportedRow, known: readonly CsvReservation[]): RowAmongRecords {
  const { own, rows } = rowsOf(imported);
  const rooms = roomsOf(rows);
  const records = recordsOf(rooms, known);
  const others = rows.filter((row) => row.digest !== own.digest && placeOf(row) === placeOf(own));
  const isOwn = ({ row, share }: Room) => placeOf(row) === placeOf(own) && share < own.rooms.length;
  return {
    row: withContradictions(own, others),
    rooms: rooms.flatMap((room, index) =>
      isOwn(room) ? [{ share: room.share, record: records[index] ?? null }] : [],
    ),
    surplus: known.filter((record) => !records.includes(record)),
    count: rooms.length,
    isAlone: rows.length === 1,
  };
}
