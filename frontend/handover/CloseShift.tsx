import { Button, TextArea } from '@blueprintjs/core';
import { type KeyboardEvent, useState } from 'react';
import { notesAtom } from '../shared/calendar-data/notes.js';
import { clockText } from '../shared/clock-text.js';
import { useDraft } from '../shared/drafts.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { isKey, keyProps, useKey } from '../shared/ui/keys.js';
import { Modal } from '../shared/ui/Modal.js';
import { changes, closeShift, whoText } from './changes.js';

const MAX_MEMO = 2_000;

/** Ends the shift: asks for words for the next one, which stay until they are sent. */
export function CloseShift({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [memo, setMemo] = useDraft('handover-memo', '');
  const [saving, setSaving] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const isRead = useValue(changes.atom).value !== null;
  const waiting = useValue(notesAtom).filter(({ is_done }) => is_done === 0).length;
  const open = () => {
    setClosed(false);
    setOpen(true);
  };
  useKey('handOver', open);
  const close = async () => {
    if (saving || !isRead) return;
    setSaving(true);
    const done = await closeShift(memo);
    setSaving(false);
    if (!done) return;
    setMemo(null);
    setOpen(false);
    setClosed(true);
    onClosed();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || !isKey(event, 'noteSave')) return;
    event.preventDefault();
    void close();
  };
  return (
    <>
      <span role="status" className="closed-shift">
        {isClosed && '引継ぎを確定しました。'}
        {memo !== '' && !isOpen && '引継ぎメモが入力途中です。'}
      </span>
      <Button
        size="small"
        intent="primary"
        text="引継ぎを確定"
        endIcon={<KeyHint of="handOver" />}
        {...keyProps('handOver', '引継ぎを確定')}
        onClick={open}
      />
      <Modal
        title="引継ぎの確定"
        isOpen={isOpen}
        ownFocus
        onClose={() => setOpen(false)}
        actions={
          <Button
            intent="primary"
            text="確定"
            loading={saving || !isRead}
            {...keyProps('noteSave', '確定')}
            onClick={() => void close()}
          />
        }
      >
        <div className="close-shift stack">
          <p>ここまでを確認済みとして引き継ぎます。次に開いたとき、ここから後の変更点を表示します。</p>
          {waiting > 0 && <p className="soft">未完了の申し送りが{waiting}件あります。</p>}
          <label htmlFor="handover-memo">引継ぎメモ（任意）</label>
          <TextArea
            id="handover-memo"
            fill
            autoFocus
            rows={4}
            maxLength={MAX_MEMO}
            value={memo}
            onChange={(event) => setMemo(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      </Modal>
    </>
  );
}

const SHOWN = 3;

/** The memos of the last shifts. */
export function Memos() {
  const handovers = useValue(changes.atom).value?.handovers ?? [];
  const zone = useValue(hotelAtom)?.timezone;
  if (handovers.length === 0 || zone === undefined) return null;
  return (
    <section className="memos stack" aria-label="引継ぎメモ">
      <h2>引継ぎメモ</h2>
      <ul>
        {handovers.slice(0, SHOWN).map((handover) => (
          <li key={handover.id}>
            <p className="note-origin">
              <b>{whoText(handover)}</b> {clockText(handover.recorded_at, zone)}
            </p>
            <p>{handover.memo || '(メモなし)'}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
