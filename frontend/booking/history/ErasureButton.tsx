import { Button } from '@blueprintjs/core';
import { Suspense, useEffect } from 'react';
import { useMay } from '../../shared/session-staff.js';
import { useValue } from '../../shared/store.js';
import { lazyPart } from '../../shared/ui/fetch-code.js';
import { dropErasure, erasureAtom, type GuestRecordName, prepareErasure } from './erasure.js';

const ErasureDialog = lazyPart(async () => (await import('./ErasureDialog.js')).ErasureDialog);

/** Hosts the dialog about the erasure of a record's guest. */
export function ErasurePlace({ kind, id }: GuestRecordName) {
  const erasure = useValue(erasureAtom);
  useEffect(() => dropErasure, []);
  if (erasure?.start.kind !== kind || erasure.start.id !== id) return null;
  return (
    <Suspense>
      <ErasureDialog erasure={erasure} />
    </Suspense>
  );
}

type ErasureButtonProps = {
  /** The record that names the guest. */
  start: GuestRecordName;
  /** Brings up to date what is shown of the guest. */
  onErased: () => unknown;
  small?: boolean;
};

/** Leads to the erasure of a guest's personal data. */
export function ErasureButton({ start, onErased, small = false }: ErasureButtonProps) {
  if (!useMay('manage')) return null;
  return (
    <>
      <Button
        intent="danger"
        variant="outlined"
        size={small ? 'small' : 'medium'}
        text="個人情報の削除…"
        onClick={() => prepareErasure(start, onErased)}
      />
      <ErasurePlace {...start} />
    </>
  );
}
