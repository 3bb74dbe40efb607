import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { lookingAtom } from '../shared/live/connection.js';
import { closePanel, openPanel, type PanelTarget, panelListAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { BookingPane } from './BookingPane.js';
import { Followed, panelBooking, panelRecord } from './Followed.js';
import { RecordPane } from './RecordPane.js';
import './booking-panel.css';

/** The next of the list that the panel was opened from. */
function NextButton({ target }: { target: PanelTarget }) {
  const list = useValue(panelListAtom);
  const next = list.includes(target.id) ? list[list.indexOf(target.id) + 1] : undefined;
  const show = () => next !== undefined && openPanel({ ...target, id: next }, list);
  useKey('panelNext', show);
  if (next === undefined) return null;
  return <Button size="small" text="次へ" {...keyProps('panelNext', '一覧の次へ')} onClick={show} />;
}

/** A booking or an imported record at the right of the screen, wherever it was met. */
export function BookingPanel({ target }: { target: PanelTarget }) {
  const { kind, id } = target;
  // An open menu takes Escape itself.
  useKey('panelClose', () => (document.querySelector('[role="menu"]') ? false : closePanel()));
  useEffect(() => {
    store.set(lookingAtom, kind === 'booking' ? id : null);
    return () => store.set(lookingAtom, null);
  }, [kind, id]);
  return (
    <aside className="booking-panel" aria-label="予約の内容">
      <div className="booking-panel-bar row">
        <NextButton target={target} />
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label="閉じる"
          {...keyProps('panelClose', '閉じる')}
          onClick={closePanel}
        />
      </div>
      {kind === 'booking' ? (
        <Followed resource={panelBooking} id={id}>
          {(booking) => <BookingPane booking={booking} />}
        </Followed>
      ) : (
        <Followed resource={panelRecord} id={id}>
          {(record) => <RecordPane record={record} />}
        </Followed>
      )}
    </aside>
  );
}
