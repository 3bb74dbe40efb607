// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import { Button, type ButtonProps } from '@blueprintjs/core';
import {
  checkIn,
  checkOut,
  deskActions,
  pay,
  takeStayActBack,
  unpay,
} from '../../state/front-desk/desk-acts.js';
import type { DeskBooking } from '../../state/front-desk/desk-booking.js';
import { printCards } from '../../state/front-desk/desk-print.js';
import { useMay } from '../../state/session-staff.js';
import { KeyHint } from '../../ui/KeyHint.js';
import type { KeyName } from '../../ui/key-table.js';
import { keyProps } from '../../ui/keys.js';

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
      {mayAct && can.checkOut && (
        <Action of="deskCheckOut" text="チェックアウト" current={current} onClick={() => checkOut(booking)} />
      )}
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
