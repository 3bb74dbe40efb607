import { Button } from '@blueprintjs/core';
import { Duplicate, Key } from '@blueprintjs/icons';
import type { ManagedStaff } from '@wire/master-records.js';
import type { OneTimeCode } from '@wire/session.js';
import { instantText } from '@wire/value-texts.js';
import { useState } from 'react';
import { hotelAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { copyText } from '../../shared/ui/copy-text.js';
import { Modal } from '../../shared/ui/Modal.js';
import { newCode } from '../lists.atoms.js';

/** Makes a one-time code for choosing a password, and shows it once. */
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

type ShownCodeProps = { staff: ManagedStaff; code: OneTimeCode; onClose: () => void };

/** A one-time code, large and readable; it cannot be shown again. */
function ShownCode({ staff, code: { code, expires_at }, onClose }: ShownCodeProps) {
  const timezone = useValue(hotelAtom)?.timezone;
  const [notice, setNotice] = useState('');
  const copy = async () =>
    setNotice((await copyText(code)) ? 'コピーしました。' : 'コピーできませんでした。書き写してください。');
  return (
    <Modal
      title={`${staff.name}のワンタイムコード`}
      isOpen
      onClose={onClose}
      actions={<Button icon={<Duplicate size={14} />} text="コピー" onClick={copy} />}
    >
      <div className="shown-code">
        <output>{code}</output>
        <p>{timezone && `${instantText(expires_at, timezone)} まで、1回だけ使えます。`}</p>
        <p className="soft">
          {`ログイン名「${staff.login_name}」とこのコードを本人に伝えてください。この画面を閉じると、コードはもう表示できません。`}
        </p>
        <p className="code-notice" role="status">
          {notice}
        </p>
      </div>
    </Modal>
  );
}
