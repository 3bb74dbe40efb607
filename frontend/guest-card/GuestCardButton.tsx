import './guest-card.css';
import { Button } from '@blueprintjs/core';
import { useValue } from '../shared/store.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { cardWords, openCard, type openedCard } from './guest-card.js';
import { useFollowedCard } from './use-followed-card.js';

/** Opens the card of a booking's guest, by button or key. */
export function GuestCardButton({ bookingId }: { bookingId: number }) {
  const open = () => openCard(bookingId);
  useKey('panelGuest', open);
  return (
    <Button
      size="small"
      text="お客様カード"
      {...keyProps('panelGuest', 'お客様カードを開く')}
      onClick={open}
    />
  );
}

/** The wishes that matter, each on a line with its mark. */
export function WishLines({ wishes }: { wishes: readonly string[] }) {
  return wishes.map((wish) => (
    <p key={wish} className="card-wish">
      <span aria-hidden="true">★</span> {wish}
    </p>
  ));
}

type WordsProps = { bookingId: number; resource: typeof openedCard; onlyWishes?: boolean };

/** Wishes, no-shows and number of stays of a booking's guest; nothing where nothing is known. */
export function GuestWords({ bookingId, resource, onlyWishes = false }: WordsProps) {
  const { value, query, error } = useValue(resource.atom);
  useFollowedCard(resource, bookingId);
  if (error && !value) return <p className="card-words">お客様のご要望を読み込めませんでした。</p>;
  if (!value || query !== bookingId) return null;
  const words = onlyWishes ? [] : cardWords(value);
  if (words.length === 0 && value.matters.length === 0) return null;
  const guess = value.is_of_candidates === 1 ? '同じ氏名・電話番号のお客様のご要望' : 'お客様のご要望';
  return (
    <div className="card-words" role="note" aria-label={value.matters.length > 0 ? guess : 'お客様カード'}>
      {words.length > 0 && <p>{words.join('・')}</p>}
      {value.is_of_candidates === 1 && value.matters.length > 0 && <p className="soft">{guess}</p>}
      <WishLines wishes={value.matters} />
    </div>
  );
}
