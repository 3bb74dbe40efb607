import type { Permission } from '@domain/masters/staff-role.js';
import { ROLE_NAMES } from '@wire/field-texts.js';
import type { ReactNode } from 'react';
import { lastStaffAtom, useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';

import { ScreenHeading } from '../shared/ui/ScreenHeading.js';

type AllowedProps = { permission: Permission; name: string; children: ReactNode };

/** A screen for those who may use it; others see that they may not. */
export function Allowed({ permission, name, children }: AllowedProps) {
  const allowed = useMay(permission);
  const staff = useValue(lastStaffAtom);
  if (allowed) return children;
  return (
    <div className="not-found">
      <ScreenHeading name={name} />
      <p>{`「${name}」の画面を使う権限がありません。`}</p>
      {staff && (
        <p className="soft">{`${staff.name}さん（${ROLE_NAMES[staff.role]}）としてログインしています。必要なときは管理者に相談してください。`}</p>
      )}
    </div>
  );
}
