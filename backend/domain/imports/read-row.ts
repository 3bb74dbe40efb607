import { daysBetween } from '../dates.js';
import { MAX_BOOKING_NUMBER, MAX_NAME, MAX_TEL } from '../limits.js';
import { MAX_NIGHTS } from '../reservation/save-rules.js';
import { amountWarnings, readAmount, readCount } from './channel-amounts.js';
import type { ChannelColumn } from './channel-columns.js';
import { readCheckinTime, readDate, readRevision } from './channel-dates.js';
import { readPeople } from './channel-names.js';
import { notesOf } from './channel-notes.js';
import type { ChannelReservation } from './channel-reservation.js';
import { sourceOfSite } from './channel-sites.js';
import { cut, oneLine, plainText } from './channel-text.js';
import { type BrokenRow, ROW_KINDS } from './csv-reservation.js';
import { shareRooms } from './room-shares.js';

const MAX_ROOMS = 20;
const LADIES_ROOM = /レディース|女性/;

/** The text of a column; empty when the row has no such cell. */
type Cell = (column: ChannelColumn) => string;

function readIdentity(cell: Cell) {
  const number = oneLine(cell('予約番号'));
  const kind = ROW_KINDS.find((known) => known === plainText(cell('予約区分')));
  const site = cut(oneLine(cell('予約サイト名')), MAX_NAME);
  const bookingNumber = [...number].length <= MAX_BOOKING_NUMBER ? number : '';
  return { site, bookingNumber, kind, isKnown: site !== '' && bookingNumber !== '' && kind !== undefined };
}

function readStay(cell: Cell) {
  const stayStart = readDate(cell('チェックイン日'));
  const stayEnd = readDate(cell('チェックアウト日'));
  const nights = stayStart && stayEnd ? daysBetween(stayStart, stayEnd) : 0;
  const isGiven = plainText(cell('チェックイン日')) !== '' && plainText(cell('チェックアウト日')) !== '';
  return { stayStart, stayEnd, isGiven, isRight: nights >= 1 && nights <= MAX_NIGHTS };
}

function readGuests(cell: Cell, roomName: string) {
  const men = readCount(cell('男性人数'));
  const women = readCount(cell('女性人数'));
  const adults = readCount(cell('大人人数')) ?? 0;
  const areWomen = men === 0 && women === 0 && LADIES_ROOM.test(plainText(roomName));
  return {
    men: men ?? 0,
    women: areWomen ? adults : (women ?? 0),
    areReadable: men !== null && women !== null,
  };
}

function readRooms(cell: Cell, roomName: string) {
  const { men, women, areReadable } = readGuests(cell, roomName);
  const count = readCount(cell('部屋数'), 1) ?? 0;
  const isCounted = count >= 1 && count <= MAX_ROOMS;
  const fee = readAmount(cell('合計料金'));
  const points = readAmount(cell('ポイント'));
  const [totalFee, usedPoints] = [fee ?? 0, points ?? 0];
  const isPaidFor = fee !== null && points !== null;
  const warnings = isPaidFor
    ? amountWarnings({ totalFee, usedPoints }, cell('請求料金'), cell('連泊情報'))
    : [];
  const rooms = shareRooms({ rooms: isCounted ? count : 1, men, women, totalFee, usedPoints });
  return { rooms, warnings, areRight: areReadable && isCounted && isPaidFor };
}

/**
 * Reads one row of the channel manager's file, given by column. What cannot be read becomes the row's fault and never
 * an error; a cancel that names its reservation needs nothing else. `digest` stands for the row as it came, `broken` says
 * why it has no cells.
 */
export function readRow(
  cells: ReadonlyMap<string, string>,
  { digest, timezone, broken = null }: { digest: string; timezone: string; broken?: BrokenRow | null },
): ChannelReservation {
  const cell: Cell = (column) => cells.get(column) ?? '';
  const { site, bookingNumber, kind, isKnown } = readIdentity(cell);
  const { marks, areFit, ...people } = readPeople({
    guest: cell('宿泊者氏名'),
    guestKana: cell('宿泊者氏名カナ'),
    member: cell('会員氏名'),
    memberKana: cell('会員氏名カナ'),
  });
  const { stayStart, stayEnd, ...stay } = readStay(cell);
  const roomSymbol = cut(oneLine(cell('部屋記号')), MAX_NAME);
  const roomName = cut(oneLine(cell('部屋名称')), MAX_NAME);
  const { rooms, warnings, areRight } = readRooms(cell, roomName);
  const tel = oneLine(cell('電話番号'));
  const isLongTel = [...tel].length > MAX_TEL;
  const isCancel = isKnown && kind === 'キャンセル';
  const isWhole = isKnown && areFit && areRight && stay.isGiven && (roomSymbol !== '' || roomName !== '');
  const unreadable = !isWhole ? '必須項目欠落' : stay.isRight ? null : '日付不正';
  const fault = broken ?? unreadable;
  return {
    site,
    bookingNumber,
    kind: kind ?? '予約',
    revision: readRevision([cell('予約日時'), cell('変更日時'), cell('キャンセル日時')], timezone),
    digest,
    fault: isCancel ? null : fault,
    warnings: isCancel ? [] : warnings,
    roomSymbol,
    roomName,
    companyName: cut(oneLine(cell('会員会社名')), MAX_NAME),
    bookingSource: sourceOfSite(site),
    ...people,
    tel: isLongTel ? '' : tel,
    notes: notesOf({
      marks,
      remarks: cell('備考'),
      memo: cell('メモ'),
      plan: cell('プラン名称'),
      meals: cell('食事条件'),
      children: cell('子供人数'),
      company: cell('会員会社名'),
      tel: isLongTel ? tel : '',
    }),
    stayStart,
    stayEnd,
    checkinTime: readCheckinTime(cell('チェックイン時刻')),
    paymentFlag: plainText(cell('支払方法')) === '事前決済' ? 1 : 0,
    rooms: isCancel ? rooms.map((room) => ({ ...room, fault: null })) : rooms,
  };
}
