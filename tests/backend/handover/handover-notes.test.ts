import { expect, it } from '@jest/globals';
import type { NoteContent, NoteRecord } from '@wire/handover.js';
import { newestInWords } from '#tests/support/event-pages.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

// What may become of a note: tests/domain/handover.test.ts.
const hotel = sharedHotel();

const PATH = '/api/handover-notes';
const from = (terminal: string) => ({ 'x-terminal-name': encodeURIComponent(terminal) });
const write = (text: string, date = '2096-01-10') =>
  hotel.api.post<NoteContent>(PATH, { date, text }, from('端末-A'));
const listed = async (start: string, end = start, query = '') =>
  (await hotel.api.get<NoteRecord[]>(`${PATH}?start_date=${start}&end_date=${end}${query}`)).body;
const finish = (id: number, is_done: 0 | 1 = 1) =>
  hotel.api.put<NoteContent>(`${PATH}/${id}/done`, { is_done }, from('端末-B'));

it('notes are written, changed, finished, reopened and removed, on every terminal too', async () => {
  const terminal = new LiveTerminal(hotel.url, (await hotel.api.get<object>('/api/hotel')).body);
  await terminal.until(() => terminal.states.length > 0);
  const content = { date: '2096-01-10', text: '宅配便が届きます。\n受取印はフロントで。' };
  const made = await write(content.text);
  expect(made).toMatchObject({ status: 201, body: { ...content, version: 1, is_done: 0, is_removed: 0 } });
  // What follows at once may come in the same frame.
  await terminal.until(() => terminal.frames.some(({ notes }) => notes.length > 0));
  const { id } = made.body;
  const path = `${PATH}/${id}`;
  const change = (text: string) => hotel.api.put(path, { date: '2096-01-11', text });

  const after = { id, date: '2096-01-11', text: '届きました', is_removed: 0 };
  expect(await change('届きました')).toMatchObject({
    status: 200,
    body: { ...after, version: 2, is_done: 0 },
  });
  expect(await finish(id)).toMatchObject({ status: 200, body: { ...after, version: 3, is_done: 1 } });
  const done = '完了した申し送りは変更できません。未完了に戻してから変更してください。';
  await refuses(hotel, () => change('別の話'), 409, done);
  expect(await finish(id, 0)).toMatchObject({ body: { ...after, version: 4, is_done: 0 } });

  const [note] = await listed('2096-01-11');
  expect(note).toMatchObject({ id, version: 4 });
  expect(note?.written).toMatchObject({ staff_id: null, staff_name: null, terminal: '端末-A' });
  expect(note?.changed).toMatchObject({ terminal: '端末-B' });
  expect(note?.written.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(String(note?.changed.recorded_at) > String(note?.written.recorded_at)).toBe(true);

  const removed = await hotel.api.delete(path);
  expect(removed).toMatchObject({ status: 200, body: { id, version: 5, text: '', is_removed: 1 } });
  expect(await listed('2096-01-11')).toEqual([]);
  for (const call of [() => change('まだ'), () => finish(id)]) {
    await refuses(hotel, call, 404, '申し送りが見つかりません。');
  }
  const position = await hotel.position();
  await terminal.until(() => terminal.position >= position);
  const told = terminal.frames.flatMap((frame) => frame.notes);
  expect(told.at(0)).toMatchObject({ id, date: '2096-01-10' });
  expect(told.at(-1)).toMatchObject({ id, is_removed: 1, text: '', written: { terminal: '端末-A' } });
  terminal.close();
});

it('notes are listed by day, on request with all that wait elsewhere', async () => {
  const texts = async (query = '') =>
    (await listed('2096-03-02', '2096-03-03', query))
      .filter(({ date }) => date.startsWith('2096-03')) // Others wait as well.
      .map(({ text }) => text);
  const late = await write('三日', '2096-03-03');
  await write('二日', '2096-03-02');
  const before = await write('一日', '2096-03-01');
  await write('四日', '2096-03-04');
  await finish(late.body.id);
  expect(await texts()).toEqual(['二日', '三日']);
  expect(await texts('&with_open=1')).toEqual(['一日', '二日', '三日', '四日']);
  await finish(before.body.id);
  expect(await texts('&with_open=1')).toEqual(['二日', '三日', '四日']);
  const odd = await hotel.api.get(`${PATH}?start_date=2096-03-02&end_date=2096-03-03&with_open=x`);
  expectRefusal(odd, 400, 'with_openは1か0で指定してください。');
});

it('nothing is written for what is wrong or the same', async () => {
  const { body } = await write('一度だけ');
  const position = await hotel.position();
  expect((await hotel.api.put(`${PATH}/${body.id}`, { date: body.date, text: '一度だけ' })).body).toEqual(
    body,
  );
  expect((await finish(body.id, 0)).body).toEqual(body);
  expectRefusal(await write('あ'.repeat(2001)), 422, '申し送りは2000文字以内で入力してください。');
  expect(await hotel.position()).toBe(position);
});

it('notes are encrypted in the log, and shown in words to auditors', async () => {
  const { id } = (await write('山田様の忘れ物', '2096-05-01')).body;
  const payload = `select payload from event_log where stream = 'handover-note-${id}'`;
  expect(JSON.stringify(await rawQuery(hotel.databaseUrl, payload))).not.toContain('山田');
  expect(await newestInWords(hotel.api)).toEqual({
    label: '申し送りの登録',
    subject: '申し送り 5/1(火)',
    words: ['日付: — → 2096/05/01(火)', '申し送り: — → 山田様の忘れ物', '状態: — → 未完了'],
  });
  await finish(id);
  const done = { label: '申し送りの完了', words: ['状態: 未完了 → 完了'] };
  expect(await newestInWords(hotel.api)).toMatchObject(done);
  await hotel.api.delete(`${PATH}/${id}`);
  const words = ['申し送り: 山田様の忘れ物 → —', '状態: 完了 → 削除'];
  expect(await newestInWords(hotel.api)).toMatchObject({ label: '申し送りの削除', words });
});
