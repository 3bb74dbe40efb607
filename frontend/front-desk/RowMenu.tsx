import { MenuItem } from '@blueprintjs/core';
import { VerbEntries } from '../booking/VerbEntries.js';
import { subjectOf } from '../booking/verb-questions.js';
import { openCard } from '../guest-card/guest-card.js';
import { printReceipt } from '../payment/receipt.js';
import { useMay } from '../shared/session-staff.js';
import type { MenuPoint } from '../shared/ui/DataGrid.js';
import { keyText } from '../shared/ui/keys.js';
import { PointMenu } from '../shared/ui/PointMenu.js';
import { printCards } from './DeskPrinting.js';
import type { DeskBooking } from './desk.js';
import { openDeskPanel, openDeskRegister } from './desk-view.js';
import { doAtDesk, focusDeskRow } from './row-keys.js';

type RowMenuProps = {
  booking: DeskBooking;
  at: MenuPoint;
  onCharge: (id: number) => void;
  onClose: () => void;
};

/** Menu of the actions on the booking of a row, each entry with the key of the row that does the same. */
export function RowMenu({ booking, at, onCharge, onClose }: RowMenuProps) {
  const mayAct = useMay('desk');
  const { id } = booking;
  const close = () => {
    onClose();
    focusDeskRow(id);
  };
  return (
    <PointMenu at={at} title={subjectOf(booking)} onClose={close}>
      <MenuItem text="開く" label={keyText('deskOpen')} onClick={() => openDeskPanel(id)} />
      {mayAct && <VerbEntries booking={booking} hasKeys onChoose={(name) => doAtDesk(name, booking)} />}
      {mayAct && <MenuItem text="明細に追加" label={keyText('deskCharge')} onClick={() => onCharge(id)} />}
      {mayAct && booking.paymentFlag === 1 && (
        <MenuItem text="領収書" label={keyText('deskReceipt')} onClick={() => printReceipt(id)} />
      )}
      {mayAct && (
        <MenuItem
          text="宿泊者名簿"
          label={keyText('deskRegister')}
          onClick={() => openDeskRegister(booking)}
        />
      )}
      <MenuItem text="お客様カード" label={keyText('deskGuest')} onClick={() => openCard(id)} />
      <MenuItem text="宿泊カードを印刷" label={keyText('deskCard')} onClick={() => printCards([booking])} />
    </PointMenu>
  );
}
