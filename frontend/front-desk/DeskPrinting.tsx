import { Button, HTMLSelect } from '@blueprintjs/core';
import { IdNumber, Print } from '@blueprintjs/icons';
import { CARD_PAPERS, cardPaperAtom, printCards, printList } from './desk-print.js';
import { deskRowsAtom, shownListAtom } from './desk-view.js';
import { useValue, useWrite } from '../shared/store.js';
import { keyProps } from '../shared/ui/keys.js';
import { useKey } from '../shared/ui/use-key.js';
import { LIST_NAMES } from './desk-texts.js';

/** Puts the shown list on paper, or the registration cards of all its bookings. */
export function DeskPrinting() {
  const list = useValue(shownListAtom);
  const rows = useValue(deskRowsAtom);
  const paper = useValue(cardPaperAtom);
  const setPaper = useWrite(cardPaperAtom);
  useKey('deskPrint', printList);
  useKey('deskCards', () => printCards(rows));
  return (
    <div className="desk-printing">
      <Button
        size="small"
        icon={<Print size={14} />}
        text={`${LIST_NAMES[list]}一覧`}
        aria-label={`${LIST_NAMES[list]}一覧を印刷`}
        {...keyProps('deskPrint', `${LIST_NAMES[list]}一覧を印刷`)}
        onClick={printList}
      />
      <Button
        size="small"
        icon={<IdNumber size={14} />}
        text="宿泊カード"
        aria-label="表示中の宿泊カードをまとめて印刷"
        disabled={rows.length === 0}
        {...keyProps('deskCards', `表示中の${rows.length}件の宿泊カードをまとめて印刷`)}
        onClick={() => printCards(rows)}
      />
      <HTMLSelect
        aria-label="宿泊カードの用紙"
        data-tooltip="宿泊カードの用紙"
        value={paper}
        onChange={(event) => setPaper(event.currentTarget.value === 'A4' ? 'A4' : 'A5')}
        options={[...CARD_PAPERS]}
      />
    </div>
  );
}
