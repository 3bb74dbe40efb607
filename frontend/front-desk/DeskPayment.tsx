// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import type { BookingRecord } from '@wire/booking-record.js';
import { paymentsAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';

/** Whether a stay is paid, and how. */
export function DeskPayment({ record }: { record: BookingRecord }) {
  const payments = useValue(paymentsAtom);
  const way = payments.find(({ id }) => id === record.payment_type)?.payment_name ?? '';
  return (
    <div
      role="gridcell"
      className="queue-cell desk-payment"
      data-unpaid={record.payment_flag === 0 || undefined}
    >
      <span className="first">{record.payment_flag === 1 ? '済' : '未払い'}</span>
      {way && (
        <span className="second" data-tooltip={way}>
          {way}
        </span>
      )}
    </div>
  );
}
