import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { GuestCard } from '@domain/guest-card/guest-card.js';
import type { Handover, HandoverNote } from '@domain/handover/handover.js';
import { EXPORT_COLUMNS, exportedBooking } from '@domain/move-in/export-columns.js';
import { PAPER_NAMES } from '@domain/payment/paper.js';
import { keysOf } from '@domain/records.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { tentativeStays } from '@domain/room/decide-tentative-stay.js';
import { displayOrder } from '@domain/room/room-order.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import { CATEGORY_NAMES, HOTEL_FIELDS, ROLE_NAMES } from '@wire/field-texts.js';
import { encodeHotel } from '@wire/hotel-record.js';
import { type RawBuilder, sql } from 'kysely';
import { type CsvRow, csvPages } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import { writeRoomMonths } from '../rooms/room-months-file.public.js';

/** A file of the export, read and written page by page: UTF-8 with BOM, formulas escaped. */
export type ExportFile = { name: string; text: AsyncIterable<string> };

const PAGE = 1_000;

/** Order in which a table is read: its columns, and the condition for rows behind the last one of a page. */
type Order = { by: RawBuilder<unknown>; behind: (at: readonly string[]) => RawBuilder<unknown> };

const BY_ID: Order = { by: sql`id`, behind: ([id]) => sql`id > ${id}::int` };
const BY_DATE: Order = { by: sql`date`, behind: ([date]) => sql`date > ${date}::date` };
/** Order in which a booking comes after those that it follows as their group or party. */
const BY_STAY: Order = {
  by: sql`stay_start, id`,
  behind: ([start, id]) =>
    sql`stay_start >= ${start}::date and (stay_start, id) > (${start}::date, ${id}::int)`,
};

/** The states of a table, page by page. */
async function* pagesOf<State>(
  database: HotelDatabase,
  table: string,
  { by, behind }: Order,
): AsyncGenerator<State[]> {
  for (let condition: RawBuilder<unknown> = sql`true`; ; ) {
    const { rows } = await sql<{ at: string[]; state: State }>`
      select json_build_array(${by}) as at, state from ${sql.table(table)}
      where ${condition} order by ${by} limit ${PAGE}`.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ state }) => state);
    condition = behind(last.at.map(String));
  }
}

/** A file with these columns and the rows of each state. */
function fileOf<State>(
  name: string,
  columns: CsvRow,
  pages: AsyncIterable<State[]> | Iterable<State[]>,
  rowsOf: (state: State) => CsvRow[],
): ExportFile {
  async function* rows() {
    for await (const states of pages) yield states.flatMap(rowsOf);
  }
  return { name, text: csvPages(columns, rows()) };
}

const yesNo = (flag: 0 | 1): string => (flag === 1 ? 'はい' : 'いいえ');
const inUse = ({ isRetired }: { isRetired?: true }): string => (isRetired ? '使用停止' : '使用中');
const NOTE_STATES = { open: '未完了', done: '完了' } as const;

const RECEIPT_COLUMNS = [
  ...['領収書番号', '予約ID', '発行日', '金額', '税率', '宛名', '但し書き', '再発行', '種類', '敬称'],
  ...['差替元', '税率別'],
];

function receiptRows({ id, receipt, statement }: Reservation): CsvRow[] {
  return [receipt, statement].flatMap((own): CsvRow[] => {
    if (!own) return [];
    const totals = own.receiptTotals.map(({ taxRate, amount }) => `${taxRate}%:${amount}`).join(' ');
    return [
      [
        ...[own.receiptNumber, id, own.receiptDate, own.receiptAmount, own.receiptTaxRate],
        ...[own.receiptAddressee, own.receiptNote, own.reissues, PAPER_NAMES[own.receiptKind]],
        ...[own.receiptHonorific, own.receiptReplaces, totals],
      ],
    ];
  });
}

function hotelFile({ hotel }: HotelReference): ExportFile {
  const { version: _, ...profile } = encodeHotel(hotel);
  const fields = keysOf(profile);
  const columns = fields.map((field) => HOTEL_FIELDS[field].label);
  return { name: 'ホテル.csv', text: csvPages(columns, [[fields.map((field) => profile[field])]]) };
}

const WAITING_COLUMNS = [
  ...[
    '宿泊者名',
    '電話番号',
    'チェックイン日',
    'チェックアウト日',
    '男性',
    '女性',
    '喫煙区分',
    '法人',
    '備考',
  ],
];

const TAX_COLUMNS = [
  '名称',
  '開始日',
  '料金に含む',
  '課税団体',
  '料金の下限',
  '税額',
  '税率（%）',
  '免除の理由',
  '使用状態',
];

/** The rules of the 宿泊税, a line for each bracket. */
function lodgingTaxFile({ lodgingTaxRules }: HotelReference): ExportFile {
  return fileOf('宿泊税.csv', TAX_COLUMNS, [[...lodgingTaxRules]], (rule) =>
    rule.levies.flatMap((levy) =>
      levy.brackets.map(({ from, yen, rate }) => [
        ...[rule.name, rule.firstDay, yesNo(rule.isIncluded ? 1 : 0), levy.name, from, yen],
        ...[rate === null ? null : rate / 100, rule.exemptions.join('、'), inUse(rule)],
      ]),
    ),
  );
}

/** The cards of guests: a row for each booking in one, the wishes in its first row. */
function cardsFile(database: HotelDatabase): ExportFile {
  const cards = pagesOf<GuestCard>(database, 'guest_cards', BY_ID);
  return fileOf('お客様カード.csv', ['カード番号', '予約ID', 'ご要望'], cards, ({ id, members, wishes }) =>
    members.map((booking, index) => [id, booking, index === 0 ? wishes : '']),
  );
}

