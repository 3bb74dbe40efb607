import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { FoundBooking } from '@wire/booking-record.js';
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openCard } from '../guest-card/guest-card.js';
import { openPanel } from '../shared/open-panel.js';
import { bookingAddress, SCREENS } from '../shared/screens.js';
import { signedOutAtom } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { focusField } from '../shared/ui/focus-field.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { isKey, keyProps, useKey } from '../shared/ui/keys.js';
import { useOtherScreen } from '../shared/ui/use-other-screen.js';
import { wantedStayAtom } from '../shared/wanted-stay.js';
import { findGuests, foundAtom, guestSearch } from './find-guest.js';
import './find.css';
import { lazyPart } from '../shared/ui/fetch-code.js';

const FIELD_ID = 'find-guest';
/** Text that pauses this long is looked for; Enter looks for it at once. */
const PAUSE_MS = 150;
/** `/` shows the list as well. */
const hasCalendar = (path: string): boolean =>
  path === '/' || [SCREENS.registration, SCREENS.list].some((screen) => path.startsWith(screen.path));
const FoundList = lazyPart(async () => (await import('./FoundList.js')).FoundList);

/** Looks for a text unless that is looked for already. */
function findOnce(words: string): void {
  if (guestSearch.state.query !== words) findGuests(words);
}

/** The search is cleared when another member of staff signs in. */
function useForgetAtSignOut(forget: () => void): void {
  const signedOut = useValue(signedOutAtom);
  const onSignOut = useEffectEvent(forget);
  useEffect(() => {
    if (signedOut) onSignOut();
  }, [signedOut]);
}

/** Finds bookings by any part of a name, kana, phone or number, and opens one in the calendar; on every screen. */
export function FindBox() {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** An input method composes: what it shows meanwhile is not looked for. */
  const [isTyping, setTyping] = useState(false);
  /** Enter came before the answer: its first booking is opened as soon as it is there. */
  const [hurried, setHurried] = useState(false);
  const found = useValue(foundAtom);
  const before = useRef<Element | null>(null);
  const listId = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const optionId = (index: number) => `${listId}-${index}`;
  const bookings = found?.bookings ?? [];
  const isShown = isOpen && found !== null;
  const isAwaited = useValue(guestSearch.atom).status === 'loading' && isOpen && found === null;
  const chosen = Math.min(active, bookings.length - 1);

  const look = (text: string) => {
    setWords(text);
    setActive(0);
    setHurried(false);
    setOpen(true);
    if (text === '') findGuests('');
  };
  useEffect(() => {
    if (isTyping || words === '') return;
    const timer = setTimeout(() => findOnce(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, isTyping]);
  const open = (booking: FoundBooking) => {
    setOpen(false);
    setHurried(false);
    // Shows the stay in the calendar where there is one, else in the panel.
    if (!hasCalendar(pathname)) {
      return openPanel(
        { kind: 'booking', id: booking.id },
        bookings.map(({ id }) => id),
      );
    }
    store.set(wantedStayAtom, {
      id: booking.id,
      roomNumber: booking.room_number,
      date: booking.stay_start,
    });
    navigate(bookingAddress(booking.id));
  };
  const close = () => {
    setOpen(false);
    setHurried(false);
  };
  const leave = () => {
    close();
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  const isAnswered = found?.words === words;
  useEffect(() => {
    const [first] = found?.bookings ?? [];
    if (hurried && isAnswered && first) open(first);
  });
  // While the answer is in sight, it follows what any terminal saves.
  useEffect(() => {
    if (isShown) return guestSearch.follow(({ bookings }) => bookings.length > 0);
  }, [isShown]);
  useOtherScreen(close);
  useForgetAtSignOut(() => {
    look('');
    setOpen(false);
  });
  useKey('find', () => {
    if (document.activeElement?.id !== FIELD_ID) before.current = document.activeElement;
    else look(words);
    return focusField(FIELD_ID);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const step = isKey(event, 'findDown') ? 1 : isKey(event, 'findUp') ? -1 : 0;
    const booking = bookings[chosen];
    if (isKey(event, 'findLeave')) leave();
    else if (isKey(event, 'findGuest') && isShown && booking) openCard(booking.id);
    else if (step !== 0 && !isShown) look(words);
    else if (step !== 0) setActive((chosen + step + bookings.length) % Math.max(1, bookings.length));
    else if (!isKey(event, 'findOpen') || !isOpen) return;
    else if (isAnswered && booking) open(booking);
    else {
      setHurried(!isAnswered);
      if (!isAnswered) findOnce(words);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search className="find" data-takes-escape>
      <InputGroup
        aria-keyshortcuts={keyProps('find', '')['aria-keyshortcuts']}
        id={FIELD_ID}
        size="small"
        type="text"
        autoComplete="off"
        maxLength={100}
        leftIcon={<Search size={14} />}
        rightElement={<KeyHint of="find" />}
        placeholder="氏名・電話・予約番号"
        aria-label="予約を探す"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && chosen >= 0 ? optionId(chosen) : undefined}
        value={words}
        onValueChange={look}
        onFocus={(event) => {
          if (event.relatedTarget !== null) before.current = event.relatedTarget;
          if (words !== '') {
            setOpen(true);
            findGuests(words);
          }
        }}
        onBlur={close}
        onCompositionStart={() => setTyping(true)}
        onCompositionEnd={() => setTyping(false)}
        onKeyDown={onKeyDown}
      />
      {isAwaited && (
        <p className="find-awaited soft" role="status">
          探しています…
        </p>
      )}
      {isShown && (
        <Suspense>
          <FoundList
            found={found}
            listId={listId}
            optionId={optionId}
            active={chosen}
            onActive={setActive}
            onOpen={open}
          />
        </Suspense>
      )}
    </search>
  );
}
