import './front-desk.css';
import './desk-table.css';
import './print/printed-desk.css';
import { dayText } from '@domain/calendar/stay-text.js';
import { useEffect } from 'react';
import { ReadOnly } from '../shared/ui/ReadOnly.js';
import { forgetCardsAfterPrint } from './desk-print.js';
import { shownListAtom } from './desk-view.js';
import { followDesk } from './follow-desk.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { ScreenHeading } from '../shared/ui/ScreenHeading.js';
import { DeskFilters } from './DeskFilters.js';
import { DeskPane } from './DeskPane.js';
import { DeskPrinting } from './DeskPrinting.js';
import { DeskTabs } from './DeskTabs.js';
import { OlderUnpaid } from './OlderUnpaid.js';
import { PaymentChoice } from './PaymentChoice.js';
import { PrintedDesk } from './print/PrintedDesk.js';

/** フロント: who comes, is in, leaves and has not paid today, with what is to be done at the desk. */
export function FrontDeskScreen() {
  const today = useValue(todayAtom);
  const list = useValue(shownListAtom);
  useEffect(followDesk, []);
  useEffect(forgetCardsAfterPrint, []);
  return (
    <div className="front-desk">
      <ScreenHeading name="フロント" />
      <div className="desk-bar">
        <h2>{today && dayText(today)}</h2>
        <DeskTabs />
        <DeskFilters />
        <DeskPrinting />
      </div>
      <ReadOnly text="チェックイン・チェックアウト・支払の記録はできません。" />
      <div className="desk-pane" role="tabpanel" id={`pane-${list}`} aria-labelledby={`tab-${list}`}>
        <DeskPane />
        <OlderUnpaid />
      </div>
      <PaymentChoice />
      <PrintedDesk />
    </div>
  );
}
