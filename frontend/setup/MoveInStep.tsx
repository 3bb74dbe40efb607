import { Button } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import { useNavigate } from 'react-router-dom';
import { MOVE_IN_SCREEN } from '../shared/screens.js';
import { beginSetup } from './setup.js';

/** データ移行: the way to the bookings of the old system. */
export function MoveInStep({ bookings, hasRooms }: { bookings: number; hasRooms: boolean }) {
  const navigate = useNavigate();
  const open = async () => {
    if (await beginSetup()) navigate(MOVE_IN_SCREEN.path);
  };
  return (
    <div className="setup-move stack">
      <p>
        {bookings > 0
          ? `いま${countText(bookings)}件の予約が入っています。続きのファイルがあれば取り込めます。同じ予約が2回入ることはありません。`
          : '旧システムから書き出したファイル（CSVやExcel）を取り込みます。取り込む前に、入る予約と入らない予約を確かめられます。'}
      </p>
      {!hasRooms && (
        <p className="field-error">先に部屋を登録してください。部屋のない予約は取り込めません。</p>
      )}
      <div className="row">
        <Button intent="primary" text="データ移行を開く" onClick={open} />
      </div>
      <p className="soft">移行する予約がないときは、後回しにして次へ進んでください。</p>
    </div>
  );
}
