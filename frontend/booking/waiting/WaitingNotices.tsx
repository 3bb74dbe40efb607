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
import {
  closeWaiting,
  followWaiting,
  hush,
  openWaitingList,
  toldWaitingAtom,
  type WaitingWay,
  wayOf,
} from './waiting.js';
import { fitText, waitingText } from './waiting-texts.js';

const MOST_LINES = 2;
const TOLD: Record<WaitingWay, string> = {
  room: 'キャンセル待ちに空きが出ました',
  moves: 'キャンセル待ちに空きを作れます',
};

/** Returns a function that begins the booking of an entry. */
export function useBookWaiting(): (entry: Parameters<typeof bookWaiting>[0]) => Promise<void> {
  const navigate = useNavigate();
  return async (entry) => {
    closeWaiting();
    beginInForm(() => bookWaiting(entry));
    await navigate(SCREENS.registration.path);
  };
}

/** The entries that find a free room, then those that find one by moves of others, those that wait longest first, each with the way there. */
function Told() {
  const told = useValue(toldWaitingAtom);
  const isDesk = useMay('desk');
  const book = useBookWaiting();
  if (told.length === 0) return null;
  const others = told.slice(MOST_LINES);
  const more = others.length;
  return (
    <>
      {told.slice(0, MOST_LINES).map((entry) => (
        <p key={entry.id}>
          <span>{`${TOLD[wayOf(entry) ?? 'room']}: ${waitingText(entry)} → ${fitText(entry)}`}</span>
          {isDesk && (
            <Button
              size="small"
              intent="success"
              text={wayOf(entry) === 'moves' ? '移動案を見る' : '予約へ進む'}
              onClick={() => void book(entry)}
            />
          )}
          <Button size="small" variant="minimal" text="あとで" onClick={() => hush([entry])} />
        </p>
      ))}
      {more > 0 && (
        <p>
          <span>{`ほか${more}件のキャンセル待ちに${others.every((one) => wayOf(one) === 'room') ? '空き' : '空きまたは移動案'}があります`}</span>
          <Button
            size="small"
            text="一覧を開く"
            {...keyProps('waiting', 'キャンセル待ちの一覧')}
            onClick={openWaitingList}
          />
          <Button size="small" variant="minimal" text="あとで" onClick={() => hush(others)} />
        </p>
      )}
    </>
  );
}

/** Quiet lines at the head of every screen: the entries of the waiting list that find a room now, or by moves of others. */
export function WaitingNotices() {
  useEffect(followWaiting, []);
  useKey('waiting', openWaitingList);
  return (
    <div className="booking-notices" role="status">
      <Told />
    </div>
  );
}
