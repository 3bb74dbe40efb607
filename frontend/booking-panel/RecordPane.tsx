import { Button } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import type { CsvFormData } from '@wire/csv-record.js';
import { useNavigate } from 'react-router-dom';
import { ImportedNotice } from '../booking/ImportedNotice.js';
import { askedDismissalAtom } from '../imports/record-actions.js';
import { recordAddress } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store } from '../shared/store.js';
import { usePanelFocus } from './use-panel-focus.js';

/** A record of the queue: who it is about, why it waits, and the one thing to do about it. */
export function RecordPane({ record }: { record: CsvFormData }) {
  const navigate = useNavigate();
  const mayWrite = useMay('desk');
  const pane = usePanelFocus();
  const { id, kind, status, guest_name_1, stay_start, stay_end } = record;
  const isCancellation = kind === 'キャンセル';
  return (
    <div ref={pane} className="booking-pane">
      <div className="booking-head">
        <h2>
          {`${guest_name_1} `}
          {stay_start && stay_end && (
            <span className="editing-stay">{stayText({ start: stay_start, end: stay_end })}</span>
          )}
        </h2>
      </div>
      {mayWrite && status === 'failed' && (
        <Button
          className="primary-action"
          intent="primary"
          size="large"
          fill
          text={isCancellation ? 'この取消を確認済みにする' : '部屋を選んで登録'}
          onClick={() =>
            isCancellation ? store.set(askedDismissalAtom, record) : navigate(recordAddress(id))
          }
        />
      )}
      <ImportedNotice record={record} />
    </div>
  );
}
