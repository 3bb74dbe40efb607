import { Button } from '@blueprintjs/core';
import { store, useValue } from '../../shared/store.js';
import { KeyHint } from '../../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';
import { formAtom } from '../form.js';
import { soughtAtom } from '../room-proposals.js';
import { askToWait } from './waiting.js';

function askFromForm(): void {
  const sought = store.get(soughtAtom);
  const { mode, values } = store.get(formAtom);
  if (!sought || mode.kind !== 'new') return;
  const { booking_id, ...conditions } = sought;
  const guest_name = values.guestName1 || values.reserverName;
  askToWait({ guest_name, tel: values.tel, remark: '', ...conditions }, 'search');
}

/** Puts the guest of the form on the waiting list, with the conditions for which 部屋検索 found no room. */
export function WaitHere() {
  const { mode } = useValue(formAtom);
  useKey('wait', askFromForm);
  if (mode.kind !== 'new') return null;
  return (
    <Button
      size="small"
      className="wait-here"
      text="キャンセル待ちに登録"
      endIcon={<KeyHint of="wait" />}
      {...keyProps('wait', 'キャンセル待ちに登録')}
      onClick={askFromForm}
    />
  );
}
