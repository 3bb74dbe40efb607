import { Button } from '@blueprintjs/core';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { startVerb } from './asked-verb.js';
import { savingAtom } from './form.js';
import { actionsOf, END_TEXTS, type EndOfBooking, type FormMode } from './form-mode.js';
import { fieldId } from './form-values.js';
import { openBlank } from './open-form.js';
import { submitForm } from './submit.js';

/** The buttons at the form's foot; what cannot be undone stands apart and asks first. */
export function FormButtons({ mode }: { mode: FormMode }) {
  const saving = useValue(savingAtom);
  const mayWrite = useMay('desk');
  const { edit, cancel, returnToAutoFail } = actionsOf(mode);
  const saveName = mode.kind === 'edit' ? '更新' : '登録';
  useKey('save', () => mayWrite && edit && submitForm());
  const maySaveAnother = mode.kind === 'new' && edit;
  useKey('saveAnother', () => mayWrite && maySaveAnother && submitForm('another-room'));
  const clear = () => {
    openBlank();
    focusField(fieldId('stayStart'));
  };
  useKey('clear', () => !saving && clear());
  const start = (end: EndOfBooking) => {
    if (mode.kind !== 'edit') return;
    const { id, borderRoom: roomNumber } = mode.booking;
    void startVerb(end, { id, roomNumber, record: mode.booking });
  };
  const askButton = (end: EndOfBooking) => (
    <Button
      intent="danger"
      variant="outlined"
      text={END_TEXTS[end].button}
      disabled={saving}
      onClick={() => start(end)}
    />
  );
  if (!mayWrite) return null;
  return (
    <div className="form-buttons row">
      {(edit || mode.kind === 'edit') && (
        <Button
          type="submit"
          intent="primary"
          text={saveName}
          endIcon={<KeyHint of="save" />}
          {...keyProps('save', saveName)}
          disabled={!edit || saving}
        />
      )}
      {maySaveAnother && (
        <Button
          text="もう1室"
          {...keyProps('saveAnother', '登録して、同じ宿泊者のもう1室へ')}
          disabled={saving}
          onClick={() => void submitForm('another-room')}
        />
      )}
      <Button
        text="クリア"
        endIcon={<KeyHint of="clear" />}
        {...keyProps('clear', 'クリア')}
        disabled={saving}
        onClick={clear}
      />
      <span className="space" />
      {returnToAutoFail && askButton('return')}
      {cancel && askButton('cancel')}
    </div>
  );
}
