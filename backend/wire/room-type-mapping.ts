import { CATEGORIES, type Category } from '@domain/room/category.js';
import { z } from 'zod';
import { choice, readOnly, text } from './fields.js';

const MAX_ROOM_TYPE = 100;

/** Which categories a room symbol or name of the channel manager means. */
export type RoomTypeMappingRecord = {
  id: number;
  version: number;
  room_type: string;
  categories: Category[];
};

/** A room type of imported records that no mapping knows, and how many records that are not cancelled have it. */
export type UnmappedRoomType = { room_symbol: string; room_name: string; count: number };

/** All mappings, and the room types seen so far that have none. */
export type RoomTypeMappings = { mappings: RoomTypeMappingRecord[]; unmapped: UnmappedRoomType[] };

const MISSING = '部屋タイプの記号または名称を入力してください。';

/** Body of the writes of a mapping. */
export const roomTypeMappingShape = {
  ...readOnly({ id: true, version: true }),
  room_type: text('部屋タイプ', MAX_ROOM_TYPE, 'one line', MISSING).refine((value) => value !== '', {
    error: MISSING,
  }),
  categories: z
    .array(choice('部屋の区分', CATEGORIES), { error: '部屋の区分を選択してください。' })
    .min(1, { error: '部屋の区分を選択してください。' })
    .transform((categories) => CATEGORIES.filter((category) => categories.includes(category))),
};
