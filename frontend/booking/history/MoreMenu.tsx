import { MenuItem } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useMay } from '../../shared/session-staff.js';
import { useValue } from '../../shared/store.js';
import { lazyPart } from '../../shared/ui/fetch-code.js';
import { MenuButton } from '../../shared/ui/MenuButton.js';
import { dropErasure, erasureAtom, type GuestRecordName, prepareErasure } from './erasure.js';

const ErasureDialog = lazyPart(async () => (await import('./ErasureDialog.js')).ErasureDialog);

/** Hosts the dialog about the erasure of a record's guest. */
function ErasurePlace({ onErased }: { onErased: () => unknown }) {
  const erasure = useValue(erasureAtom);
  useEffect(() => dropErasure, []);
  // Another menu of the same record may be on the screen: only the one that was used shows the dialog.
  if (erasure?.onErased !== onErased) return null;
  return (
    <Suspense>
      <ErasureDialog erasure={erasure} />
    </Suspense>
  );
}

type MoreMenuProps = {
  /** The record that names the guest. */
  start: GuestRecordName;
  /** Brings up to date what is shown of the guest. */
  onErased: () => unknown;
  /** Whom it is about, where several stand beside each other. */
  of?: string;
  /** Further entries, before the erasure. */
  children?: ReactNode;
};

/** Offers rare operations behind ⋯: the erasure of the guest's personal data last. */
export function MoreMenu({ start, onErased, of = '', children }: MoreMenuProps) {
  const mayErase = useMay('manage');
  const latest = useRef(onErased);
  useEffect(() => {
    latest.current = onErased;
  }, [onErased]);
  const [refresh] = useState(() => () => latest.current());
  if (!mayErase && !children) return null;
  return (
    <>
      <MenuButton
        label="その他の操作"
        placement="bottom-end"
        entries={
          <>
            {children}
            {mayErase && (
              <MenuItem text="個人情報の削除…" onClick={() => void prepareErasure(start, refresh)} />
            )}
          </>
        }
        icon={<More />}
        aria-label={`${of} その他の操作`.trim()}
        data-tooltip="その他の操作"
      />
      <ErasurePlace onErased={refresh} />
    </>
  );
}
