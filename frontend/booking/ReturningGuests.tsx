import { Button, Tag } from '@blueprintjs/core';
import type { ReturningGuestRecord } from '@wire/returning-guests.js';
import { atom } from 'jotai';
import { type KeyboardEvent, useEffect } from 'react';
import { WishLines } from '../guest-card/GuestCardButton.js';
import { openCard } from '../guest-card/guest-card.js';
import { todayAtom } from '../shared/hotel.js';
import { corporateNameAtom } from '../shared/masters.js';
import { inEachStore, store, useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { formAtom } from './form.js';
import { editedId } from './form-mode.js';
import {
  knownGuestAtom,
  lookForReturningGuest,
  offeredGuestsAtom,
  returningGuestText,
  takenGuestAtom,
  toggleReturningGuest,
  typedGuestAtom,
} from './returning-guests.js';

const LIST_ID = 'returning-guests';
/** Typing that pauses this long is looked for. */
const PAUSE_MS = 250;
const optionId = (index: number): string => `${LIST_ID}-${index}`;

/** Looks for the guest once typing pauses. */
function useLookup(): void {
  const typed = useValue(typedGuestAtom);
  useEffect(() => {
    const timer = setTimeout(() => lookForReturningGuest(typed), typed === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
}

/** The candidate that Enter takes over; -1 for none. */
const activeAtom = atom(-1);
inEachStore(() => store.set(activeAtom, -1));

function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
  const guests = store.get(offeredGuestsAtom);
  const active = Math.min(store.get(activeAtom), guests.length - 1);
  const guest = guests[active];
  if (isComposing(event.nativeEvent) || guests.length === 0) return;
  if (event.key === 'ArrowDown') store.set(activeAtom, Math.min(active + 1, guests.length - 1));
  else if (active < 0) return;
  else if (event.key === 'ArrowUp') store.set(activeAtom, active - 1);
  else if (event.key === 'Escape') store.set(activeAtom, -1);
  else if (event.key === 'Enter' && guest) toggleReturningGuest(guest);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Returns the props with which a field of the guest offers who was here before: ↓ goes to the list, Enter takes over
 * there, Escape leaves it. Enter in the field itself goes to the next field as ever.
 */
export function useReturningGuests() {
  useLookup();
  const isOffered = useValue(offeredGuestsAtom).length > 0;
  const active = useValue(activeAtom);
  return {
    onKeyDown,
    onFocus: () => store.set(activeAtom, -1),
    ...(isOffered && { 'aria-autocomplete': 'list' as const, 'aria-controls': LIST_ID }),
    'aria-activedescendant': isOffered && active >= 0 ? optionId(active) : undefined,
  };
}

/** Opens the card of the booking that is edited, or of who is offered: the one marked, the one in the form, the first. */
function openGuestCard(): boolean {
  const guests = store.get(offeredGuestsAtom);
  const offered = guests[store.get(activeAtom)] ?? store.get(knownGuestAtom) ?? guests[0];
  const id = editedId(store.get(formAtom).mode) ?? offered?.booking.id;
  if (id === undefined || id === null) return false;
  openCard(id);
  return true;
}

/** Offers who was here before, below the fields of the guest; nothing while nobody is known. */
export function ReturningGuests() {
  const guests = useValue(offeredGuestsAtom);
  const active = useValue(activeAtom);
  useKey('formGuest', openGuestCard);
  if (guests.length === 0) return null;
  return (
    <div className="returning">
      <div role="listbox" id={LIST_ID} aria-label="以前の宿泊者">
        {guests.map((guest, index) => (
          <GuestOption key={guest.booking.id} guest={guest} id={optionId(index)} active={index === active} />
        ))}
      </div>
      <KnownGuest />
    </div>
  );
}

/** The card of the guest in the form, and the wishes in it that matter. */
function KnownGuest() {
  const known = useValue(knownGuestAtom);
  if (!known) return null;
  return (
    <div className="returning-guest known-guest row">
      <div className="cut" role="note" aria-label="お客様のご要望">
        <WishLines wishes={known.wishes} />
      </div>
      <Button
        size="small"
        variant="minimal"
        text="お客様カード"
        tabIndex={-1}
        {...keyProps('formGuest', 'お客様カードを開く')}
        onClick={() => openCard(known.booking.id)}
      />
    </div>
  );
}

function GuestOption({ guest, id, active }: { guest: ReturningGuestRecord; id: string; active: boolean }) {
  const today = useValue(todayAtom);
  const taken = useValue(takenGuestAtom) === guest.booking.id;
  const company = useValue(corporateNameAtom)(guest.booking.corporateID);
  const { guest_name_1, tel } = guest.booking;
  return (
    <div
      role="option"
      id={id}
      className="returning-guest row"
      aria-selected={active}
      data-taken={taken || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => toggleReturningGuest(guest)}
    >
      <span>{returningGuestText(guest, today)}</span>
      {guest.is_blacklisted === 1 && (
        <Tag minimal intent="danger">
          要注意
        </Tag>
      )}
      <span className="soft cut">{[guest_name_1, tel, company].filter(Boolean).join(' ')}</span>
      <span className="returning-key soft">{taken ? '引き継ぎ済み' : active ? 'Enterで引き継ぐ' : '↓'}</span>
    </div>
  );
}
