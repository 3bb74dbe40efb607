import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../shared/ui/fetch-code.js';

const HistoryModal = lazyPart(async () => (await import('./HistoryModal.js')).HistoryModal);

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
