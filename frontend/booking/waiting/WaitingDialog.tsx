import './waiting.css';
import { Button, HTMLSelect, HTMLTable, NonIdealState, Tag } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { MAX_NAME, MAX_REMARK, MAX_TEL } from '@domain/limits.js';
import { SMOKING_STATUSES, type SmokingStatus } from '@domain/room/room-month.js';
import type { WaitingRecord } from '@wire/waiting-list.js';
import { type ReactNode, useId, useState } from 'react';
import { failureText } from '../../shared/api/request.js';
import { clockText } from '../../shared/clock-text.js';
import { useDraft } from '../../shared/drafts.js';
import { hotelAtom, todayAtom } from '../../shared/hotel.js';
import { corporateNameAtom, corporatesAtom } from '../../shared/masters.js';
import { useMay } from '../../shared/session-staff.js';
import { store, useValue } from '../../shared/store.js';
import { FormDialog, useQuestionEnd } from '../../shared/ui/FormDialog.js';
import { Modal } from '../../shared/ui/Modal.js';
import { StayRows } from '../../shared/ui/StayRows.js';
import { useSending } from '../../shared/ui/sending.js';
import { TextRow } from '../../shared/ui/TextRow.js';
import { MoreMenu } from '../history/MoreMenu.js';
import { useBookWaiting } from './WaitingNotices.js';
import {
  type AskedWaiting,
  askAboutWaiting,
  askedWaitingAtom,
  askToWait,
  BLANK_WAITING,
  closeWaiting,
  fittingAtom,
  giveUpWaiting,
  openWaitingList,
  reloadWaiting,
  saveWaiting,
  type WaitingDraft,
  waitingAtom,
  waitingDraftPlace,
  waitingStateAtom,
} from './waiting.js';
import { fitText, partyText } from './waiting-texts.js';

const COUNTS = [0, 1, 2];
const COLUMNS = ['順', '受付', '宿泊者', '日程', '条件', '空室', ''];

/** One entry; that of the first guest who finds a room has the focus on the way to the booking. */
function WaitingRow({ entry, number, isFirst }: { entry: WaitingRecord; number: number; isFirst: boolean }) {
  const zone = useValue(hotelAtom)?.timezone;
  const corporate = useValue(corporateNameAtom)(entry.corporateID);
  const isDesk = useMay('desk');
  const book = useBookWaiting();
  const { guest_name, tel, remark, stay_start, stay_end, since, staff_name } = entry;
  const hasRoom = entry.rooms.length > 0;
  return (
    <tr>
      <td>{number}</td>
      <td>
        {zone && clockText(since, zone)}
        <small>{staff_name}</small>
      </td>
      <td>
        {guest_name}様<small>{tel}</small>
      </td>
      <td>{stayText({ start: stay_start, end: stay_end })}</td>
      <td>
        {[partyText(entry), corporate].filter(Boolean).join(' ')}
        <small>{remark}</small>
      </td>
      <td>
        <Tag minimal={!hasRoom} intent={hasRoom ? 'success' : 'none'}>
          {fitText(entry)}
        </Tag>
      </td>
      <td className="waiting-actions">
        {isDesk && (
          <>
            <Button
              size="small"
              intent={hasRoom ? 'success' : 'none'}
              autoFocus={isFirst}
              text="予約へ進む"
              aria-label={`${guest_name}様 予約へ進む`}
              disabled={!hasRoom && entry.fewest_moves === null}
              onClick={() => void book(entry)}
            />
            <Button
              size="small"
              text="変更"
              aria-label={`${guest_name}様 変更`}
              onClick={() => askAboutWaiting(entry)}
            />
            <Button
              size="small"
              text="取消"
              aria-label={`${guest_name}様 取消`}
              onClick={() => void giveUpWaiting(entry)}
            />
            <MoreMenu
              start={{ kind: 'waiting-entry', id: entry.id }}
              of={`${guest_name}様`}
              onErased={reloadWaiting}
            />
          </>
        )}
      </td>
    </tr>
  );
}

