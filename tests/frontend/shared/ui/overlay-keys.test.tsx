import { day } from '@domain/dates.js';
import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { LoadingOverlay } from '#frontend/app/LoadingOverlay.js';
import { eraseChosen, prepareErasure } from '#frontend/booking/history/erasure.js';
import { openBooking } from '#frontend/booking/open-form.js';
import { applyMoves } from '#frontend/booking/room-proposals.js';
import { busyAtom } from '#frontend/shared/busy.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import { useKey } from '#frontend/shared/ui/keys.js';
import { type Call, serve } from '#tests/frontend/support/fake-server.js';

const TODAY = day('2026-11-21');
const PROPOSED = { room_id: 1, room_number: '1001', stay_start: TODAY, stay_end: day('2026-11-22') };
const ERASABLE = {
  today: TODAY,
  reason_required: false,
  is_blacklisted: false,
  records: [{ kind: 'booking', id: 7, obstacle: null, retained_until: null }],
};
const REFUSED = { status: 409, body: { error: '受け付けられません。', errors: [] } };

function AnyScreen({ onOpen }: { onOpen: () => void }) {
  useKey('openFrontDesk', onOpen);
  return <LoadingOverlay />;
}

const pressF4 = () => fireEvent.keyDown(document.body, { key: 'F4', code: 'F4' });

test.each([
  {
    what: 'moves for a room are made',
    before: async () => {},
    run: () => applyMoves({ room: PROPOSED, moves: [] } as never),
    keys: 0,
  },
  {
    what: 'a guest is erased',
    before: () => prepareErasure({ kind: 'booking', id: 7 }, () => {}),
    run: eraseChosen,
    keys: 0,
  },
  { what: 'a booking is only read', before: async () => {}, run: () => openBooking(9), keys: 1 },
])(
  'while $what under the overlay, the keys of the screens run $keys times; afterwards they do again',
  async ({ before, run, keys }) => {
    const answers: (() => void)[] = [];
    const held = () => new Promise<typeof REFUSED>((answered) => answers.push(() => answered(REFUSED)));
    const calls: Call[] = serve(
      { 'GET /api/booking/7/erasure': () => ({ body: ERASABLE }), 'GET /api/fetch-reservation-data/9': held },
      held,
    );
    await before();
    const opened = jest.fn();
    render(<AnyScreen onOpen={opened} />);
    const sent = calls.length;
    void run();
    await waitFor(() => expect([calls.length, answers.length]).toEqual([sent + 1, 1]));
    await act(async () => {});
    pressF4();
    expect(opened).toHaveBeenCalledTimes(keys);
    answers[0]?.();
    await waitFor(() => expect(store.get(busyAtom)).toBe(false));
    await act(async () => store.get(messageAtom)?.settle(true));
    pressF4();
    expect(opened).toHaveBeenCalledTimes(keys + 1);
  },
);
