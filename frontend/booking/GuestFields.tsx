import { HTMLSelect } from '@blueprintjs/core';
import { gendersOf } from '@domain/reservation/reservation.js';
import { useRef, useState } from 'react';
import { store, useValue } from '../shared/store.js';
import { TextField } from './fields.js';
import { fieldValueAtom, formAtom, setField } from './form.js';
import { isGuestTaken, takeReserverAsGuest } from './form-actions.js';
import { Furigana } from './furigana.js';
import { ReturningGuests, useReturningGuests } from './ReturningGuests.js';

const MAX_NAME = 100;
const MAX_TEL = 30;

/** A guest's gender as it follows from the counts, men first (contract 2). */
function GenderField({ label, gender }: { label: string; gender: string | null | undefined }) {
  const id = `field-${label}`;
  return (
    <div className="field" style={{ gridColumn: 'span 3' }}>
      <div className="field-head soft row">
        <label htmlFor={id}>{label}</label>
      </div>
      <HTMLSelect id={id} fill disabled value={gender ?? ''}>
        <option value="male">男性</option>
        <option value="female">女性</option>
      </HTMLSelect>
    </div>
  );
}

type NameFieldProps = ReturnType<typeof useReturningGuests> & {
  field: 'reserverName' | 'guestName1';
  kana: 'reserverNameKana' | 'guestName1Kana';
  onLeft?: () => void;
};

/** A name; its kana is taken from the input method while it is typed. */
function NameField({ field, kana, onLeft, ...offer }: NameFieldProps) {
  const [furigana] = useState(() => new Furigana());
  const hadFocus = useRef(false);
  const current = () => {
    const { values } = store.get(formAtom);
    return { text: values[field], kana: values[kana] };
  };
  return (
    <TextField
      {...offer}
      field={field}
      span={6}
      required
      maxLength={MAX_NAME}
      onLeft={onLeft}
      onMouseDown={({ currentTarget }) => {
        hadFocus.current = document.activeElement === currentTarget;
      }}
      // Selects the text, as Tab does, so that typing replaces a name that was taken over.
      onClick={({ currentTarget }) => {
        if (field === 'guestName1' && !hadFocus.current && isGuestTaken()) currentTarget.select();
      }}
      onCompositionStart={() => furigana.begin(current())}
      onCompositionUpdate={({ data }) => furigana.composing(data)}
      onCompositionEnd={({ currentTarget }) => setField(kana, furigana.end(currentTarget.value))}
      onInput={({ nativeEvent, currentTarget }) => {
        if ((nativeEvent as InputEvent).isComposing) return;
        setField(kana, furigana.changed(current(), currentTarget.value));
      }}
    />
  );
}

/** The second part of the call: who books, who stays. */
export function GuestFields() {
  const mensCount = useValue(fieldValueAtom('mensCount'));
  const womensCount = useValue(fieldValueAtom('womensCount'));
  const [gender1, gender2] = gendersOf({ mensCount, womensCount });
  const offer = useReturningGuests();
  return (
    <>
      <NameField {...offer} field="reserverName" kana="reserverNameKana" onLeft={takeReserverAsGuest} />
      <TextField
        {...offer}
        field="reserverNameKana"
        span={6}
        maxLength={MAX_NAME}
        onLeft={takeReserverAsGuest}
      />
      <NameField {...offer} field="guestName1" kana="guestName1Kana" />
      <TextField {...offer} field="guestName1Kana" span={6} maxLength={MAX_NAME} />
      {mensCount + womensCount === 2 && (
        <>
          <TextField field="guestName2" span={6} maxLength={MAX_NAME} />
          <GenderField label="性別1" gender={gender1} />
          <GenderField label="性別2" gender={gender2} />
        </>
      )}
      <ReturningGuests />
      <TextField {...offer} field="tel" span={6} inputMode="tel" maxLength={MAX_TEL} />
    </>
  );
}
