import { expect, test } from '@jest/globals';
import type { HandoverChanges, NoteContent, Unread } from '@wire/handover.js';
import { sharedSignInHotel } from '../../support/shared.js';

const hotel = sharedSignInHotel();

const NOTE = { date: '2096-01-10', text: '鍵は金庫に' };
const from = (terminal: string) => ({ 'x-terminal-name': encodeURIComponent(terminal) });

test('with sign-in the shift is a person’s, at whichever terminal', async () => {
  const [day, night] = [await hotel.colleague('staff'), await hotel.colleague('staff')];
  await day.post('/api/handover', { memo: '夜勤へ' }, from('端末-A'));
  const note = (await night.post<NoteContent>('/api/handover-notes', NOTE, from('端末-A'))).body;
  await night.put(`/api/handover-notes/${note.id}/done`, { is_done: 1 }, from('端末-B'));

  expect((await day.get<Unread>('/api/handover/unread', from('端末-B'))).body.count).toBe(1);
  expect((await night.get<Unread>('/api/handover/unread', from('端末-A'))).body.since).toBeNull();
  const { body } = await day.get<HandoverChanges>('/api/handover', from('端末-B'));
  expect(body.mine).toMatchObject({ staff_id: day.id, terminal: '端末-A', memo: '夜勤へ' });
  expect(body.people).toMatchObject([
    {
      staff_id: night.id,
      staff_name: 'staffの2人目',
      terminals: ['端末-A', '端末-B'],
      is_me: false,
      others: [
        { label: '申し送りの登録', count: 1 },
        { label: '申し送りの完了', count: 1 },
      ],
    },
  ]);
});
