import { Button, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import type { CsvRecord } from '@wire/csv-record.js';
import { type FormEvent, useState } from 'react';
import { store, useValue } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';
import { askedDismissalAtom, DISMISSAL_REASONS, dismiss } from './record-actions.js';

const FORM_ID = 'dismiss-form';
const OTHER = 'その他';
const LONGEST_REASON = 100;

function Question({ record }: { record: CsvRecord }) {
  const [chosen, choose] = useState<string>(DISMISSAL_REASONS[0]);
  const [text, setText] = useState('');
  const reason = chosen === OTHER ? text.trim() : chosen;
  const close = () => store.set(askedDismissalAtom, null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be opened from the reservation form, which React would submit as well.
    event.stopPropagation();
    if (reason === '') return;
    close();
    void dismiss(record, reason);
  };
  const { guest_name_1, site, booking_number } = record;
  return (
    <Modal
      title="対応済みにする"
      isOpen
      ownFocus
      closeText="やめる"
      onClose={close}
      actions={
        <Button
          type="submit"
          form={FORM_ID}
          intent="primary"
          text="対応済みにする"
          disabled={reason === ''}
        />
      }
    >
      <form id={FORM_ID} onSubmit={onSubmit}>
        <p className="message-text">
          {[guest_name_1, site, booking_number].filter(Boolean).join(' ')}
          <br />
          予約は登録・変更せず、失敗の一覧から外します。
        </p>
        <RadioGroup
          label="理由"
          selectedValue={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {[...DISMISSAL_REASONS, OTHER].map((one) => (
            <Radio key={one} label={one} value={one} autoFocus={one === chosen} />
          ))}
        </RadioGroup>
        {chosen === OTHER && (
          <InputGroup
            autoFocus
            aria-label="その他の理由"
            placeholder="理由を入力"
            maxLength={LONGEST_REASON}
            value={text}
            onValueChange={setText}
          />
        )}
      </form>
    </Modal>
  );
}

/** Asks why a record needs no booking, as soon as one is to be dismissed. */
export function DismissDialog() {
  const record = useValue(askedDismissalAtom);
  return record && <Question key={record.id} record={record} />;
}
