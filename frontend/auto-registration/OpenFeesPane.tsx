import { Button, Tag } from '@blueprintjs/core';
import { dayText, stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import { useOpenFees } from '../booking/open-fees.js';
import { openPanel } from '../shared/open-panel.js';

/** The tab's title, with how many fees are to be decided. */
export function OpenFeesTitle() {
  const count = useOpenFees().length;
  return (
    <>
      キャンセル料
      {count > 0 && (
        <Tag minimal intent="warning">
          {count}
        </Tag>
      )}
    </>
  );
}

/** キャンセル料: bookings that their source cancelled for a fee by the hotel's rules; each opens its panel, where that is decided. */
export function OpenFeesPane() {
  const fees = useOpenFees();
  const ids = fees.map(({ booking_id }) => booking_id);
  return (
    <>
      <p className="soft">
        予約元が取り消した予約のうち、キャンセル規定で料金がかかるものです。予約を開いて、記録するか請求しないかを選びます。
      </p>
      {fees.length === 0 && <p>確認待ちのキャンセル料はありません。</p>}
      <ul className="open-fees" aria-label="確認待ちのキャンセル料">
        {fees.map((fee) => (
          <li key={fee.booking_id}>
            <Button
              variant="minimal"
              intent="primary"
              text={`${fee.guest_name} ${yenText(fee.amount)}`}
              onClick={() => openPanel({ kind: 'booking', id: fee.booking_id }, ids)}
            />
            <span className="soft">
              {`${fee.booking_source} ${dayText(fee.cancelled_on)}取消　${stayRangeText({ start: fee.stay_start, end: fee.stay_end })} ${fee.room_number}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
