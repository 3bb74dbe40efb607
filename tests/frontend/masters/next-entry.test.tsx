import { day } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { NewNote } from '#frontend/handover/NoteList.js';
import { MasterList } from '#frontend/masters/lists/MasterList.js';
import { NewRoomPane } from '#frontend/masters/rooms/NewRoomPane.js';
import { roomMonths } from '#frontend/masters/rooms.atoms.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { managedList } from '#frontend/shared/masters.js';
import { eventually } from '#tests/support/eventually.js';
import { type Call, serve } from '../support/fake-server.js';

const TODAY = day('2026-11-21');
const CORPORATE = { id: 3, version: 1, is_retired: 0, corporate_short_name: '北国', corporate_flag: 0 };

let calls: Call[];
beforeEach(() => {
  calls = serve({
    'GET /api/corporate_master': () => ({ body: [], position: 10 }),
    'POST /api/corporate_master': () => ({ status: 201, body: CORPORATE, position: 11 }),
    'GET /api/room-months': () => ({ body: [], position: 10 }),
    'POST /api/room-months': () => ({ status: 201, body: { created: 1 }, position: 11 }),
    'POST /api/handover-notes': () => ({ status: 201, body: {}, position: 11 }),
  });
});

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

const ENTRIES: Record<string, { content: ReactElement; label: string; send: (field: HTMLElement) => void }> =
  {
    'a record of a list': {
      content: <MasterList kind="corporate" />,
      label: '法人名',
      send: (field) => fireEvent.submit(field),
    },
    'a room': {
      content: <NewRoomPane month={'2026-11' as never} today={TODAY} />,
      label: '部屋番号',
      send: (field) => fireEvent.submit(field),
    },
    'a note': {
      content: <NewNote />,
      label: '申し送り',
      send: (field) => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true }),
    },
  };

test.each(Object.entries(ENTRIES))(
  'the field of %s is empty when the focus comes back to it for the next one, which can be sent at once',
  async (_, { content, label, send }) => {
    await loadHotel();
    await managedList('corporate').load(null);
    await roomMonths.load('2026-11' as never);
    render(content);
    const add = screen.queryByRole('button', { name: /^追加/ });
    if (add && label === '法人名') fireEvent.click(add);
    // From here on React draws in its own time, as in a browser.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    const field = fieldOf(label);
    field.focus();
    fireEvent.change(field, { target: { value: '101' } });
    const seen: string[] = [];
    const { focus } = field;
    field.focus = () => {
      seen.push(field.value);
      focus.call(field);
    };
    send(field);
    await eventually(
      'the focus',
      () => seen,
      (values) => expect(values).toEqual(['']),
    );
    const sent = () => calls.filter(({ method }) => method === 'POST').length;
    fireEvent.change(field, { target: { value: '102' } });
    await new Promise((answered) => setTimeout(answered));
    send(field);
    await eventually('what was sent', sent, (count) => expect(count).toBe(2));
  },
);
