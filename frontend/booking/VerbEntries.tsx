import { MenuItem } from '@blueprintjs/core';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { keyText } from '../shared/ui/keys.js';
import type { ActedBooking } from './booking-actions.js';
import { allowedVerbs, entryText, type VerbName, verbOf } from './booking-verbs.js';

type VerbEntriesProps = {
  booking: ActedBooking;
  /** Leaves verbs out, or shows only those that end a booking, which stand last in menus. */
  isShown?: (name: VerbName) => boolean;
  /** Shows the keys of rows. */
  hasKeys?: boolean;
  onChoose: (name: VerbName) => unknown;
};

/** A menu's entries for what can be done with a booking: what is not allowed is not there. */
export function VerbEntries({ booking, isShown = () => true, hasKeys, onChoose }: VerbEntriesProps) {
  const today = useValue(todayAtom);
  if (!today) return null;
  return allowedVerbs(booking, today)
    .filter(isShown)
    .map((name) => {
      const { key, isDanger } = verbOf(name);
      return (
        <MenuItem
          key={name}
          text={entryText(name, booking, today)}
          label={hasKeys && key ? keyText(key) : ''}
          intent={isDanger ? 'danger' : 'none'}
          onClick={() => void onChoose(name)}
        />
      );
    });
}
