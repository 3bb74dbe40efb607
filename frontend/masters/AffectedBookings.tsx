import { Button } from '@blueprintjs/core';
import { bookingAddress } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';
import { affectedBookingsAtom } from './lists.atoms.js';

/** The bookings in rooms that are to become 予約不可, and whether to go on. */
export function AffectedBookings() {
  const question = useValue(affectedBookingsAtom);
  if (!question) return null;
  const { bookings, settle } = question;
  return (
    <Modal
      title="予約の入っている部屋があります"
      isOpen
      closeText="やめる"
      onClose={() => settle(false)}
      actions={<Button intent="danger" text="確認して予約不可にする" onClick={() => settle(true)} />}
    >
      <div className="concerned">
        <p>
          {`次の${bookings.length}件の予約があります。予約不可にしても予約は残りますので、必要に応じて部屋を移してください。`}
        </p>
        <ul>
          {bookings.map(({ id, text }) => (
            <li key={id}>
              <a href={bookingAddress(id)} target="_blank" rel="noopener">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
