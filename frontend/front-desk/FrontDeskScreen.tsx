import { countText } from '@domain/calendar/stay-text.js';
import './front-desk.css';
import './print/front-desk-print.css';
import { Button, TabPanel } from '@blueprintjs/core';
import type { DeskList } from '@domain/calendar/front-desk.js';
import { MOST_UNPAID_COUNTED } from '@wire/older-unpaid.js';
import { useEffect, useRef, useState } from 'react';
import { TentativeCount } from '../booking/tentative/TentativeCount.js';
import { WaitingCount } from '../booking/waiting/WaitingCount.js';
import { IncompleteList } from '../guest-register/IncompleteList.js';
import { followIncomplete, incompleteRegisters } from '../guest-register/register.js';
import { todayAtom } from '../shared/hotel.js';
import { loadMasters, paymentsStateAtom } from '../shared/masters.js';
import { useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { ReadOnly } from '../shared/ui/ReadOnly.js';
import { DeskDay } from './DeskDay.js';
import { DeskFilters } from './DeskFilters.js';
import { DeskPrinting, forgetCardsAfterPrint } from './DeskPrinting.js';
import { DeskTable } from './DeskTable.js';
import { deskFailureAtom, followDesk, loadDesk, olderUnpaidAtom, showOlderUnpaid } from './desk.js';
import {
  deskDayAtom,
  followDays,
  invoices,
  moreInvoicesAtom,
  otherDay,
  roomChanges,
  showMoreInvoices,
} from './desk-days.js';
import { TAB_NAMES } from './desk-texts.js';
import {
  type DeskCount,
  type DeskTab,
  deskCountsAtom,
  deskFilterAtom,
  deskListsAtom,
  deskRowsAtom,
  deskTabAtom,
  onlyLeftAtom,
  shownListAtom,
} from './desk-view.js';
import { InvoiceSums } from './InvoiceSums.js';
import { FrontDeskPrint } from './print/FrontDeskPrint.js';
import { RoomChanges } from './RoomChanges.js';
import { focusDeskRow } from './row-keys.js';

/** フロント: who comes, is in, leaves and owes, today or on another day, with what is to be done at the desk. */
export function FrontDeskScreen() {
  const today = useValue(todayAtom);
  const tab = useValue(deskTabAtom);
  const mayWrite = useMay('desk');
  const isList = tab !== 'roomChanges' && tab !== 'registers';
  useEffect(() => {
    if (mayWrite) return followIncomplete();
  }, [mayWrite]);
  useEffect(followDesk, []);
  useEffect(followDays, []);
  useEffect(forgetCardsAfterPrint, []);
  return (
    <div className="front-desk vertical">
      <div className="desk-bar row">
        {today && <DeskDay today={today} />}
        {isList && <DeskFilters />}
        <WaitingCount />
        <DeskPrinting />
        <DeskTabs />
      </div>
      <TentativeCount />
      <ReadOnly text="チェックイン・チェックアウト・支払の記録はできません。" />
      <TabPanel
        className="desk-pane vertical"
        id={tab}
        parentId="desk"
        selectedTabId={tab}
        panel={
          tab === 'roomChanges' ? (
            <RoomChanges />
          ) : tab === 'registers' ? (
            <IncompleteList />
          ) : (
            <>
              <DeskPane />
              {tab === 'invoices' && <InvoiceSums />}
              <MoreRows />
            </>
          )
        }
      />
      <FrontDeskPrint />
    </div>
  );
}

const KEY_OF = {
  arrivals: 'deskArrivals',
  inHouse: 'deskInHouse',
  departures: 'deskDepartures',
  unpaid: 'deskUnpaid',
  nextDayOut: 'deskNextDayOut',
  invoices: 'deskInvoices',
  noShows: 'deskNoShows',
  roomChanges: 'deskRoomChanges',
  registers: 'deskRegisters',
} as const satisfies Record<DeskTab, KeyName>;

/** Text of a tab: its list, and for how many bookings something is left to do there; its key chooses it. */
function TabText({ list, all, left }: DeskCount) {
  const choose = useWrite(deskTabAtom);
  useKey(KEY_OF[list], () => choose(list));
  const done = (all ?? 0) - (left ?? 0);
  const known = done > 0 ? `残り${left}件、済${done}件` : `${all}件`;
  return (
    <span {...keyProps(KEY_OF[list], all === null ? TAB_NAMES[list] : known)}>
      {TAB_NAMES[list]} <span className="desk-count">{left ?? '–'}</span>
      {done > 0 && <span className="desk-total">/{all}</span>}
      <KeyHint of={KEY_OF[list]} />
    </span>
  );
}

/** Chooses the list, by tab or figure. */
export function DeskTabs() {
  const chosen = useValue(deskTabAtom);
  const choose = useWrite(deskTabAtom);
  const changes = useValue(roomChanges.atom).value?.length ?? null;
  const mayWrite = useMay('desk');
  const incomplete = useValue(incompleteRegisters.atom).value?.length ?? null;
  const counts = [
    ...useValue(deskCountsAtom),
    { list: 'roomChanges' as const, all: changes, left: changes },
    ...(mayWrite ? [{ list: 'registers' as const, all: incomplete, left: incomplete }] : []),
  ];
  const tabs = counts.map(({ list, all, left }) => ({
    name: list,
    content: <TabText list={list} all={all} left={left} />,
  }));
  return (
    <nav aria-label="フロントの一覧">
      <PaneTabs id="desk" tabs={tabs} chosen={chosen} onChoose={choose} />
    </nav>
  );
}

const NOTHING: Record<DeskList, string> = {
  arrivals: 'この日に到着する予約はありません。',
  inHouse: '在館の予約はありません。',
  departures: 'この日に出発する予約はありません。',
  unpaid: '未払いの予約はありません。',
  nextDayOut: '翌OUTの予約はありません。',
  invoices: '請求書払いで未払いの予約はありません。',
  noShows: 'ノーショーの予約はありません。',
};

/** Returns why a list could not be read, null when it could, and how to read it again. */
function useFailure(list: DeskList) {
  const ofPayments = useValue(paymentsStateAtom);
  const [today, day] = [useValue(todayAtom), useValue(deskDayAtom)];
  const ofToday = useValue(deskFailureAtom);
  const ofOtherDay = useValue(otherDay.atom).error?.message ?? null;
  const ofInvoices = useValue(invoices.atom).error?.message ?? null;
  if (ofPayments.value === null && ofPayments.error)
    return { failure: ofPayments.error.message, retry: () => loadMasters(['payment']) };
  if (list === 'invoices') return { failure: ofInvoices, retry: () => invoices.reload() };
  if (day === today || list === 'unpaid') return { failure: ofToday, retry: loadDesk };
  return { failure: ofOtherDay, retry: () => otherDay.reload() };
}

/** The rows of the shown list, or why there are none. */
export function DeskPane() {
  const today = useValue(todayAtom);
  const list = useValue(shownListAtom);
  const all = useValue(deskListsAtom)?.[list];
  const { failure, retry } = useFailure(list);
  const rows = useValue(deskRowsAtom);
  const setText = useWrite(deskFilterAtom);
  const setOnlyLeft = useWrite(onlyLeftAtom);
  if (rows.length > 0 && today) return <DeskTable today={today} />;
  const showAll = () => {
    setText('');
    setOnlyLeft(false);
  };
  const isFiltered = (all?.length ?? 0) > 0;
  return (
    <ListState
      failure={all ? null : failure}
      isLoading={!all}
      onRetry={retry}
      action={isFiltered ? <Button text="絞り込みを解除" onClick={showAll} /> : undefined}
    >
      {isFiltered ? '条件に合う予約はありません。' : NOTHING[list]}
    </ListState>
  );
}

/** Below a list of debts: how many are not shown, and the way to see them page by page. */
export function MoreRows() {
  const list = useValue(shownListAtom);
  const unpaid = useValue(olderUnpaidAtom);
  const invoices = useValue(moreInvoicesAtom);
  const more = list === 'unpaid' ? unpaid : list === 'invoices' ? invoices : 0;
  const [loading, setLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (more === 0) return null;
  const showMore = async () => {
    setLoading(true);
    const first = await (list === 'unpaid' ? showOlderUnpaid() : showMoreInvoices());
    setLoading(false);
    // The disabled button lost the focus; it gets it back unless the focus has moved on.
    const { activeElement } = document;
    const stayed = activeElement === document.body || activeElement === button.current;
    if (first !== null && stayed) focusDeskRow(first);
  };
  const count = `${countText(more)}件${more >= MOST_UNPAID_COUNTED ? '以上' : ''}`;
  return (
    <div className="desk-older row">
      <span>{`ほか ${count}の${list === 'unpaid' ? '未払い（30日より前）' : '請求書払い'}`}</span>
      <Button ref={button} size="small" text="続きを表示" loading={loading} onClick={showMore} />
    </div>
  );
}
