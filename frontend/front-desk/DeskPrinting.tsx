import { Button, HTMLSelect } from '@blueprintjs/core';
import { IdNumber, Print } from '@blueprintjs/icons';
import type { StayRegister } from '@wire/guest-register.js';
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { fetchRegisters } from '../guest-register/register.js';
import { alertFailure } from '../shared/alert-failure.js';
import { isLineDown } from '../shared/api/request.js';
import { rememberedChoice } from '../shared/remembered.js';
import { may } from '../shared/session-staff.js';
import { store, useValue, useWrite } from '../shared/store.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import type { DeskBooking } from './desk.js';
import { TAB_NAMES } from './desk-texts.js';
import { deskRowsAtom, deskTabAtom } from './desk-view.js';

/** Puts the shown list on paper, or the registration cards of all its bookings. */
export function DeskPrinting() {
  const tab = useValue(deskTabAtom);
  const rows = useValue(deskRowsAtom);
  const paper = useValue(cardPaperAtom);
  const setPaper = useWrite(cardPaperAtom);
  useKey('deskPrint', printList);
  const hasCards = tab !== 'roomChanges' && tab !== 'registers';
  const listName = `${TAB_NAMES[tab]}一覧`;
  useKey('deskCards', () => hasCards && printCards(rows));
  return (
    <div className="desk-printing row">
      <Button
        size="small"
        icon={<Print size={14} />}
        text={listName}
        aria-label={`${listName}を印刷`}
        {...keyProps('deskPrint', `${listName}を印刷`)}
        onClick={printList}
      />
      {hasCards && (
        <>
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
        </>
      )}
    </div>
  );
}

/** The paper that registration cards are printed on. */
export const CARD_PAPERS = ['A5', 'A4'] as const;
export type CardPaper = (typeof CARD_PAPERS)[number];

/** The paper chosen on this terminal. */
export const cardPaperAtom = rememberedChoice('card-paper', CARD_PAPERS, 'A5');

/** The bookings whose registration cards are printed; null prints the shown list. */
export const printedCardsAtom = atom<readonly DeskBooking[] | null>(null);

function print(cards: readonly DeskBooking[] | null): void {
  flushSync(() => store.set(printedCardsAtom, cards));
  window.print();
}

/** Prints the list that is shown. */
function printList(): void {
  print(null);
}

/** The registers of the guests whose cards are printed. */
export const printedRegistersAtom = atom<readonly StayRegister[]>([]);

/** Reads what the register knows of bookings. Without a line nothing: cards are blank where the guest writes. Of another failure staff are told. */
async function registersOf(ids: readonly number[]): Promise<StayRegister[]> {
  try {
    return await fetchRegisters(ids);
  } catch (error) {
    if (!isLineDown(error)) await alertFailure(error);
    return [];
  }
}

/** Prints the registration cards of these bookings, one for each guest, with what the register knows of them. */
export async function printCards(bookings: readonly DeskBooking[]): Promise<void> {
  if (bookings.length === 0) return;
  const ids = bookings.map(({ id }) => id);
  store.set(printedRegistersAtom, may('desk') ? await registersOf(ids) : []);
  print(bookings);
}

/** After printing, the browser's own printing means the list again; returns how to stop. */
export function forgetCardsAfterPrint(): () => void {
  const forget = () => {
    store.set(printedCardsAtom, null);
    store.set(printedRegistersAtom, []);
  };
  window.addEventListener('afterprint', forget);
  return () => {
    window.removeEventListener('afterprint', forget);
    forget();
  };
}
