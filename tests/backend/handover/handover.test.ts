import { addDays } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { ChangedBooking, HandoverChanges, PersonChanges, Unread } from '@wire/handover.js';
import { type ApiClient, must, reportOf, upload } from '#tests/support/api-client.js';
import { goodFile } from '#tests/support/channel-file.js';
import { newestInWords } from '#tests/support/event-pages.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel, sharedSignInHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const signedInHotel = sharedSignInHotel();

/** The handover as one terminal sees it, and as somebody does who is signed in there. */
function deskOf(terminal: string, api: Pick<ApiClient, 'get' | 'post' | 'put' | 'delete'> = hotel.api) {
  const headers = { 'x-terminal-name': encodeURIComponent(terminal) };
  const get = <T>(path: string) => must(api.get<T>(path, headers));
  const post = <T>(path: string, body: unknown = {}) => must(api.post<T>(path, body, headers));
  const put = (path: string, body: object) => must(api.put(path, body, headers));
  return {
    book: (fields = {}) => post<{ id: number }>('/api/booking', hotel.payload(fields)),
    amend: (id: number, fields: object) => put(`/api/booking/${id}`, fields),
    cancel: (id: number) => put(`/api/booking/${id}/cancel`, {}),
    pay: (id: number) => post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 }),
    checkIn: (id: number) => post(`/api/booking/${id}/check-in`),
    revertCheckIn: (id: number) => must(api.delete(`/api/booking/${id}/check-in`, headers)),
    weather: (weather: string) => post('/api/weather', { date: '2096-01-20', weather }),
    note: (text: string) => post<{ id: number }>('/api/handover-notes', { date: '2096-01-10', text }),
    finish: (id: number) => put(`/api/handover-notes/${id}/done`, { is_done: 1 }),
    handOver: (body = {}) => post<{ id: number; up_to: number }>('/api/handover', body),
    changes: (since?: number | string) =>
      get<HandoverChanges>(
        `/api/handover${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`,
      ),
    unread: (read?: number) =>
      get<Unread>(`/api/handover/unread${read === undefined ? '' : `?read=${read}`}`),
  };
}

const person = ({ people }: HandoverChanges, terminal: string) =>
  people.find(({ terminals }) => terminals.includes(terminal)) as PersonChanges;
const inWords = ({ acts, changes }: ChangedBooking) => ({
  acts,
  words: changes.map(({ label, before_text, after_text }) => `${label}: ${before_text} → ${after_text}`),
});

