import { allowedVerbs, verbOf } from '../booking/booking-verbs.js';
import { todayAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { KEYS } from '../shared/ui/key-table.js';
import { keyText, singleKeysAtom } from '../shared/ui/keys.js';
import type { DeskBooking } from './desk.js';

/**
 * The keys that do something to the row with the focus, beneath the list; its place stays empty while the keyboard is elsewhere, so that
 * nothing moves and no row is covered. Hidden from screen readers: the menu of the row has the same with their keys.
 */
export function RowKeys({ booking }: { booking: DeskBooking | undefined }) {
  const today = useValue(todayAtom);
  const mayAct = useMay('desk');
  const areSinglesOn = useValue(singleKeysAtom);
  const verbs = booking && today && mayAct && areSinglesOn ? allowedVerbs(booking, today).map(verbOf) : [];
  const entries = verbs.flatMap(({ key, text }) => (key ? [{ key: keyText(key), text }] : []));
  if (mayAct && areSinglesOn) entries.push({ key: keyText('deskCharge'), text: KEYS.deskCharge[0] });
  if (mayAct && areSinglesOn && booking?.paymentFlag === 1)
    entries.push({ key: keyText('deskReceipt'), text: KEYS.deskReceipt[0] });
  return (
    <div className="row-keys" aria-hidden="true">
      {[...entries, { key: keyText('deskMenu'), text: 'すべて' }].map(({ key, text }) => (
        <span key={key}>
          <kbd className="key-hint">{key}</kbd>
          {text}
        </span>
      ))}
    </div>
  );
}
