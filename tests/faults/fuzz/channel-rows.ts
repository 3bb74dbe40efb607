import { addDays, day } from '@domain/dates.js';
import fc from 'fast-check';
import { type ChannelRow, channelRow } from '../../support/channel-file.js';
import { oddName } from './odd-names.js';

const FIRST_NIGHT = day('2096-01-05');
const SYMBOLS = ['NS', 'NS', 'NS', 'NS', 'XX'];

/** A row as the channel manager sends it; `run` keeps the reservations of one file apart from those of others. */
const row = (run: string) =>
  fc
    .record({
      reservation: fc.nat(5),
      kind: fc.constantFrom('予約', '予約', '予約変更', 'キャンセル'),
      minute: fc.nat(59),
      night: fc.nat(380),
      nights: fc.integer({ min: 1, max: 3 }),
      name: fc.oneof(fc.constantFrom('髙橋 太郎', '山﨑 花子【精算不要】'), oddName),
      symbol: fc.constantFrom(...SYMBOLS),
      rooms: fc.constantFrom(1, 1, 1, 2),
      fee: fc.nat(90_000),
    })
    .map(({ reservation, kind, minute, night, nights, name, symbol, rooms, fee }): ChannelRow => {
      const at = `2095-11-01 10:${String(minute).padStart(2, '0')}:00`;
      return channelRow({
        予約番号: `${run}-${reservation}`,
        予約区分: kind,
        予約日時: '2095-11-01 09:00:00',
        変更日時: kind === '予約変更' ? at : '',
        キャンセル日時: kind === 'キャンセル' ? at : '',
        チェックイン日: addDays(FIRST_NIGHT, night),
        チェックアウト日: addDays(FIRST_NIGHT, night + nights),
        泊数: String(nights),
        部屋記号: symbol,
        部屋数: String(rooms),
        男性人数: String(rooms),
        大人人数: String(rooms),
        宿泊者氏名: name,
        会員氏名: name,
        合計料金: String(fee),
      });
    });

/** A few rows, of few reservations. */
export const channelRows = (run: string): fc.Arbitrary<ChannelRow[]> =>
  fc.array(row(run), { minLength: 1, maxLength: 6 });
