import { Button } from '@blueprintjs/core';
import { useNavigate } from 'react-router-dom';
import { todayAtom } from '../shared/hotel.js';
import { openPanel } from '../shared/open-panel.js';
import { SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { startVerb } from './asked-verb.js';
import { formStayAtom, savingAtom } from './form.js';
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
  const today = useValue(todayAtom);
  const navigate = useNavigate();
  const isWalkIn = useValue(formStayAtom)?.start === today && maySaveAnother;
  const saveAndCheckIn = () =>
    submitForm(({ id }) => {
      navigate(SCREENS.frontDesk.path);
      openPanel({ kind: 'booking', id }, [], true);
    });
  useKey('saveCheckIn', () => mayWrite && isWalkIn && saveAndCheckIn());
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
      className="end-button"
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
      {isWalkIn && (
        <Button
          text="登録してチェックイン"
          {...keyProps('saveCheckIn', '登録して、フロントで支払とチェックインへ')}
          disabled={saving}
          onClick={() => void saveAndCheckIn()}
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
        endIcon={!isWalkIn && <KeyHint of="clear" />}
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
