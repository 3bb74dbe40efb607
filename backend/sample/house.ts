import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { DomainEvent } from '../event-store/event-stream.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { Random } from './prng.js';
import { type Draft, draft } from './sample-event.js';
import { dayOf, HOUR, instantOf, MINUTE, type Setting } from './setting.js';

const WEATHER_AT = 7 * 60;
const DAYS_FORECAST = 4;
const WINTER = ['12', '01', '02'];
const RAINY_SEASON = ['06', '07', '09'];

/** The public holidays, flagged once the rooms are defined. */
export function holidayDrafts({ holidays, opening }: Setting): Draft[] {
  const moment = { at: opening + 30 * MINUTE, by: SAMPLE_MASTERS.manager };
  return [...holidays].map((date) =>
    draft('day', date, moment, { type: 'HolidayToggled', data: { date, holidayFlag: 1 } }),
  );
}

/** The weather noted every morning, and on the last morning the forecast of the next days. */
export function weatherDrafts({ now, firstMonth, random }: Setting): Draft[] {
  const reached = dayOf(now);
  const lastMorning = instantOf(reached, WEATHER_AT) <= now ? reached : addDays(reached, -1);
  return daysFromTo(firstMonth, addDays(lastMorning, DAYS_FORECAST)).map((date) => {
    const weather = someWeather(date.slice(5, 7), random);
    const at = instantOf(date < lastMorning ? date : lastMorning, WEATHER_AT);
    const by = random.pick(SAMPLE_MASTERS.staff);
    return draft('day', date, { at, by }, { type: 'WeatherSet', data: { date, weather } });
  });
}

function someWeather(month: string, random: Random) {
  if (WINTER.includes(month)) return random.byWeight({ 晴れ: 58, 曇り: 26, 雨: 9, 雪: 7 });
  if (RAINY_SEASON.includes(month)) return random.byWeight({ 晴れ: 33, 曇り: 35, 雨: 32 });
  return random.byWeight({ 晴れ: 55, 曇り: 28, 雨: 17 });
}

/** A note: the day it is about and the day it was written (from today), the hour, and its hourly changes. */
type PlannedNote = {
  about: number;
  written: number;
  hour: number;
  text: string;
  changes: DomainEvent[];
};

const done = { type: 'HandoverNoteDone', data: {} };
const reopened = { type: 'HandoverNoteReopened', data: {} };
const removed = { type: 'HandoverNoteRemoved', data: {} };
const changedTo = (text: string) => ({ type: 'HandoverNoteChanged', data: { text } });

const NOTES: readonly PlannedNote[] = [
  { about: -1, written: -2, hour: 18, text: '2階の廊下の電球が切れています。', changes: [done, reopened] },
  { about: -1, written: -2, hour: 19, text: 'タオルの納品は9時です。', changes: [removed] },
  {
    about: 0,
    written: -1,
    hour: 14,
    text: '朝食は団体のため7時から。食堂へ連絡が必要です。',
    changes: [done],
  },
  { about: 0, written: -1, hour: 16, text: '2号機の洗濯機が故障中です。\n10時に業者が来ます。', changes: [] },
  {
    about: 1,
    written: -1,
    hour: 17,
    text: '宅配便が届きます。',
    changes: [changedTo('15時ごろ宅配便が届きます。フロントでお預かりください。')],
  },
  { about: 5, written: -1, hour: 20, text: '13時から消防設備の点検があります。', changes: [] },
];

const HANDOVERS = [
  { day: -2, hour: 17, memo: '駐車場は満車です。近隣の案内図をお渡ししています。' },
  { day: -1, hour: 9, memo: '夜間の問い合わせはありませんでした。' },
  { day: -1, hour: 17, memo: '到着の遅い方が2名います。洗濯機の件は申し送りを見てください。' },
];

/** The notes and handovers of the last shifts. */
export function handoverDrafts({ today }: Setting): Draft[] {
  const { staff } = SAMPLE_MASTERS;
  const notes = NOTES.flatMap((note, index) => noteDrafts(note, staff[index % staff.length] ?? null, today));
  const handovers = HANDOVERS.map((handover, index) => {
    const by = staff[index] ?? SAMPLE_MASTERS.manager;
    const at = instantOf(addDays(today, handover.day), handover.hour * 60);
    return draft('handover', handover, { at, by }, (idOf) => ({
      type: 'ShiftHandedOver',
      data: { staffId: idOf(by), terminal: null, upTo: idOf(handover) - 1, memo: handover.memo },
    }));
  });
  return [...notes, ...handovers];
}

function noteDrafts(note: PlannedNote, by: object | null, today: Day): Draft[] {
  const begun = instantOf(addDays(today, note.written), note.hour * 60);
  const data = { date: addDays(today, note.about), text: note.text };
  return [{ type: 'HandoverNoteWritten', data }, ...note.changes].map((event, hours) =>
    draft('handover-note', note, { at: begun + hours * HOUR, by }, event),
  );
}
