import { Button, HTMLSelect } from '@blueprintjs/core';
import { instantText } from '@wire/value-texts.js';
import { useState } from 'react';
import { hotelAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { copyText } from '../../shared/ui/copy-text.js';
import { Modal } from '../../shared/ui/Modal.js';

const OVERLAPS = [
  { value: 24, label: '24時間まで使える' },
  { value: 168, label: '7日後まで使える' },
  { value: 720, label: '30日後まで使える' },
  { value: 0, label: 'すぐ使えなくする' },
];

/** Something secret that is shown once, and until when the one before counts; null for none. */
export type Issued = { text: string; formerUntil: string | null };

type IssueDialogProps = {
  /** The name of the record and of what is issued, such as キー. */
  of: string;
  what: string;
  hasFormer: boolean;
  /** True where the one before ends at once, and nothing is asked. */
  endsFormer?: true;
  /** Something to mind before it is issued. */
  warning?: string | null;
  /** Issues it; null when it was refused. */
  issue: (overlapHours: number) => Promise<Issued | null>;
  onClose: () => void;
};

/** Asks for how long the one before counts, then shows the new one. The one button is another then, and keeps the focus. */
export function IssueDialog({ of, what, hasFormer, endsFormer, warning, issue, onClose }: IssueDialogProps) {
  const [hadFormer] = useState(hasFormer);
  const [overlap, setOverlap] = useState(OVERLAPS[0]?.value ?? 0);
  const [issued, setIssued] = useState<Issued | null>(null);
  const [issuing, setIssuing] = useState(false);
  const [notice, setNotice] = useState('');
  const begin = async () => {
    if (issuing) return;
    setIssuing(true);
    setIssued(await issue(hadFormer && !endsFormer ? overlap : 0));
    setIssuing(false);
  };
  const copy = async (text: string) =>
    setNotice((await copyText(text)) ? 'コピーしました。' : 'コピーできませんでした。書き写してください。');
  return (
    <Modal
      title={`${of}の${what}`}
      isOpen
      onClose={onClose}
      actions={
        <Button
          intent={issued ? 'none' : 'primary'}
          text={issued ? 'コピー' : '発行する'}
          aria-disabled={issuing}
          onClick={() => (issued ? copy(issued.text) : begin())}
        />
      }
    >
      <div className="shown-code shown-key">
        {issued ? (
          <ShownOnce issued={issued} what={what} notice={notice} />
        ) : (
          <>
            <p>{`新しい${what}を発行します。${what}は発行した直後に1回だけ表示されます。`}</p>
            {warning && (
              <p>
                <strong>{warning}</strong>
              </p>
            )}
            {hadFormer && endsFormer && <p>{`今の${what}はすぐに使えなくなります。`}</p>}
            {hadFormer && !endsFormer && (
              <label htmlFor="former-key">
                {`今の${what}は `}
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

type ShownOnceProps = { issued: Issued; what: string; notice: string };

/** Shows what was just issued; it cannot be shown again. */
function ShownOnce({ issued: { text, formerUntil }, what, notice }: ShownOnceProps) {
  const timezone = useValue(hotelAtom)?.timezone;
  return (
    <>
      <output>{text}</output>
      {formerUntil && timezone && (
        <p>{`前の${what}は ${instantText(formerUntil, timezone)} まで使えます。`}</p>
      )}
      <p className="soft">
        {`この${what}を相手のシステムに設定してください。この画面を閉じると、${what}はもう表示できません。`}
      </p>
      <p className="code-notice" role="status">
        {notice}
      </p>
    </>
  );
}
