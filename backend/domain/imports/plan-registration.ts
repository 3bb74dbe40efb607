import type { HotelReference } from '../reference.js';
import type { ReservationDraft } from '../reservation/reservation.commands.js';
import type { Flag } from '../reservation/reservation.js';
import type { CsvReservationDetails, FailureReason } from './csv-reservation.js';
import type { Vacancy } from './room-choice.js';

/** What automatic registration may look at: read inside the writer's lock. */
export type RegistrationFacts = Pick<HotelReference, 'rooms' | 'corporates' | 'blacklist'> & {
  vacancy: Vacancy;
};

/** Why a record cannot be registered, and more about it in words for staff. Neither names a person. */
export type RegistrationFailure = { type: 'fail'; reason: FailureReason; detail: string };

/** What automatic registration does with a record. An amend without anything to change is in line already. */
export type RegistrationPlan =
  | { type: 'create'; draft: ReservationDraft; paymentFlag: Flag }
  | { type: 'amend'; draft: Partial<ReservationDraft>; paymentFlag: Flag | null }
  | RegistrationFailure;

/** A failure for a reason; `detail` says what staff can't see from it. */
export function failure(reason: FailureReason, detail = ''): RegistrationFailure {
  return { type: 'fail', reason, detail };
}

/** The failure of a record whose room type no mapping knows, null when one does. */
export function unmappedRoom({
  soldCategories,
  roomSymbol,
  roomName,
}: CsvReservationDetails): RegistrationFailure | null {
  return soldCategories.length > 0 ? null : failure('部屋タイプ未定義', `${roomSymbol} ${roomName}`.trim());
}