/** The entries of the waiting list that were neither booked nor given up, in the order of waiting. */
function waitingFile(database: HotelDatabase, { corporates }: HotelReference): ExportFile {
  async function* waiting() {
    for await (const states of pagesOf<WaitingEntry>(database, 'waiting_entries', BY_ID)) {
      yield states.filter(({ status }) => status === 'waiting');
    }
  }
  return fileOf('キャンセル待ち.csv', WAITING_COLUMNS, waiting(), (entry) => [
    [
      ...[entry.guestName, entry.tel, entry.start, entry.end, entry.mensCount, entry.womensCount],
      ...[entry.smokingStatus, corporates.get(entry.corporateId)?.corporateShortName ?? '', entry.remark],
    ],
  ]);
}

function masterFiles(reference: HotelReference): ExportFile[] {
  const { corporates, payments, blacklist, staff, roomTypeMappings, prepaidWords } = reference;
  const { cancellationRules, chargeItems, rooms } = reference;
  return [
    fileOf('法人.csv', ['法人名', '法人区分', '使用状態'], [[...corporates.values()]], (record) => [
      [record.corporateShortName, yesNo(record.corporateFlag), inUse(record)],
    ]),
    fileOf('支払方法.csv', ['支払方法', '種類', '使用状態'], [[...payments.values()]], (record) => [
      [record.paymentName, record.kind, inUse(record)],
    ]),
    fileOf(
      'ブラックリスト.csv',
      ['宿泊者名', '電話番号', '使用状態'],
      [[...blacklist.values()]],
      (record) => [[record.guestName, record.tel, inUse(record)]],
    ),
    fileOf('スタッフ.csv', ['氏名', '役割', 'ログイン名', '使用状態'], [[...staff.values()]], (record) => [
      [record.name, ROLE_NAMES[record.role], record.loginName, inUse(record)],
    ]),
    fileOf('事前決済の言葉.csv', ['支払方法の言葉', '使用状態'], [[...prepaidWords.values()]], (record) => [
      [record.word, inUse(record)],
    ]),
    lodgingTaxFile(reference),
    fileOf(
      '売り止め.csv',
      ['部屋番号', '開始日', '終了日', '理由'],
      [rooms.closures.filter(({ tentative }) => !tentative)],
      (closure) => [[closure.roomNumber, closure.start, closure.end, closure.reason]],
    ),
    fileOf(
      '仮予約.csv',
      ['部屋番号', '開始日', '終了日', '宿泊者名', '電話番号', '備考', '期限'],
      [tentativeStays(rooms)],
      ({ roomNumber, start, end, tentative: { guestName, tel, remark, until } }) => [
        [roomNumber, start, end, guestName, tel, remark, until],
      ],
    ),
    fileOf(
      'キャンセル規定.csv',
      ['名称', '予約媒体', '場合', '何日前から', '何日前まで', '料率', '最低額', '税率', '使用状態'],
      [[...cancellationRules.values()]],
      (rule) => [
        [
          ...[rule.name, rule.source || 'すべて', rule.occasion, rule.daysFrom, rule.daysTo],
          ...[rule.percent, rule.minimum, rule.taxRate, inUse(rule)],
        ],
      ],
    ),
    fileOf(
      '明細の項目.csv',
      ['内容', '明細の種類', '税率', '使用状態'],
      [[...chargeItems.values()]],
      (item) => [[item.name, item.kind, item.taxRate, inUse(item)]],
    ),
    fileOf(
      '部屋タイプの対応付け.csv',
      ['部屋タイプ', '部屋の区分', '使用状態'],
      [[...roomTypeMappings.values()]],
      (record) => {
        const categories = record.categories.map((category) => CATEGORY_NAMES[category]);
        return [[record.roomType, categories.join('、'), inUse(record)]];
      },
    ),
  ];
}

async function* roomsText({ rooms }: HotelReference): AsyncGenerator<string> {
  const order = displayOrder(rooms.byNumber);
  const months = [...rooms.byId.values()].sort(
    (a, b) => a.month.localeCompare(b.month) || order(a.roomNumber, b.roomNumber),
  );
  yield writeRoomMonths(months);
}

/** Everything that the hotel entered, a file for each kind of thing; the columns are documented in .docs/move-in.md. */
export function exportFiles(database: HotelDatabase, reference: HotelReference): ExportFile[] {
  const bookings = () => pagesOf<Reservation>(database, 'bookings', BY_STAY);
  const days = pagesOf<WeatherDay>(database, 'weather_days', BY_DATE);
  const notes = pagesOf<HandoverNote>(database, 'handover_notes', BY_ID);
  const handovers = pagesOf<Handover>(database, 'handovers', BY_ID);
  const bookingColumns = EXPORT_COLUMNS.map(({ header }) => header);
  return [
    hotelFile(reference),
    { name: '部屋.csv', text: roomsText(reference) },
    ...masterFiles(reference),
    waitingFile(database, reference),
    fileOf('予約.csv', bookingColumns, bookings(), (booking) => [exportedBooking(booking, reference)]),
    fileOf('領収書.csv', RECEIPT_COLUMNS, bookings(), receiptRows),
    cardsFile(database),
    fileOf('天気と休日.csv', ['日付', '天気', '休日'], days, ({ date, weather, holidayFlag }) => [
      [date, weather, yesNo(holidayFlag)],
    ]),
    fileOf('申し送り.csv', ['日付', '内容', '状態'], notes, ({ date, text, status }) =>
      status === 'removed' ? [] : [[date, text, NOTE_STATES[status]]],
    ),
    fileOf('引継ぎ.csv', ['担当者', '端末', 'メモ'], handovers, ({ staffId, terminal, memo }) => [
      [staffName(reference, staffId), terminal, memo],
    ]),
  ];
}
