import { Button } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import type { ManagedStaff } from '@wire/master-records.js';
import type { OneTimeCode } from '@wire/session.js';
import { useState } from 'react';
import { newCode } from '../change-lists.js';
import { ShownCode } from './ShownCode.js';

/** Makes a code with which somebody chooses a password, and shows it this once. */
export function OneTimeCodeButton({ staff }: { staff: ManagedStaff }) {
  const [code, setCode] = useState<OneTimeCode | null>(null);
  const [making, setMaking] = useState(false);
  if (staff.is_retired === 1 || staff.login_name === null) return null;
  const make = async () => {
    if (making) return;
    setMaking(true);
    setCode(await newCode(staff.id));
    setMaking(false);
  };
  return (
    <>
      <Button
        size="small"
        icon={<Key size={12} />}
        text="ワンタイムコードを発行"
        aria-label={`${staff.name}のワンタイムコードを発行`}
        aria-disabled={making}
        onClick={make}
      />
      {code && <ShownCode staff={staff} code={code} onClose={() => setCode(null)} />}
    </>
  );
}
