import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { lazy, Suspense, useState } from 'react';

const HistoryModal = lazy(async () => ({ default: (await import('./HistoryModal.js')).HistoryModal }));

/** Shows all that happened to a booking. */
export function HistoryButton({ id, small = false }: { id: number; small?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size={small ? 'small' : 'medium'}
        icon={small ? undefined : <History size={14} />}
        text="履歴"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <HistoryModal id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
