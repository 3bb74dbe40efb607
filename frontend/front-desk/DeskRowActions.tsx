// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import { Button, type ButtonProps, PopoverNext } from '@blueprintjs/core';
import { useEffect } from 'react';
import { CheckOutQuestion } from '../check-out/CheckOutQuestion.js';
import { concernsOf } from '../check-out/check-out.js';
import {
  checkIn,
  checkOut,
  checkOutAs,
  checkOutAskedAtom,
  deskActions,
  pay,
  takeStayActBack,
  unpay,
} from './desk-acts.js';
import type { DeskBooking } from './desk-booking.js';
import { printCards } from './desk-print.js';
import { todayAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { keyProps } from '../shared/ui/keys.js';
import { focusDeskRow } from './focus-desk-row.js';

type ActionProps = Pick<ButtonProps, 'intent' | 'variant'> & {
  of: KeyName;
  text: string;
  /** What the button does, when its text is short for it. */
  name?: string;
  current: boolean;
  onClick: () => unknown;
};

function Action({ of, text, name = text, current, onClick, ...look }: ActionProps) {
  return (
    <Button
      className={`of-${of}`}
      size="small"
      {...look}
      text={text}
      endIcon={<KeyHint of={of} />}
      aria-label={name}
      tabIndex={current ? 0 : -1}
      {...keyProps(of, name)}
      onClick={() => onClick()}
    />
  );
}

/** The button that checks out, and at it the question about what is owed or left. */
function CheckOutAction({ booking, current }: { booking: DeskBooking; current: boolean }) {
  const { id, roomNumber, record } = booking;
  const today = useValue(todayAtom);
  const isAsked = useValue(checkOutAskedAtom) === id;
  const setAsked = useWrite(checkOutAskedAtom);
  const concerns = isAsked && today ? concernsOf(record, today) : null;
  // A row that goes out of sight takes its question with it.
  useEffect(() => {
    if (isAsked) return () => setAsked(null);
  }, [isAsked, setAsked]);
  const close = () => {
    setAsked(null);
    focusDeskRow(id);
  };
  return (
    <PopoverNext
      isOpen={concerns !== null}
      onInteraction={(isOpen) => !isOpen && close()}
      placement="bottom-end"
      animation="minimal"
      transitionDuration={0}
      shouldReturnFocusOnClose={false}
      content={
        concerns ? (
          <CheckOutQuestion
            roomNumber={roomNumber}
            record={record}
            concerns={concerns}
            onAnswer={(way) => {
              close();
              void checkOutAs(booking, way);
            }}
            onClose={close}
          />
        ) : undefined
      }
      renderTarget={({ ref }) => (
        <span ref={ref}>
          <Action
            of="deskCheckOut"
            text="チェックアウト"
            current={current}
            onClick={() => checkOut(booking)}
          />
        </span>
      )}
    />
  );
}

/** What can be done to a booking now, each with its key. */
export function DeskRowActions({ booking, current }: { booking: DeskBooking; current: boolean }) {
  const mayAct = useMay('desk');
  const can = deskActions(booking);
  const left = booking.checkoutDate !== null;
  const taken = left ? 'チェックアウト取消' : 'チェックイン取消';
  return (
    <div role="gridcell" className="desk-actions">
      {mayAct && can.checkIn && (
        <Action
          of="deskCheckIn"
          text="チェックイン"
          intent="primary"
          current={current}
          onClick={() => checkIn(booking)}
        />
      )}
      {mayAct && can.checkOut && <CheckOutAction booking={booking} current={current} />}
      {mayAct && can.pay && (
        <Action of="deskPay" text="支払" name="支払済にする" current={current} onClick={() => pay(booking)} />
      )}
      {mayAct && can.unpay && (
        <Action
          of="deskUnpay"
          text="支払取消"
          name="未払いに戻す"
          variant="minimal"
          current={current}
          onClick={() => unpay(booking)}
        />
      )}
      {mayAct && can.takeBack && (
        <Action
          of="deskTakeBack"
          text="戻す"
          name={taken}
          variant="minimal"
          current={current}
          onClick={() => takeStayActBack(booking)}
        />
      )}
      <Action
        of="deskCard"
        text="カード"
        name="宿泊カードを印刷"
        variant="minimal"
        current={current}
        onClick={() => printCards([booking])}
      />
    </div>
  );
}