/** The entries of the list, in the order of waiting. */
function WaitingListView() {
  const entries = useValue(waitingAtom);
  const { status, error } = useValue(waitingStateAtom);
  const isDesk = useMay('desk');
  // The focus is given as the list opens, not again when a room is found meanwhile.
  const [firstId] = useState(() => store.get(fittingAtom)[0]?.id);
  const add = isDesk && (
    <Button
      text="新しく登録"
      autoFocus={firstId === undefined}
      onClick={() => askToWait(BLANK_WAITING, 'list')}
    />
  );
  return (
    <Modal
      title="キャンセル待ち"
      isOpen
      ownFocus={isDesk}
      className="waiting-dialog"
      onClose={closeWaiting}
      actions={add}
    >
      {error && <p role="alert">{failureText(error)}</p>}
      {entries.length === 0 ? (
        <NonIdealState title={status === 'loading' ? '読み込んでいます…' : 'お待ちのお客様はいません'} />
      ) : (
        <HTMLTable compact className="waiting-table">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <WaitingRow key={entry.id} entry={entry} number={index + 1} isFirst={entry.id === firstId} />
            ))}
          </tbody>
        </HTMLTable>
      )}
    </Modal>
  );
}

type ChoiceProps = {
  label: string;
  value: string | number;
  onValue: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, value, onValue, children }: ChoiceProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <HTMLSelect id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {children}
      </HTMLSelect>
    </>
  );
}

/** The conditions of 部屋検索. */
function PartyRows(props: { draft: WaitingDraft; onChange: (part: Partial<WaitingDraft>) => void }) {
  const { draft, onChange } = props;
  const corporates = useValue(corporatesAtom);
  const counts = COUNTS.map((count) => (
    <option key={count} value={count}>
      {count}名
    </option>
  ));
  return (
    <>
      <Choice
        label="男性"
        value={draft.mens_count}
        onValue={(mens) => onChange({ mens_count: Number(mens) })}
      >
        {counts}
      </Choice>
      <Choice
        label="女性"
        value={draft.womens_count}
        onValue={(womens) => onChange({ womens_count: Number(womens) })}
      >
        {counts}
      </Choice>
      <Choice
        label="喫煙区分"
        value={draft.smoking_status}
        onValue={(status) => onChange({ smoking_status: status as SmokingStatus })}
      >
        {SMOKING_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </Choice>
      <Choice label="法人" value={draft.corporateID} onValue={(id) => onChange({ corporateID: Number(id) })}>
        <option value={0}>なし</option>
        {corporates.map(({ id, corporate_short_name }) => (
          <option key={id} value={id}>
            {corporate_short_name}
          </option>
        ))}
      </Choice>
    </>
  );
}

/** Puts a guest on the waiting list, or changes that; what is typed stays until it is saved. */
function WaitingForm({ asked }: { asked: AskedWaiting & { view: 'form' } }) {
  const { known, blank, from } = asked;
  const [draft, setDraft] = useDraft<WaitingDraft>(waitingDraftPlace(known, blank), blank);
  const sending = useSending();
  const today = useValue(todayAtom);
  const change = (part: Partial<WaitingDraft>) => {
    sending.refuse(null);
    setDraft((now) => ({ ...now, ...part }));
  };
  const leave = () => (from === 'list' ? openWaitingList() : closeWaiting());
  const save = async () => {
    await saveWaiting(known, draft);
    setDraft(null);
    leave();
  };
  const { stay_end } = draft;
  return (
    <FormDialog
      title={known ? 'キャンセル待ちの変更' : 'キャンセル待ちの登録'}
      text={known ? '変更' : 'キャンセル待ちに登録'}
      sending={sending}
      onSubmit={() => void sending.send(save)}
      onClose={leave}
    >
      <TextRow
        label="宿泊者名"
        value={draft.guest_name}
        max={MAX_NAME}
        isFirst
        onValue={(guest_name) => change({ guest_name })}
      />
      <TextRow label="電話番号" value={draft.tel} max={MAX_TEL} onValue={(tel) => change({ tel })} />
      <StayRows
        texts={{ labels: ['チェックイン日', 'チェックアウト日'], note: '' }}
        start={draft.stay_start}
        end={stay_end}
        earliest={today}
        onStart={(day) => change({ stay_start: day, stay_end: stay_end <= day ? addDays(day, 1) : stay_end })}
        onEnd={(day) => change({ stay_end: day })}
      />
      <PartyRows draft={draft} onChange={change} />
      <TextRow label="備考" value={draft.remark} max={MAX_REMARK} onValue={(remark) => change({ remark })} />
    </FormDialog>
  );
}

/** The waiting list (キャンセル待ち), or the form of one entry. */
export function WaitingDialog({ asked }: { asked: AskedWaiting }) {
  useQuestionEnd(askedWaitingAtom, asked);
  return asked.view === 'list' ? <WaitingListView /> : <WaitingForm asked={asked} />;
}
