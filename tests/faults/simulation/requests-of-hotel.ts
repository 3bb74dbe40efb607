import { addDays } from '@domain/dates.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { planChanges, type RoomMonthChange } from '@domain/room/room-month-plans.js';
import { importRow } from '../../../backend/auto-registration/import-row.js';
import { RecordDay } from '../../../backend/calendar/commands/record-day.handler.js';
import { DefineRoomMonths } from '../../../backend/rooms/commands/define-room-months.handler.js';
import { channelReservation } from '../../support/channel-file.js';
import { type Asking, pick, versionFor } from './asking.js';
import { channelStay, FIRST_NIGHT } from './hotel.js';
import type { Command } from './steps.js';

const rooms =
  (traits: (command: Command) => RoomMonthChange['traits']): Asking =>
  (command, { terminal, database }) => {
    const all = [...terminal.shown.rooms.byId.keys()];
    const id = pick(all, command.nth) ?? 0;
    const room = database.documents.get(`room-month-${id}`)?.state as RoomMonth;
    const wanted = { id, version: room.version - (command.twist === 11 ? 1 : 0), traits: traits(command) };
    const seen = terminal.bookings.filter(({ roomNumber }) => roomNumber === room.roomNumber);
    const acknowledged = command.twist % 2 ? seen.map((booking) => booking.id) : [];
    return {
      told: `makes ${room.roomNumber} of ${room.month} ${JSON.stringify(wanted.traits)}, bookings seen: ${acknowledged}`,
      body: [wanted, acknowledged],
      run: ({ define, context }) =>
        define.execute(new DefineRoomMonths({ plan: planChanges([wanted]), acknowledged }, context)),
    };
  };

const weather: Asking = ({ night, twist }, { terminal }) => {
  const date = addDays(FIRST_NIGHT, night);
  const known = terminal.shown.weather.get(date);
  const data = { date, weather: ['晴', '雨', '雪'][twist % 3] as string };
  return {
    told: `notes ${data.weather} for ${date}`,
    version: known ? versionFor(known, twist) : twist === 11 ? 1 : null,
    body: data,
    run: ({ day, context }) => day.execute(new RecordDay(null, { type: 'WeatherSet', data }, context)),
  };
};

const NEWS = { 予約: '予約日時', 予約変更: '変更日時', キャンセル: 'キャンセル日時' } as const;

const imported: Asking = ({ nth, room, night, nights, twist }) => {
  const kind = twist < 6 ? '予約' : twist < 9 ? '予約変更' : 'キャンセル';
  const start = addDays(FIRST_NIGHT, night);
  const row = channelReservation({
    予約番号: `RY${nth % 3}`,
    予約区分: kind,
    [NEWS[kind]]: `2028-02-20 10:${10 + twist + nth}:00`,
    ...channelStay(start, nights),
    部屋記号: room === 2 ? '未定' : 'NS',
  });
  return {
    told: `the channel manager sends ${kind} ${row.bookingNumber} of ${row.revision}: ${row.stayStart}–${row.stayEnd} ${row.roomSymbol}`,
    body: row,
    run: ({ store, clock, context }) => store.execute(importRow(row, { ...context, clock })),
  };
};

/** How commands about rooms, days and the channel manager's reservations become requests. */
export const OF_HOTEL = {
  'close room': rooms(() => ({ reservableStatus: '予約不可' })),
  'open room': rooms(() => ({ reservableStatus: '予約可能' })),
  'change room': rooms(({ twist }) => ({ roomType: ['倉庫', 'ツイン', 'シングル'][twist % 3] as string })),
  weather,
  import: imported,
};
