import { lazy, Suspense } from 'react';
import { useValue } from '../state/store.js';
import { hinderedAtom } from '../state/undo.js';
import { UndoToast } from './UndoToast.js';

const HinderedDialog = lazy(async () => ({
  default: (await import('./HinderedDialog.js')).HinderedDialog,
}));

/** Where the page tells what was done and what can't be taken back. */
export function UndoPlace() {
  const hindered = useValue(hinderedAtom);
  return (
    <>
      <UndoToast />
      {hindered && (
        <Suspense>
          <HinderedDialog hindered={hindered} />
        </Suspense>
      )}
    </>
  );
}
