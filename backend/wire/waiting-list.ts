import type { Day } from '@domain/dates.js';
import { MAX_NAME, MAX_REMARK, MAX_TEL } from '@domain/limits.js';
import { MAX_GUESTS } from '@domain/reservation/save-rules.js';
import { SMOKING_STATUSES, type SmokingStatus } from '@domain/room/room-month.js';
import type { WaitingDetails, WaitingEntry, WaitingStatus } from '@domain/waiting/waiting-entry.js';
import { choice, dayField, readOnly, requiredText, text, wholeNumber } from './fields.js';
import type { ProposedRoom } from './room-proposals.js';

/** Body of `POST /api/waiting-list`: whom to call, and the conditions of 部屋検索. */
export const waitingEntryShape = {
  guest_name: requiredText('宿泊者名', MAX_NAME),
  tel: text('電話番号', MAX_TEL).optional(),
  remark: text('備考', MAX_REMARK).optional(),
  stay_start: dayField('チェックイン日'),
  stay_end: dayField('チェックアウト日'),
  mens_count: wholeNumber('男性の人数', 0, MAX_GUESTS),
  womens_count: wholeNumber('女性の人数', 0, MAX_GUESTS),
  smoking_status: choice('喫煙区分', SMOKING_STATUSES),
  corporateID: wholeNumber('法人', 0, 2_147_483_647),
};

/** Body of `PUT /api/waiting-list/{id}`; what is left out stays. */
export const waitingEntryChangeShape = {
  ...readOnly({
    ...{ id: true, version: true, status: true, booking_id: true, staff_id: true, staff_name: true },
    ...{ since: true, rooms: true, fewest_moves: true },
  }),
  guest_name: waitingEntryShape.guest_name.optional(),
  tel: waitingEntryShape.tel,
  remark: waitingEntryShape.remark,
  stay_start: waitingEntryShape.stay_start.optional(),
  stay_end: waitingEntryShape.stay_end.optional(),
  mens_count: waitingEntryShape.mens_count.optional(),
  womens_count: waitingEntryShape.womens_count.optional(),
  smoking_status: waitingEntryShape.smoking_status.optional(),
  corporateID: waitingEntryShape.corporateID.optional(),
};

/** An entry of the waiting list (キャンセル待ち), without what follows from the rooms. */
export type WaitingContent = {
  id: number;
  version: number;
  guest_name: string;
  tel: string;
  remark: string;
  stay_start: Day;
  stay_end: Day;
  mens_count: number;
  womens_count: number;
  smoking_status: SmokingStatus;
  corporateID: number;
  status: WaitingStatus;
  booking_id: number | null;
  staff_id: number | null;
};

/**
 * An entry that waits, since when (RFC 3339 in UTC) and who took it: the first rooms that suit it and are free on all its
 * nights, and where there is none the fewest moves of other bookings that free one, null for none.
 */
export type WaitingRecord = WaitingContent & {
  since: string;
  staff_name: string;
  rooms: ProposedRoom[];
  fewest_moves: number | null;
};

/** Encodes an entry. */
export function encodeWaitingEntry(entry: WaitingEntry): WaitingContent {
  const { id, version, guestName, tel, remark, start, end, status, bookingId, staffId } = entry;
  return {
    ...{ id, version, guest_name: guestName, tel, remark, stay_start: start, stay_end: end },
    ...{ mens_count: entry.mensCount, womens_count: entry.womensCount },
    ...{ smoking_status: entry.smokingStatus, corporateID: entry.corporateId },
    ...{ status, booking_id: bookingId, staff_id: staffId },
  };
}

type ReadDetails = {
  [Field in keyof typeof waitingEntryShape]?: WaitingContent[Field] | undefined;
};

/** Decodes the fields that a body has. */
export function decodeWaitingDetails(read: ReadDetails): Partial<WaitingDetails> {
  const fields = {
    ...{ guestName: read.guest_name, tel: read.tel, remark: read.remark },
    ...{ start: read.stay_start, end: read.stay_end },
    ...{ mensCount: read.mens_count, womensCount: read.womens_count },
    ...{ smokingStatus: read.smoking_status, corporateId: read.corporateID },
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<WaitingDetails>;
}
