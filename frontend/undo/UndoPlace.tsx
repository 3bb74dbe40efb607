import { Suspense } from 'react';
import { useValue } from '../shared/store.js';
import { hinderedAtom } from './undo.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { UndoToast } from './UndoToast.js';

const HinderedDialog = lazyPart(async () => (await import('./HinderedDialog.js')).HinderedDialog);

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
