import { Button } from '@blueprintjs/core';
import type { BookingRecord } from '@wire/booking-record.js';
import { Suspense, useState } from 'react';
import { lazyPart } from '../shared/ui/fetch-code.js';

const AccountDialog = lazyPart(async () => (await import('./AccountDialog.js')).AccountDialog);

/** Opens the account of a booking. */
export function AccountButton(props: { booking: BookingRecord; roomNumber: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" text="明細" onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <AccountDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
