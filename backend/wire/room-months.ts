import { countText } from '@domain/calendar/stay-text.js';
import { entriesOf } from '@domain/records.js';
import {
  GENDER_PRIORITIES,
  type PlannedRoom,
  RESERVABLE_STATUSES,
  SMOKING_STATUSES,
} from '@domain/room/room-month.js';
import { isRoomNumber, LONGEST_ROOM_NUMBER, tidyRoomNumber } from '@domain/room/room-number.js';
import { z } from 'zod';
import { choice, flag, idField, monthField, readOnly, requiredText, text, wholeNumber } from './fields.js';
import type { RoomRecord } from './room-record.js';

/** A room-month as the masters screen edits it; `booked_nights` counts active nights in it. */
export type ManagedRoomMonth = RoomRecord & { version: number; booked_nights: number };

const LARGEST_CHANGE = 2_000;

const fields = {
  room_type: requiredText('部屋タイプ', 50),
  room_label: text('表示名', 50),
  priority: choice('性別の優先', GENDER_PRIORITIES),
  smoking_status: choice('喫煙区分', SMOKING_STATUSES),
  reservable_status: choice('予約の可否', RESERVABLE_STATUSES),
  corporate: flag('法人専用'),
};

const TRAITS = {
  room_type: 'roomType',
  room_label: 'roomLabel',
  priority: 'priority',
  smoking_status: 'smokingStatus',
  reservable_status: 'reservableStatus',
  corporate: 'corporate',
} as const satisfies Record<keyof typeof fields, keyof PlannedRoom>;

type RoomFields = z.output<z.ZodObject<typeof fields>>;
type RoomTraits = { [Field in keyof RoomFields as (typeof TRAITS)[Field]]: RoomFields[Field] };

/** Renames the fields of a room to the domain's; absent ones stay absent. */
export function traitsOf(sent: Partial<RoomFields>): Partial<RoomTraits> {
  const named = entriesOf(TRAITS).map(([field, trait]) => [trait, sent[field]]);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** Bookings that staff have confirmed to be in rooms that become 予約不可. */
const acknowledged = z
  .array(idField('予約'), { error: '確認済みの予約の指定が正しくありません。' })
  .max(LARGEST_CHANGE)
  .default([]);

const WRONG_ROOM = '部屋の指定が正しくありません。';
const change = z.strictObject(
  {
    id: idField('部屋'),
    version: wholeNumber('版', 1, 1_000_000_000),
    ...z.object(fields).partial().shape,
    ...readOnly({ room_number: true, year: true, month: true, position: true, booked_nights: true }),
  },
  { error: WRONG_ROOM },
);

/** Body of `PUT /api/room-months`: all or none. */
export const changeRoomMonthsShape = {
  rooms: z.array(change, { error: WRONG_ROOM }).min(1).max(LARGEST_CHANGE),
  acknowledged,
};

/** A room, independent of months. */
export const roomShape = {
  room_number: requiredText('部屋番号', LONGEST_ROOM_NUMBER)
    .transform(tidyRoomNumber)
    .refine(isRoomNumber, { error: `部屋番号は1文字以上${LONGEST_ROOM_NUMBER}文字以内で入力してください。` }),
  ...fields,
};

/** Body of `POST /api/room-months`: a new room, for every month from one to another. */
export const defineRoomShape = {
  ...roomShape,
  from: monthField('開始月'),
  until: monthField('終了月'),
};

const MOST_PLANNED_ROOMS = 1_000;
const plannedRoom = z.strictObject(roomShape, { error: WRONG_ROOM });

/** Body of `POST /api/room-months/plan`: many rooms, for every month from one to another, all or none. */
export const planRoomsShape = {
  rooms: z
    .array(plannedRoom, { error: WRONG_ROOM })
    .min(1, { error: '部屋がありません。' })
    .max(MOST_PLANNED_ROOMS, {
      error: `一度に登録できるのは${countText(MOST_PLANNED_ROOMS)}室までです。`,
    }),
  from: monthField('開始月'),
  until: monthField('終了月'),
  acknowledged,
};

/** A planned room of a body. */
export function decodePlannedRoom(room: z.output<typeof plannedRoom>): PlannedRoom {
  const { room_number: roomNumber, ...sent } = room;
  return { roomNumber, ...(traitsOf(sent) as RoomTraits) };
}

/** The form field of `POST /api/room-months/csv` beside its file, a list in JSON. */
export const acknowledgedShape = { acknowledged };

/** Body of `PUT /api/room-months/order`: the rooms from the first on, none for the order of their numbers. */
export const arrangeRoomsShape = {
  rooms: z.array(z.string({ error: WRONG_ROOM }), { error: WRONG_ROOM }).max(MOST_PLANNED_ROOMS, {
    error: `一度に並べ替えられるのは${countText(MOST_PLANNED_ROOMS)}室までです。`,
  }),
  from: monthField('開始月'),
};

/** Body of `POST /api/room-months/copy`: copies the rooms of one month to another. */
export const copyMonthShape = {
  from: monthField('コピー元の月'),
  to: monthField('コピー先の月'),
  acknowledged,
};

/** Numbers of room-months written. */
export type RoomMonthsChanged = { created: number; changed: number; unchanged: number };
