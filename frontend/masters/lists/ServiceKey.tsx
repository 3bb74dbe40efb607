import { Button, HTMLSelect } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import type { IssuedKey, ManagedServiceAccount } from '@wire/service-accounts.js';
import { instantText } from '@wire/value-texts.js';
import { useState } from 'react';
import { hotelAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { copyText } from '../../shared/ui/copy-text.js';
import { Modal } from '../../shared/ui/Modal.js';
import { newKey } from '../lists.atoms.js';

const OVERLAPS = [
  { value: 24, label: '24時間まで使える' },
  { value: 168, label: '7日後まで使える' },
  { value: 720, label: '30日後まで使える' },
  { value: 0, label: 'すぐ使えなくする' },
];

/** Issues a key of a service account, and shows it once. */
export function ServiceKeyButton({ account }: { account: ManagedServiceAccount }) {
  const [isOpen, setIsOpen] = useState(false);
  if (account.is_retired === 1) return null;
  return (
    <>
      <Button
        size="small"
        icon={<Key size={12} />}
        text="キーを発行"
        aria-label={`${account.name}のキーを発行`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <KeyDialog account={account} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type KeyDialogProps = { account: ManagedServiceAccount; onClose: () => void };

/** Asks for how long the key before counts, then shows the new one. The one button is another then, and keeps the focus. */
function KeyDialog({ account, onClose }: KeyDialogProps) {
  const [hadKey] = useState(account.keys.length > 0);
  const [overlap, setOverlap] = useState(OVERLAPS[0]?.value ?? 0);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const [issuing, setIssuing] = useState(false);
  const [notice, setNotice] = useState('');
  const issue = async () => {
    if (issuing) return;
    setIssuing(true);
    setIssued(await newKey(account.id, hadKey ? overlap : 0));
    setIssuing(false);
  };
  const copy = async (key: string) =>
    setNotice((await copyText(key)) ? 'コピーしました。' : 'コピーできませんでした。書き写してください。');
  return (
    <Modal
      title={`${account.name}のキー`}
      isOpen
      onClose={onClose}
      actions={
        <Button
          intent={issued ? 'none' : 'primary'}
          text={issued ? 'コピー' : '発行する'}
          aria-disabled={issuing}
          onClick={() => (issued ? copy(issued.key) : issue())}
        />
      }
    >
      <div className="shown-code shown-key">
        {issued ? (
          <ShownKey issued={issued} notice={notice} />
        ) : (
          <>
            <p>新しいキーを発行します。キーは発行した直後に1回だけ表示されます。</p>
            {hadKey && (
              <label htmlFor="former-key">
                今のキーは{' '}
                <HTMLSelect
                  id="former-key"
                  options={OVERLAPS}
                  value={overlap}
                  onChange={(event) => setOverlap(Number(event.currentTarget.value))}
                />
              </label>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}

/** A key that was just issued; it cannot be shown again. */
function ShownKey({ issued: { key, former_until }, notice }: { issued: IssuedKey; notice: string }) {
  const timezone = useValue(hotelAtom)?.timezone;
  return (
    <>
      <output>{key}</output>
      {former_until && timezone && (
        <p>{`前のキーは ${instantText(former_until, timezone)} まで使えます。`}</p>
      )}
      <p className="soft">
        このキーを相手のシステムに設定してください。この画面を閉じると、キーはもう表示できません。
      </p>
      <p className="code-notice" role="status">
        {notice}
      </p>
    </>
  );
}
