import './masters.css';
import './master-list.css';
import './room-table.css';
import './room-panel.css';
import { TabPanel } from '@blueprintjs/core';
import { monthOf } from '@domain/dates.js';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RegisterPane } from '../guest-register/RegisterPane.js';
import { MANAGED_KINDS, type ManagedKind } from '../shared/api/managed-masters-api.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { useKey } from '../shared/ui/keys.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { AffectedBookings } from './AffectedBookings.js';
import { DoneNotice } from './DoneNotice.js';
import { ExportPane } from './ExportPane.js';
import { HotelPane } from './HotelPane.js';
import { INTEGRATION_KINDS, IntegrationLists } from './lists/IntegrationLists.js';
import { LISTS } from './lists/list-specs.js';
import { MasterList } from './lists/MasterList.js';
import { followMasters, openMasters, takeBackLast } from './lists.atoms.js';
import { LodgingTaxPane } from './lodging-tax/LodgingTaxPane.js';
import { monthOfText, monthParameter } from './rooms/MonthField.js';
import { RoomsPane } from './rooms/RoomsPane.js';
import { roomMonths } from './rooms.atoms.js';

const TABS = [
  { name: 'rooms', content: '部屋' },
  ...MANAGED_KINDS.filter((kind) => kind !== 'webhook' && kind !== 'ical-address').map((kind) => ({
    name: kind,
    content: LISTS[kind].title,
  })),
  { name: 'lodging-tax', content: '宿泊税' },
  { name: 'hotel', content: 'ホテル' },
  { name: 'register', content: '宿泊者名簿' },
  { name: 'export', content: '書き出し' },
] as const;
type Tab = (typeof TABS)[number]['name'];
const isKind = (tab: string): tab is ManagedKind => MANAGED_KINDS.some((kind) => kind === tab);

/** マスタ: what rooms are month by month, and the lists that bookings and accounts choose from. */
export function MastersScreen() {
  const [search, setSearch] = useSearchParams();
  const today = useValue(todayAtom);
  const wanted = search.get('tab');
  const integration = INTEGRATION_KINDS.find((kind) => kind === wanted) ?? null;
  const tab: Tab = integration
    ? 'service-account'
    : (TABS.find(({ name }) => name === wanted)?.name ?? 'rooms');
  const month = today && (monthOfText(search.get('month') ?? '', today) ?? monthOf(today));
  const opened = useRef(false);
  useEffect(() => {
    if (month === null) return;
    void (opened.current ? roomMonths.load(month) : openMasters(month));
    opened.current = true;
  }, [month]);
  useEffect(followMasters, []);
  useKey('takeBack', takeBackLast);
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return (
    <div className="masters">
      <div className="masters-bar row">
        <nav aria-label="マスタの種類">
          <PaneTabs id="masters" tabs={TABS} chosen={tab} onChoose={(name) => set('tab', name)} />
        </nav>
        <DoneNotice />
      </div>
      <TabPanel
        className="masters-pane"
        id={tab}
        parentId="masters"
        selectedTabId={tab}
        panel={
          <>
            {tab === 'hotel' && <HotelPane />}
            {tab === 'lodging-tax' && today && <LodgingTaxPane today={today} />}
            {tab === 'register' && today && <RegisterPane today={today} />}
            {tab === 'export' && <ExportPane />}
            {tab === 'rooms' && today && month && (
              <RoomsPane month={month} today={today} onMonth={(next) => set('month', monthParameter(next))} />
            )}
            {integration && <IntegrationLists kind={integration} onChoose={(kind) => set('tab', kind)} />}
            {isKind(tab) && !integration && <MasterList key={tab} kind={tab} />}
          </>
        }
      />
      <AffectedBookings />
    </div>
  );
}
