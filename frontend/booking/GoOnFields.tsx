import { HTMLSelect } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { isReady } from '@domain/cleaning/room-cleaning.js';
import type { Day } from '@domain/dates.js';
import { roomText } from '@domain/room/room-number.js';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { cleaningOfRoomAtom, waitingText } from '../shared/cleaning.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { YenInput } from '../shared/ui/YenInput.js';
import type { GoOn } from './go-on.js';

/** The room by its place in the choices, and the fee as it is typed. */
export type GoOnEntries = { room: number; fee: string };

type GoOnFieldsProps = {
  /** The room that the guest is in. */
  own: string;
  goOn: GoOn;
  entered: GoOnEntries;
  error: string | null;
  onEntered: (entered: GoOnEntries) => void;
  onSubmit: () => void;
};

/** Says how long another room, which the guest goes into today, has waited for its cleaning. */
function UnreadyRoom({ room, own, start }: { room: string; own: string; start: Day }) {
  const cleaning = useValue(cleaningOfRoomAtom(room));
  const today = useValue(todayAtom);
  const isNow = room !== own && today !== null && start <= today;
  if (!isNow || cleaning === null || isReady(cleaning.state)) return null;
  return <p role="status">{`${roomText(room)}の清掃が終わっていません（${waitingText(cleaning)}）。`}</p>;
}

/** The room and the fee of nights that a guest goes on for; the fee has the focus, Enter in it goes on. */
export function GoOnFields({
  own,
  goOn: { stay, rooms, fee },
  entered,
  error,
  onEntered,
  onSubmit,
}: GoOnFieldsProps) {
  const id = useId();
  const first = useRef<HTMLDivElement>(null);
  const isFeeAsked = fee !== null;
  useLayoutEffect(() => {
    const field = first.current?.querySelector<HTMLElement>(isFeeAsked ? 'input' : 'select');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, [isFeeAsked]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <fieldset className="go-on">
      <legend className="visually-hidden">続きの宿泊</legend>
      <div className="stack" ref={first}>
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
            onKeyDown={onKeyDown}
            onChange={({ currentTarget }) => onEntered({ ...entered, room: Number(currentTarget.value) })}
          />
        </div>
        <UnreadyRoom room={rooms[entered.room]?.roomNumber ?? own} own={own} start={stay.start} />
        {isFeeAsked && (
          <div className="go-on-row">
            <label htmlFor={`${id}-fee`}>料金</label>
            <YenInput
              id={`${id}-fee`}
              isInvalid={error !== null}
              aria-describedby={error === null ? undefined : `${id}-error`}
              value={entered.fee}
              onValue={(text) => onEntered({ ...entered, fee: text })}
              onKeyDown={onKeyDown}
            />
          </div>
        )}
        {error !== null && (
          <p className="field-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
