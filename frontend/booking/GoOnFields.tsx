import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { useEffect, useId, useRef } from 'react';
import type { GoOn } from './go-on.js';

/** The room by its place in the choices, and the fee as it is typed. */
export type GoOnEntries = { room: number; fee: string };

type GoOnFieldsProps = {
  goOn: GoOn;
  entered: GoOnEntries;
  error: string | null;
  onEntered: (entered: GoOnEntries) => void;
  onSubmit: () => void;
};

/** The room and the fee of nights that a guest goes on for; the fee has the focus, Enter in it goes on. */
export function GoOnFields({ goOn: { stay, rooms }, entered, error, onEntered, onSubmit }: GoOnFieldsProps) {
  const id = useId();
  const fee = useRef<HTMLInputElement>(null);
  useEffect(() => void fee.current?.select(), []);
  return (
    <fieldset className="go-on stack">
      <legend className="visually-hidden">続きの宿泊</legend>
      <div className="go-on-row">
        <span>期間</span>
        <span>{stayText(stay)}</span>
      </div>
      <div className="go-on-row">
        <label htmlFor={`${id}-room`}>部屋</label>
        <HTMLSelect
          id={`${id}-room`}
          options={rooms.map(({ label }, value) => ({ label, value }))}
          value={entered.room}
          onChange={({ currentTarget }) => onEntered({ ...entered, room: Number(currentTarget.value) })}
        />
      </div>
      <div className="go-on-row">
        <label htmlFor={`${id}-fee`}>料金</label>
        <InputGroup
          id={`${id}-fee`}
          inputRef={fee}
          size="small"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : `${id}-error`}
          value={entered.fee}
          onValueChange={(text) => onEntered({ ...entered, fee: text })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSubmit();
          }}
          rightElement={<span className="payment-unit">円</span>}
        />
      </div>
      {error !== null && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
