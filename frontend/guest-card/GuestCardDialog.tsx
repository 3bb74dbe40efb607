import './guest-card.css';
import { Button, HTMLTable, Tag, TextArea } from '@blueprintjs/core';
import { dayInYearText, stayText, yenText } from '@domain/calendar/stay-text.js';
import { withMark } from '@domain/guest-card/guest-card.js';
import { MAX_NOTES } from '@domain/limits.js';
import type { CardCandidate, CardStay, GuestCardRecord } from '@wire/guest-card.js';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../shared/api/request.js';
import { useDraft } from '../shared/drafts.js';
import { todayAtom } from '../shared/hotel.js';
import { openPanel } from '../shared/open-panel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText } from '../shared/ui/sending.js';
import {
  type CardChange,
  closeCard,
  joinable,
  joinStays,
  openCardAtom,
  openedCard,
  saveWishes,
  splitStays,
  wishesPlace,
} from './guest-card.js';
import { useFollowedCard } from './use-followed-card.js';

type StaysProps<Stay extends CardStay> = {
  name: string;
  stays: readonly Stay[];
  /** Text of the button of each row; null for no button. */
  deed: (stay: Stay) => string | null;
  onDeed: (stay: Stay) => void;
};

/** Bookings as rows, each with a link to it and a button. */
function Stays<Stay extends CardStay>({ name, stays, deed, onDeed }: StaysProps<Stay>) {
  const today = useValue(todayAtom);
  const dates = ({ stay_start: start, stay_end: end }: CardStay) =>
    `${start.slice(0, 4) === today?.slice(0, 4) ? '' : `${start.slice(0, 4)}年 `}${stayText({ start, end })}`;
  const open = (id: number) => {
    closeCard();
    openPanel({ kind: 'booking', id });
  };
  return (
    <HTMLTable compact className="card-stays" aria-label={name}>
      <tbody>
        {stays.map((stay) => {
          const text = deed(stay);
          return (
            <tr key={stay.booking_id} data-booking={stay.booking_id}>
              <td>{dates(stay)}</td>
              <td>{stay.room_number}</td>
              <td>{stay.guest_name}</td>
              <td data-figure>{yenText(stay.total_fee)}</td>
              <td className="soft">{stay.company}</td>
              <td>{stay.state}</td>
              <td className="card-deeds">
                <Button size="small" variant="minimal" text="開く" onClick={() => open(stay.booking_id)} />
                {text !== null && (
                  <Button size="small" variant="minimal" text={text} onClick={() => onDeed(stay)} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </HTMLTable>
  );
}

/** The figures of a card in words; unknown ones are a dash. */
function Figures({ card }: { card: GuestCardRecord }) {
  const today = useValue(todayAtom);
  const { stay_count, nights, first_day, last, company, no_shows, cancelled, is_blacklisted } = card;
  const lastText =
    last && `${dayInYearText(last.stay_start, today)} ${last.room_number} ${yenText(last.total_fee)}`;
  const facts: [string, string][] = [
    ['ご宿泊', stay_count > 0 ? `${stay_count}回・${nights}泊` : 'まだありません'],
    ['初回', first_day ? dayInYearText(first_day, today) : '－'],
    ['前回', lastText ?? '－'],
    ['法人', company ?? '－'],
  ];
  return (
    <div className="card-figures">
      <dl className="card-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        {is_blacklisted === 1 && <Tag intent="danger">ブラックリスト</Tag>}
        {no_shows > 0 && <Tag intent="warning">{`ノーショー ${no_shows}回`}</Tag>}
        {cancelled > 0 && <Tag minimal>{`取消 ${cancelled}回`}</Tag>}
      </div>
    </div>
  );
}

type WishesProps = {
  card: GuestCardRecord;

  isFirst: boolean;
  onSave: (wishes: string) => void;
};

/** The guest's wishes, one a line; those with ★ are shown at registration and check-in. */
function Wishes({ card, isFirst, onSave }: WishesProps) {
  const mayWrite = useMay('desk');
  const [wishes, setWishes] = useDraft(wishesPlace(card.booking_id), card.wishes);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const isTyped = wishes !== card.wishes;
  const save = () => isTyped && onSave(wishes);
  const mark = () => {
    const position = area.current?.selectionStart ?? 0;
    setWishes(withMark(wishes, position));
    area.current?.focus();
  };
  return (
    <>
      <div className="stack">
        <label htmlFor={id}>ご要望（1行に1つ。★の行は、登録とチェックインのときに表示します）</label>
        <TextArea
          id={id}
          fill
          autoFocus={isFirst}
          inputRef={area}
          rows={3}
          maxLength={MAX_NOTES}
          readOnly={!mayWrite}
          value={wishes}
          onChange={({ currentTarget }) => setWishes(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) save();
          }}
        />
      </div>
      {mayWrite && (
        <div className="row">
          <Button
            size="small"
            text="★ この行を表示する"
            aria-label="この行の★を付ける・外す"
            onClick={mark}
          />
          <Button
            size="small"
            intent="primary"
            text="ご要望を保存"
            data-tooltip="ご要望を保存（Ctrl+Enter）"
            disabled={!isTyped}
            onClick={save}
          />
        </div>
      )}
    </>
  );
}

type CandidatesProps = {
  card: GuestCardRecord;
  isFirst: boolean;
  onJoin: (some: readonly CardCandidate[]) => void;
};

/** Bookings of the same name and phone, which staff join one by one or all at once. */
function Candidates({ card, isFirst, onJoin }: CandidatesProps) {
  const mayWrite = useMay('desk');
  const { candidates, card_id } = card;
  const all = joinable(card);
  const deedOf = (one: CardCandidate) => {
    if (!mayWrite) return null;
    if (one.card_id === null) return 'まとめる';
    return card_id === null ? 'このカードに加える' : null;
  };
  return (
    <>
      <h3 className="row">
        {`同じ氏名・電話番号の予約 ${candidates.length}件`}
        {mayWrite && all.length > 0 && (
          <Button size="small" autoFocus={isFirst} text="すべてまとめる" onClick={() => onJoin(all)} />
        )}
      </h3>
      <p className="soft">別の方のこともあります。まとめるまでは回数に入りません。</p>
      <Stays
        name="同じ氏名・電話番号の予約"
        stays={candidates}
        deed={deedOf}
        onDeed={(one) => onJoin([one])}
      />
    </>
  );
}

function Card({ card }: { card: GuestCardRecord }) {
  const mayWrite = useMay('desk');
  const { version, stays, candidates } = card;
  const [refusal, setRefusal] = useState<string | null>(null);
  const queue = useRef(Promise.resolve());
  /** Does one thing after the other, each based on the answer of the one before. */
  const ask = (change: CardChange) => {
    queue.current = queue.current.then(async () => {
      setRefusal(null);
      try {
        await change(openedCard.state.value ?? card);
      } catch (error) {
        setRefusal(failureText(error));
      }
      void openedCard.reload();
    });
  };
  const isSeveral = new Set(stays.map((stay) => stay.stay_id)).size > 1;
  const joinsFirst = mayWrite && version === 0 && joinable(card).length > 0;
  const place = useRef<HTMLDivElement>(null);
  // A button that went away with what it did leaves the focus in the dialog.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector('textarea')?.focus();
  });
  return (
    <div ref={place} className="guest-card stack">
      <Figures card={card} />
      <Wishes card={card} isFirst={!joinsFirst} onSave={(wishes) => ask((now) => saveWishes(now, wishes))} />
      {card.is_of_candidates === 1 && card.matters.length > 0 && (
        <p className="soft">{`同じ氏名・電話番号のお客様カードのご要望：${card.matters.join('、')}`}</p>
      )}
      <RefusalText text={refusal} />
      <h3>{version > 0 ? `このお客様の予約 ${stays.length}件` : 'この予約'}</h3>
      <Stays
        name="このお客様の予約"
        stays={stays}
        deed={() => (mayWrite && isSeveral ? '外す' : null)}
        onDeed={(stay) => ask((now) => splitStays(now, [stay.booking_id]))}
      />
      {candidates.length > 0 && (
        <Candidates card={card} isFirst={joinsFirst} onJoin={(some) => ask((now) => joinStays(now, some))} />
      )}
    </div>
  );
}

function Opened({ bookingId }: { bookingId: number }) {
  const { value, error, query } = useValue(openedCard.atom);
  useFollowedCard(openedCard, bookingId);
  const card = query === bookingId ? value : null;
  const name = card?.stays.find((stay) => stay.booking_id === bookingId)?.guest_name ?? '';
  return (
    <Modal
      title={`お客様カード ${name}`}
      className="guest-card-dialog"
      isOpen
      ownFocus={card !== null}
      onClose={closeCard}
    >
      {card && card.stays.length > 0 && <Card key={card.booking_id} card={card} />}
      {card?.stays.length === 0 && <p>個人情報を削除したお客様です。</p>}
      {!card && (
        <ListState failure={error?.message ?? null} isLoading={!error} onRetry={() => openedCard.reload()} />
      )}
    </Modal>
  );
}

/** Hosts the card that is open. */
export function GuestCardDialog() {
  const bookingId = useValue(openCardAtom);
  return bookingId === null ? null : <Opened key={bookingId} bookingId={bookingId} />;
}
