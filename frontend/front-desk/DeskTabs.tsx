import type { DeskList } from '@domain/calendar/front-desk.js';
import { deskCountsAtom, shownListAtom } from './desk-view.js';
import { useValue, useWrite } from '../shared/store.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { keyProps } from '../shared/ui/keys.js';
import { TabList } from '../shared/ui/TabList.js';
import { useKey } from '../shared/ui/use-key.js';
import { LIST_NAMES } from './desk-texts.js';

const KEY_OF = {
  arrivals: 'deskArrivals',
  inHouse: 'deskInHouse',
  departures: 'deskDepartures',
  unpaid: 'deskUnpaid',
  nextDayOut: 'deskNextDayOut',
} as const satisfies Record<DeskList, KeyName>;

/** What a tab says: its list, and for how many bookings something is left to do there. */
function TabText({ list, all, left }: { list: DeskList; all: number; left: number }) {
  const done = all - left;
  return (
    <span {...keyProps(KEY_OF[list], done > 0 ? `残り${left}件、済${done}件` : `${all}件`)}>
      {LIST_NAMES[list]} <span className="desk-count">{left}</span>
      {done > 0 && <span className="desk-total">/{all}</span>}
      <KeyHint of={KEY_OF[list]} />
    </span>
  );
}

/** Chooses the list, by tab or figure. */
export function DeskTabs() {
  const chosen = useValue(shownListAtom);
  const choose = useWrite(shownListAtom);
  const counts = useValue(deskCountsAtom);
  useKey(KEY_OF.arrivals, () => choose('arrivals'));
  useKey(KEY_OF.inHouse, () => choose('inHouse'));
  useKey(KEY_OF.departures, () => choose('departures'));
  useKey(KEY_OF.unpaid, () => choose('unpaid'));
  useKey(KEY_OF.nextDayOut, () => choose('nextDayOut'));
  const tabs = counts.map(({ list, all, left }) => ({
    name: list,
    content: <TabText list={list} all={all} left={left} />,
  }));
  return <TabList label="フロントの一覧" tabs={tabs} chosen={chosen} onChoose={choose} />;
}
