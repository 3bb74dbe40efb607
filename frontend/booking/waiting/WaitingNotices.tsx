import './waiting.css';
import '../notices.css';
import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { SCREENS } from '../../shared/screens.js';
import { useMay } from '../../shared/session-staff.js';
import { useValue } from '../../shared/store.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';
import { beginInForm } from '../wanted-form.js';
import { bookWaiting } from './book-waiting.js';
import { closeWaiting, followWaiting, hush, openWaitingList, toldWaitingAtom } from './waiting.js';
import { fitText, waitingText } from './waiting-texts.js';

const MOST_LINES = 2;

/** Returns how to go on with the booking of who waits. */
export function useBookWaiting(): (entry: Parameters<typeof bookWaiting>[0]) => Promise<void> {
  const navigate = useNavigate();
  return async (entry) => {
    closeWaiting();
    beginInForm(() => bookWaiting(entry));
    await navigate(SCREENS.registration.path);
  };
}

/** Says who of the waiting list finds a room, who waits longest first, with the way to the booking. */
function Told() {
  const told = useValue(toldWaitingAtom);
  const isDesk = useMay('desk');
  const book = useBookWaiting();
  if (told.length === 0) return null;
  const more = told.length - MOST_LINES;
  return (
    <>
      {told.slice(0, MOST_LINES).map((entry) => (
        <p key={entry.id}>
          <span>{`キャンセル待ちに空きが出ました: ${waitingText(entry)} → ${fitText(entry)}`}</span>
          {isDesk && (
            <Button size="small" intent="success" text="予約へ進む" onClick={() => void book(entry)} />
          )}
          <Button size="small" variant="minimal" text="あとで" onClick={() => hush([entry])} />
        </p>
      ))}
      {more > 0 && (
        <p>
          <span>{`ほか${more}件のキャンセル待ちに空きがあります`}</span>
          <Button
            size="small"
            text="一覧を開く"
            {...keyProps('waiting', 'キャンセル待ちの一覧')}
            onClick={openWaitingList}
          />
        </p>
      )}
    </>
  );
}

/** Quiet lines at the head of every screen: who of the waiting list finds a room now. */
export function WaitingNotices() {
  useEffect(followWaiting, []);
  useKey('waiting', openWaitingList);
  return (
    <div className="booking-notices" role="status">
      <Told />
    </div>
  );
}
