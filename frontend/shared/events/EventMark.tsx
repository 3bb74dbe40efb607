import {
  BankAccount,
  Bookmark,
  Calendar,
  Clean,
  Clipboard,
  Cog,
  Eraser,
  IdNumber,
  Import,
  Key,
  LogIn,
  People,
  Trash,
} from '@blueprintjs/icons';
import { type EventFamily, familyOf, kindText } from './event-kinds.js';

const ICONS: Record<EventFamily, typeof Key> = {
  booking: Bookmark,
  stay: Key,
  import: Import,
  day: Calendar,
  cleaning: Clean,
  register: IdNumber,
  card: People,
  handover: Clipboard,
  master: Cog,
  access: LogIn,
  erasure: Eraser,
};
const OWN_ICONS: Readonly<Record<string, typeof Key>> = {
  PaymentRecorded: BankAccount,
  PaymentTaken: BankAccount,
  PaymentRefunded: BankAccount,
  ReservationCancelled: Trash,
  ReservationTakenBack: Trash,
};

/** Shows an event's kind: its family's colour and icon, and its name. */
export function EventMark({ type }: { type: string }) {
  const family = familyOf(type);
  const Icon = OWN_ICONS[type] ?? ICONS[family];
  return (
    <span className="event-mark" data-family={family}>
      <Icon size={12} />
      <span className="event-kind">{kindText(type)}</span>
    </span>
  );
}
