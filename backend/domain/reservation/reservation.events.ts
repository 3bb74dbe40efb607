import type { Day } from '../dates.js';
import { erasedFields, type PersonalDataErased } from '../erased.js';
import {
  type Flag,
  type GroupPlace,
  type MoveInOrigin,
  PERSONAL_FIELDS,
  PERSONAL_RECEIPT_FIELDS,
  type ReceiptFigures,
  type ReceiptTexts,
  type Reservation,
  type ReservationDetails,
  UNGROUPED,
} from './reservation.js';

/** The events of a reservation (contract 5). */
export type ReservationEvent =
  | {
      type: 'ReservationCreated';
      data: ReservationDetails &
        GroupPlace & { staffId: number | null; paymentFlag: Flag; csvReservationId: number | null };
    }
  | {
      type: 'ReservationAmended';
      /** `changedRoom` only where a move is reversed: any other move sets it. */
      data: Partial<ReservationDetails & GroupPlace & { changedRoom: Flag }>;
    }
  /** It is another room of the party that a booking was the first of. */
  | { type: 'PartyJoined'; data: { partyId: number } }
  /** It was brought along from another system. */
  | { type: 'ReservationMovedIn'; data: MoveInOrigin }
  /** The move-in of its file was taken back, and it with that. */
  | { type: 'ReservationTakenBack'; data: Record<string, never> }
  | { type: 'ReservationCancelled'; data: Record<string, never> }
  | { type: 'ReservationReturnedToAutoFail'; data: Record<string, never> }
  | { type: 'ReservationReinstated'; data: Record<string, never> }
  | { type: 'GuestCheckedIn'; data: { date: Day } }
  | { type: 'CheckInReverted'; data: Record<string, never> }
  | { type: 'GuestCheckedOut'; data: { date: Day } }
  | { type: 'CheckOutReverted'; data: Record<string, never> }
  | { type: 'GuestNoShow'; data: Record<string, never> }
  | { type: 'NoShowReverted'; data: Record<string, never> }
  /** `paymentDay` is the hotel's calendar day that the money counts on; null in events from before it was recorded. */
  | {
      type: 'PaymentRecorded';
      data: { paymentType: number | null; paymentFlag: Flag; paymentDay: Day | null };
    }
  | { type: 'ReceiptIssued'; data: ReceiptTexts & ReceiptFigures }
  | { type: 'ReceiptReissued'; data: ReceiptTexts }
  | PersonalDataErased;

function change(state: Reservation | null, event: ReservationEvent): Partial<Reservation> {
  switch (event.type) {
    case 'ReservationCreated':
      return {
        ...event.data,
        status: 'active',
        checkinDate: null,
        checkoutDate: null,
        changedRoom: 0,
        partyId: 0,
      };
    case 'ReservationAmended': {
      const moved = event.data.roomNumber !== undefined && event.data.roomNumber !== state?.roomNumber;
      return moved ? { changedRoom: 1, ...event.data } : event.data;
    }
    case 'ReservationMovedIn':
      return { movedInFrom: event.data };
    case 'ReservationTakenBack': {
      const origin = state?.movedInFrom;
      if (!origin) throw new Error('a reservation was taken back that was not moved in');
      return { status: 'cancelled', ...UNGROUPED, movedInFrom: { ...origin, isTakenBack: true } };
    }
    case 'ReservationCancelled':
    case 'ReservationReturnedToAutoFail':
      return { status: 'cancelled', ...UNGROUPED };
    case 'ReservationReinstated':
      return { status: 'active' };
    case 'GuestCheckedIn':
      return { checkinDate: event.data.date, isNoShow: undefined };
    case 'CheckInReverted':
      return { checkinDate: null };
    case 'GuestCheckedOut':
      return { checkoutDate: event.data.date };
    case 'CheckOutReverted':
      return { checkoutDate: null };
    case 'GuestNoShow':
      return { isNoShow: true };
    case 'NoShowReverted':
      return { isNoShow: undefined };
    case 'PartyJoined':
      return event.data;
    case 'PaymentRecorded': {
      const { paymentType, paymentFlag } = event.data;
      return { paymentType, paymentFlag };
    }
    case 'ReceiptIssued':
      return { receipt: { ...event.data, reissues: 0 } };
    case 'ReceiptReissued': {
      const receipt = state?.receipt;
      if (!receipt) throw new Error('a receipt was issued again that never was');
      return { receipt: { ...receipt, ...event.data, reissues: receipt.reissues + 1 } };
    }
    case 'PersonalDataErased': {
      const receipt = state?.receipt && { ...state.receipt, ...erasedFields(PERSONAL_RECEIPT_FIELDS) };
      return { ...erasedFields(PERSONAL_FIELDS), ...(receipt && { receipt }), isErased: true };
    }
    default:
      return event satisfies never;
  }
}

/** The reservation after an event; a reservation begins with ReservationCreated. */
export function evolveReservation(
  state: Reservation | null,
  event: ReservationEvent,
  id: number,
): Reservation {
  if ((state === null) !== (event.type === 'ReservationCreated')) {
    throw new Error(`${event.type} does not fit the history of reservation ${id}`);
  }
  const version = (state?.version ?? 0) + 1;
  const next = { ...state, ...change(state, event), id, version } as Reservation;
  // Who comes on another day is awaited again.
  if (!next.isNoShow || next.stayStart !== state?.stayStart) delete next.isNoShow;
  return next;
}
