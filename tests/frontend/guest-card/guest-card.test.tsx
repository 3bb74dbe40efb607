import { day } from '@domain/dates.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { CardCandidate, GuestCardRecord } from '@wire/guest-card.js';
import { GuestCardDialog } from '#frontend/guest-card/GuestCardDialog.js';
import { closeCard, joinable, openCard, wishesPlace } from '#frontend/guest-card/guest-card.js';
import { draftAtom } from '#frontend/shared/drafts.js';
import { forgetErased } from '#frontend/shared/erasure.js';
import { operationsAtom } from '#frontend/shared/operations.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';

const stay = (booking_id: number, card_id: number | null = null): CardCandidate => ({
  ...{ booking_id, stay_id: booking_id, card_id, guest_name: '常連 太郎', tel: '090-0000-0001' },
  ...{ room_number: '808', stay_start: day('2026-11-01'), stay_end: day('2026-11-02'), total_fee: 8000 },
  ...{ company: '', state: '出発済' },
});

const card = (more: Partial<GuestCardRecord> = {}): GuestCardRecord => ({
  ...{ booking_id: 7, card_id: null, version: 0, wishes: '', matters: [], is_of_candidates: 0 },
  ...{ stay_count: 0, nights: 0, first_day: null, last: null, company: null, no_shows: 0, cancelled: 0 },
  ...{ is_blacklisted: 0, stays: [stay(7)], candidates: [] },
  ...more,
});

describe('what can be joined at once', () => {
  test('is all in no card, and the one card that there is', () => {
    expect(joinable(card({ candidates: [stay(1), stay(2, 90), stay(3, 90)] }))).toEqual([
      stay(1),
      stay(2, 90),
    ]);
  });

  test('is none of two other cards, and none of another card where the booking stands in one', () => {
    expect(joinable(card({ candidates: [stay(1), stay(2, 90), stay(3, 91)] }))).toEqual([stay(1)]);
    expect(joinable(card({ card_id: 92, version: 1, candidates: [stay(2, 90)] }))).toEqual([]);
  });
});

describe('the card', () => {
  let now = card();
  let calls: ReturnType<typeof serve>;
  let version = 0;

  beforeEach(() => {
    closeCard();
    now = card({ candidates: [stay(1), stay(2, 90)] });
    version = 0;
    calls = serve({
      'GET /api/guest-cards/7': () => ({ body: now }),
      'POST /api/guest-cards/7/joined': () => ({ body: { id: 90, version: ++version } }),
      'PUT /api/guest-cards/7/wishes': () => ({ body: { id: 90, version: ++version } }),
    });
  });

  const open = async () => {
    render(<GuestCardDialog />);
    act(() => openCard(7));
    await screen.findByText('すべてまとめる');
  };
  const writes = () => calls.filter(({ method }) => method !== 'GET');

  test('says of a guest who was never here that nothing is known, not 0', async () => {
    await open();
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('まだありません');
    expect(dialog.textContent).not.toMatch(/0回|0泊|¥0/);
  });

  test('does one thing after the other, each to the version that the one before made', async () => {
    await open();
    fireEvent.click(screen.getByText('すべてまとめる'));
    const wishes = screen.getByLabelText(/^ご要望/);
    fireEvent.change(wishes, { target: { value: '★枕' } });
    fireEvent.keyDown(wishes, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(writes().map(({ body, headers }) => [body, headers['If-Match']])).toEqual([
      [{ booking_ids: [1, 2], card_id: 90 }, '"0"'],
      [{ wishes: '★枕' }, '"1"'],
    ]);
    expect(store.get(operationsAtom).map(({ text }) => text)).toEqual([
      '常連 太郎 お客様カードに予約を追加',
      '常連 太郎 ご要望を保存',
    ]);
  });

  test('forgets what was typed of a guest who is erased, and nothing of others', () => {
    store.set(draftAtom(wishesPlace(7)), '書きかけ');
    store.set(draftAtom(wishesPlace(8)), '別の方');
    forgetErased({ ids: new Set([7]), bookings: [] });
    expect(store.get(draftAtom(wishesPlace(7)))).toBeNull();
    expect(store.get(draftAtom(wishesPlace(8)))).toBe('別の方');
    forgetErased(null);
    expect(store.get(draftAtom(wishesPlace(8)))).toBeNull();
  });
});
