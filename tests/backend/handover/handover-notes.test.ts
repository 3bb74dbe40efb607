import { describe, expect, it } from '@jest/globals';
import type { NoteContent, NoteRecord } from '@wire/handover.js';
import { newestInWords } from '../../support/event-pages.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { rawQuery } from '../../support/log-rows.js';
import { expectRefusal } from '../../support/refusal.js';
import { sharedHotel } from '../../support/shared.js';

const hotel = sharedHotel();

const PATH = '/api/handover-notes';
const from = (terminal: string) => ({ 'x-terminal-name': encodeURIComponent(terminal) });
const body = (text: string, date = '2096-01-10') => ({ date, text });
const write = (text: string, date?: string, headers = from('端末-A')) =>
  hotel.api.post<NoteContent>(PATH, body(text, date), headers);
const listed = async (start: string, end: string, query = '') =>
  (await hotel.api.get<NoteRecord[]>(`${PATH}?start_date=${start}&end_date=${end}${query}`)).body;
const finish = (id: number, is_done: 0 | 1, headers = from('端末-B')) =>
  hotel.api.put<NoteContent>(`${PATH}/${id}/done`, { is_done }, headers);

describe('notes pinned to days', () => {
  it('are written, changed, finished, reopened and removed', async () => {
    const made = await write('宅配便が届きます。\n受取印はフロントで。');
    const content = { date: '2096-01-10', text: '宅配便が届きます。\n受取印はフロントで。' };
    expect(made).toMatchObject({ status: 201, body: { ...content, version: 1, is_done: 0, is_removed: 0 } });
    const { id } = made.body;
    const path = `${PATH}/${id}`;

    const changed = await hotel.api.put(path, body('届きました', '2096-01-11'));
    const after = { id, date: '2096-01-11', text: '届きました', is_removed: 0 };
    expect(changed).toMatchObject({ status: 200, body: { ...after, version: 2, is_done: 0 } });
    expect(await finish(id, 1)).toMatchObject({ status: 200, body: { ...after, version: 3, is_done: 1 } });
    const done = '完了した申し送りは変更できません。未完了に戻してから変更してください。';
    expectRefusal(await hotel.api.put(path, body('別の話')), 409, done);
    expect(await finish(id, 0)).toMatchObject({ body: { ...after, version: 4, is_done: 0 } });

    expect(await listed('2096-01-11', '2096-01-11')).toMatchObject([{ id, version: 4 }]);
    const removed = await hotel.api.delete(path);
    expect(removed).toMatchObject({ status: 200, body: { id, version: 5, text: '', is_removed: 1 } });
    expect(await listed('2096-01-11', '2096-01-11')).toEqual([]);
    for (const answer of [await hotel.api.put(path, body('まだ')), await finish(id, 1)]) {
      expectRefusal(answer, 404, '申し送りが見つかりません。');
    }
  });

  it('name who wrote them and who changed them last', async () => {
    const { id } = (await write('鍵の予備', '2096-02-01')).body;
    await finish(id, 1);
    const [note] = await listed('2096-02-01', '2096-02-01');
    expect(note).toMatchObject({
      written: { staff_id: null, staff_name: null, terminal: '端末-A' },
      changed: { terminal: '端末-B' },
    });
    expect(note?.written.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(String(note?.changed.recorded_at) > String(note?.written.recorded_at)).toBe(true);
  });

  it('are listed by day, on request with all that wait elsewhere', async () => {
    const texts = async (query = '') =>
      (await listed('2096-03-02', '2096-03-03', query)).map(({ text }) => text);
    const late = await write('三日', '2096-03-03');
    await write('二日', '2096-03-02');
    const before = await write('一日', '2096-03-01');
    await write('四日', '2096-03-04');
    await finish(late.body.id, 1);
    expect(await texts()).toEqual(['二日', '三日']);
    expect(await texts('&with_open=1')).toEqual(['一日', '二日', '三日', '四日']);
    await finish(before.body.id, 1);
    expect(await texts('&with_open=1')).toEqual(['二日', '三日', '四日']);
    const odd = await hotel.api.get(`${PATH}?start_date=2096-03-02&end_date=2096-03-03&with_open=x`);
    expectRefusal(odd, 400, 'with_openは1か0で指定してください。');
  });

  it('write nothing for what is wrong or the same', async () => {
    const made = await write('一度だけ');
    const position = await hotel.position();
    expect((await hotel.api.put(`${PATH}/${made.body.id}`, body('一度だけ'))).body).toEqual(made.body);
    expect((await finish(made.body.id, 0)).body).toEqual(made.body);
    expectRefusal(await write(' \n '), 422, '申し送りを入力してください。');
    expectRefusal(await write('あ'.repeat(2001)), 422, '申し送りは2000文字以内で入力してください。');
    expect(await hotel.position()).toBe(position);
  });

  it('reach every terminal with each change, also when they are removed', async () => {
    const terminal = new LiveTerminal(hotel.url, (await hotel.api.get<object>('/api/hotel')).body);
    await terminal.until(() => terminal.states.length > 0);
    const { id } = (await write('届いたらお渡し', '2096-04-01')).body;
    await hotel.api.delete(`${PATH}/${id}`);
    const position = await hotel.position();
    await terminal.until(() => terminal.position >= position);
    const notes = terminal.frames.flatMap((frame) => frame.notes);
    expect(notes.at(0)).toMatchObject({ id, date: '2096-04-01' });
    expect(notes.at(-1)).toMatchObject({ id, is_removed: 1, text: '', written: { terminal: '端末-A' } });
    terminal.close();
  });

  it('are encrypted in the log, and shown in words to auditors', async () => {
    const { id } = (await write('山田様の忘れ物', '2096-05-01')).body;
    const [row] = await rawQuery(
      hotel.databaseUrl,
      `select payload from event_log where stream = 'handover-note-${id}'`,
    );
    expect(JSON.stringify(row)).not.toContain('山田');
    expect(await newestInWords(hotel.api)).toEqual({
      label: '申し送りの登録',
      subject: '申し送り 5/1(火)',
      words: ['日付: — → 2096/05/01(火)', '申し送り: — → 山田様の忘れ物', '状態: — → 未完了'],
    });
    await finish(id, 1);
    expect(await newestInWords(hotel.api)).toMatchObject({
      label: '申し送りの完了',
      words: ['状態: 未完了 → 完了'],
    });
    await hotel.api.delete(`${PATH}/${id}`);
    expect(await newestInWords(hotel.api)).toMatchObject({
      label: '申し送りの削除',
      words: ['申し送り: 山田様の忘れ物 → —', '状態: 完了 → 削除'],
    });
  });
});
