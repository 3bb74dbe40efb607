import { Tag } from '@blueprintjs/core';
import { type ComponentType, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { followUnread, unreadAtom } from '../handover/unread.js';
import { failedImportsAtom, failedTodayAtom } from '../shared/hotel.js';
import { SCREENS, type ScreenName } from '../shared/screens.js';
import { useValue } from '../shared/store.js';

/** Shows how many imported reservations wait for staff, and how many guests of today have no room; nothing when none does. */
function FailureBadge() {
  const failed = useValue(failedImportsAtom);
  const today = useValue(failedTodayAtom);
  if (failed === 0) return null;
  return (
    <>
      <Tag round>
        <span className="visually-hidden">失敗</span>
        {failed}
        <span className="visually-hidden">件</span>
      </Tag>
      {today > 0 && (
        <Tag round intent="danger">
          今日{today}
          <span className="visually-hidden">件</span>
        </Tag>
      )}
    </>
  );
}

const MOST = 99;

/** The number of unread changes by others since the own last handover; none on the handover screen. */
function HandoverBadge() {
  const unread = useValue(unreadAtom);
  const { pathname } = useLocation();
  useEffect(followUnread, []);
  if (unread === 0 || pathname === SCREENS.handover.path) return null;
  return (
    <Tag round intent="primary" className="unread-badge">
      <span className="visually-hidden">未確認</span>
      {unread > MOST ? `${MOST}+` : unread}
      <span className="visually-hidden">件</span>
    </Tag>
  );
}

/** Badges beside the names of screens. */
export const BADGES: Partial<Record<ScreenName, ComponentType>> = {
  autoRegistration: FailureBadge,
  handover: HandoverBadge,
};
