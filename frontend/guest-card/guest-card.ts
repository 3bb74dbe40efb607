import type { CardCandidate, CardWritten, GuestCardRecord } from '@wire/guest-card.js';
import { atom } from 'jotai';
import { get, type WriteGuards, write } from '../shared/api/request.js';
import { draftAtom, draftsAt } from '../shared/drafts.js';
import { onErasure } from '../shared/erasure.js';
import { recorded } from '../shared/operations.js';
import { Resource } from '../shared/resource.js';
import { inEachStore, store } from '../shared/store.js';

const PAUSE_MS = 500;
const PATH = '/api/guest-cards';
const DRAFTS = 'guest-card/';

/** The booking whose guest's card is open; null while none is. */
export const openCardAtom = atom<number | null>(null);

/** Opens the card of a booking's guest. */
export const openCard = (bookingId: number): void => store.set(openCardAtom, bookingId);

/** Closes the card. */
export const closeCard = (): void => store.set(openCardAtom, null);

const cardResource = (name: string) =>
  new Resource<number, GuestCardRecord>(name, (id, signal) => get(`${PATH}/${id}`, {}, signal), {
    pauseMs: PAUSE_MS,
  });

/** The card that is open. */
export const openedCard = cardResource('guest-card');

/** The card of the booking that the panel shows. */
export const panelCard = cardResource('guest-card/panel');

/** The card of the guest who was just checked in. */
export const arrivedCard = cardResource('guest-card/arrived');

/** The place of the unsaved wishes of a booking's guest. */
export const wishesPlace = (bookingId: number): string => `${DRAFTS}${bookingId}`;

/** A change of the open card, made from its state at that time. */
export type CardChange = (card: GuestCardRecord) => Promise<void>;

/** The version of a booking's card after this terminal's last write. */
const writtenAtom = atom<{ bookingId: number; version: number } | null>(null);

/** Writes a change of a card, and notes it for undo. */
async function change(
  { booking_id, version, stays }: GuestCardRecord,
  text: string,
  work: (guards: WriteGuards) => Promise<CardWritten>,
): Promise<void> {
  const name = stays.find((stay) => stay.booking_id === booking_id)?.guest_name ?? '';
  const own = store.get(writtenAtom);
  const seen = own?.bookingId === booking_id ? Math.max(own.version, version) : version;
  const ids = [...new Set([booking_id, ...stays.map((stay) => stay.booking_id)])];
  const answer = await recorded(seen, work, () => ({ text: `${name} ${text}`, ids }));
  store.set(writtenAtom, { bookingId: booking_id, version: answer.version });
}

/** Joins candidates to the card; of those in another card, one that takes the booking in. */
export function joinStays(card: GuestCardRecord, candidates: readonly CardCandidate[]): Promise<void> {
  const { booking_id } = card;
  const card_id = candidates.find((one) => one.card_id !== null)?.card_id ?? null;
  const booking_ids = candidates.map((one) => one.booking_id);
  return change(card, 'お客様カードに予約を追加', (guards) =>
    write('POST', `${PATH}/${booking_id}/joined`, { booking_ids, card_id }, guards),
  );
}

/** Takes bookings out of the card. */
export function splitStays(card: GuestCardRecord, booking_ids: readonly number[]): Promise<void> {
  return change(card, 'お客様カードから予約を外し', (guards) =>
    write('POST', `${PATH}/${card.booking_id}/split`, { booking_ids }, guards),
  );
}

/** Writes the guest's wishes. */
function writeWishes(card: GuestCardRecord, wishes: string): Promise<void> {
  return change(card, 'ご要望を保存', (guards) =>
    write('PUT', `${PATH}/${card.booking_id}/wishes`, { wishes }, guards),
  );
}

/** Writes the wishes, and drops the draft once they are read. */
export async function saveWishes(card: GuestCardRecord, wishes: string): Promise<void> {
  await writeWishes(card, wishes);
  await openedCard.reload();
  const typed = draftAtom<string>(wishesPlace(card.booking_id));
  if (store.get(typed) === wishes) store.set(typed, null);
}

/** Returns the candidates that all can be joined at once: those in no card, and of the only other card one. */
export function joinable({ card_id, candidates }: GuestCardRecord): CardCandidate[] {
  const free = candidates.filter((one) => one.card_id === null);
  const others = candidates.filter((one) => one.card_id !== null);
  const isOneCard = new Set(others.map((one) => one.card_id)).size === 1;
  return card_id === null && isOneCard ? [...free, ...others.slice(0, 1)] : free;
}

/** Returns no-shows and number of stays of a guest in short; empty where nothing is known. */
export function cardWords({ stay_count, no_shows, is_blacklisted }: GuestCardRecord): string[] {
  return [
    ...(is_blacklisted === 1 ? ['要注意'] : []),
    ...(no_shows > 0 ? [`ノーショー${no_shows}回`] : []),
    ...(stay_count > 1 ? [`ご宿泊${stay_count}回`] : []),
  ];
}

inEachStore(() => {
  store.set(openCardAtom, null);
  store.set(writtenAtom, null);
});

onErasure((erased) => {
  for (const id of draftsAt(DRAFTS)) {
    if (erased === null || erased.ids.has(Number(id))) store.set(draftAtom(`${DRAFTS}${id}`), null);
  }
  openedCard.renew();
  panelCard.renew();
  arrivedCard.renew();
});