describe('changes since the last handover', () => {
  it('is shown by terminal and booking, in words, before and after', async () => {
    const [me, a, b] = [deskOf('夜勤'), deskOf('端末-A'), deskOf('端末-B')];
    const [moved, paid] = [await me.book(), await me.book()];
    const { up_to } = await me.handOver({ memo: 'よろしくお願いします' });

    const room = hotel.newRoom();
    await a.amend(moved.id, { room_id: hotel.roomId(room, '2096-01-10'), notes: '高層階希望' });
    await b.pay(paid.id);
    const added = await a.book({ guest_name_1: '新井 一' });
    await b.cancel(added.id);
    await a.amend(moved.id, { total_fee: 17_000 });

    const answer = await me.changes();
    const mine = { up_to, memo: 'よろしくお願いします' };
    expect(answer).toMatchObject({ position: up_to, mine, is_cut: false });
    expect(answer.head).toBe(await hotel.position());
    expect(answer.people).toMatchObject([
      { terminals: ['端末-A'], is_me: false },
      { terminals: ['端末-B'], is_me: false },
    ]);
    const [first, second] = person(answer, '端末-A').bookings as [ChangedBooking, ChangedBooking];
    expect(first).toMatchObject({ booking_id: moved.id, room_number: room, is_cancelled: 0 });
    const words = ['備考: — → 高層階希望', '合計料金: ¥16,000 → ¥17,000'];
    const to = expect.stringMatching(`^部屋番号: .* → ${room}$`);
    expect(inWords(first)).toEqual({ acts: ['moved', 'changed'], words: [to, ...words] });
    const one = { booking_id: added.id, guest_name: '新井 一', acts: ['added'], changes: [] };
    expect(second).toMatchObject(one);
    expect(person(answer, '端末-B').bookings.map(inWords)).toEqual([
      { acts: ['cancelled'], words: [] },
      { acts: ['paid'], words: [] },
    ]);
  });

  it('has oneself last, and nothing of what was taken back', async () => {
    const [me, other] = [deskOf('端末-C'), deskOf('端末-D')];
    const own = await me.book({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
    await me.handOver();
    await other.checkIn(own.id);
    await other.revertCheckIn(own.id);
    expect((await me.changes()).people).toEqual([]);
    await me.checkIn(own.id);
    await other.note('どうぞ');
    const { people } = await me.changes();
    expect(people).toMatchObject([
      { terminals: ['端末-D'], is_me: false, bookings: [], others: [{ label: '申し送りの登録', count: 1 }] },
      { terminals: ['端末-C'], is_me: true, bookings: [{ booking_id: own.id, acts: ['checked_in'] }] },
    ]);
  });

  it('sums up what is no booking, and imports apart from people', async () => {
    const [me, other] = [deskOf('端末-E'), deskOf('端末-F')];
    await me.handOver();
    await other.weather('晴れ');
    await other.weather('雨');
    const { body } = await upload(hotel.url, goodFile(3, 'H'));
    const report = await reportOf(hotel.url, body.id);
    const answer = await me.changes();
    const others = [{ label: '天気の記録', count: 2 }];
    expect(answer.people).toMatchObject([{ terminals: ['端末-F'], bookings: [], others }]);
    expect(answer.imports).toMatchObject([{ id: body.id, rows: report.rows, new: report.new }]);
    expect(report.new).toBeGreaterThan(0);
    await me.handOver();
    expect((await me.changes()).imports).toEqual([]);
  });

  it('begins at any position or instant that is asked for, else at midnight for who never left', async () => {
    const [me, other] = [deskOf('端末-G'), deskOf('端末-H')];
    const before = await hotel.position();
    const { id } = await other.book();
    const between = await hotel.position();
    await other.amend(id, { notes: '後から' });
    expect(person(await me.changes(before), '端末-H').bookings).toMatchObject([{ acts: ['added'] }]);
    const since = await me.changes(between);
    expect(person(since, '端末-H').bookings).toMatchObject([{ acts: ['changed'] }]);
    expect(since).toMatchObject({ position: between, mine: null });
    const today = await me.changes();
    expect(person(today, '端末-H').bookings[0]).toMatchObject({ booking_id: id });
    expect(await me.changes(`${hotel.today}T00:00:00+09:00`)).toEqual(today);
  });
});

describe('handing over', () => {
  it('is each terminal’s own without sign-in; everybody’s are listed, newest first', async () => {
    const [me, other] = [deskOf('端末-J'), deskOf('端末-K')];
    const first = await me.handOver({ memo: '一回目' });
    const second = await other.handOver({ memo: '二回目' });
    const answer = await me.changes();
    expect(answer.mine).toMatchObject({ ...first, terminal: '端末-J', memo: '一回目', staff_name: null });
    expect(answer.handovers.slice(0, 2)).toEqual([
      expect.objectContaining({ ...second, terminal: '端末-K', memo: '二回目' }),
      answer.mine,
    ]);
    const words = expect.arrayContaining(['端末: — → 端末-K', '引継ぎメモ: — → 二回目']);
    expect(await newestInWords(hotel.api)).toEqual({ label: '引継ぎの確定', subject: '引継ぎ', words });
  });

  it('with sign-in is a person’s, at whichever terminal', async () => {
    const [day, night] = [await signedInHotel.colleague('staff'), await signedInHotel.colleague('staff')];
    await deskOf('端末-A', day).handOver({ memo: '夜勤へ' });
    const { id } = await deskOf('端末-A', night).note('鍵は金庫に');
    await deskOf('端末-B', night).finish(id);

    expect((await deskOf('端末-B', day).unread()).count).toBe(1);
    expect((await deskOf('端末-A', night).unread()).since).toBeNull();
    const { mine, people } = await deskOf('端末-B', day).changes();
    expect(mine).toMatchObject({ staff_id: day.id, terminal: '端末-A', memo: '夜勤へ' });
    const who = { staff_id: night.id, staff_name: 'staffの2人目', terminals: ['端末-A', '端末-B'] };
    const others = ['申し送りの登録', '申し送りの完了'].map((label) => ({ label, count: 1 }));
    expect(people).toMatchObject([{ ...who, is_me: false, others }]);
  });

  it('counts what others did after what was seen, even if it came before the handover itself', async () => {
    const [me, other] = [deskOf('端末-L'), deskOf('端末-M')];
    expect(await me.unread()).toMatchObject({ since: null, count: 0 });
    const seen = await hotel.position();
    const { id } = await other.book();
    expect(await me.handOver({ seen })).toMatchObject({ up_to: seen });
    expect(await me.unread()).toEqual({ since: seen, count: 1, head: await hotel.position() });
    expect(person(await me.changes(), '端末-M').bookings).toMatchObject([{ booking_id: id }]);
  });

  it('counts bookings, notes and handovers of others once each, until they were read', async () => {
    const [me, other] = [deskOf('端末-N'), deskOf('端末-P')];
    await me.handOver();
    await me.book();
    const { id } = await other.book();
    await other.amend(id, { notes: '変更' });
    await other.note('申し送り');
    await other.weather('雪');
    expect((await me.unread()).count).toBe(2);
    await other.handOver();
    const { count, head } = await me.unread();
    expect(count).toBe(3);
    expect((await me.unread(head)).count).toBe(0);
    await other.amend(id, { notes: 'もう一度' });
    expect((await me.unread(head)).count).toBe(1);
  });

  it('refuses a position that nobody can have seen, and words that are too long', async () => {
    const position = await hotel.position();
    expectRefusal(await hotel.api.post('/api/handover', { seen: position + 1 }), 409, /^確認済みの記録番号/);
    expectRefusal(
      await hotel.api.post('/api/handover', { memo: 'あ'.repeat(2001), seen: -1 }),
      422,
      '引継ぎメモは2000文字以内で入力してください。',
      /^確認済みの記録番号は0以上/,
    );
    expect(await hotel.position()).toBe(position);
    expect((await deskOf('端末-Q').handOver({ seen: position })).up_to).toBe(position);
  });
});
