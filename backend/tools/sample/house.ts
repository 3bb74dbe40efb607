import { addDays, daysFromTo } from '@domain/dates.js';
import { decideNote, type NoteChange } from '@domain/handover/handover.js';
import { itemAt } from '@domain/records.js';
import { handoverNoteStream, handoverStream } from '../../streams/handover.stream.js';
import { weatherDayStream } from '../../streams/weather-day.stream.js';
import { someStaff } from './bookings.js';
import { must, type Step } from './desk.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { Random } from './prng.js';
import type { House } from './rooms.js';
import { HOUR, instantOf, MINUTE } from './setting.js';

const WEATHER_AT = 7 * 60;
const DAYS_FORECAST = 4;
const WINTER = ['12', '01', '02'];
const RAINY_SEASON = ['06', '07', '09'];

/** Returns what is recorded of days: the public holidays once rooms are defined, and every morning the weather some days ahead. */
export function daySteps(house: House): Step[] {
  const { holidays, opening, firstMonth, today, random, ids } = house;
  const flagged = [...holidays].map((date): Step => {
    const event = { type: 'HolidayToggled', data: { date, holidayFlag: 1 } } as const;
    const by = ids.get(SAMPLE_MASTERS.manager) ?? null;
    return { at: opening + 30 * MINUTE, by, run: (desk) => void desk.append(weatherDayStream, event, date) };
  });
  const forecast = daysFromTo(firstMonth, addDays(today, DAYS_FORECAST)).map((date): Step => {
    const weather = someWeather(date.slice(5, 7), random);
    const event = { type: 'WeatherSet', data: { date, weather } } as const;
    const at = instantOf(addDays(date, -DAYS_FORECAST), WEATHER_AT);
    return { at, by: someStaff(house), run: (desk) => void desk.append(weatherDayStream, event, date) };
  });
  return [...flagged, ...forecast];
}

function someWeather(month: string, random: Random) {
  if (WINTER.includes(month)) return random.byWeight({ 晴れ: 58, 曇り: 26, 雨: 9, 雪: 7 });
  if (RAINY_SEASON.includes(month)) return random.byWeight({ 晴れ: 33, 曇り: 35, 雨: 32 });
  return random.byWeight({ 晴れ: 55, 曇り: 28, 雨: 17 });
}

/** A note: the day it is about and the day it was written (from today), the hour, and what is done with it each hour: a text is its new one. */
type PlannedNote = {
  about: number;
  written: number;
  hour: number;
  text: string;
  changes: (NoteChange | string)[];
};

const NOTES: readonly PlannedNote[] = [
  {
    about: -1,
    written: -2,
    hour: 18,
    text: '2階の廊下の電球が切れています。',
    changes: [{ type: 'finish' }, { type: 'reopen' }],
  },
  { about: -1, written: -2, hour: 19, text: 'タオルの納品は9時です。', changes: [{ type: 'remove' }] },
  {
    about: 0,
    written: -1,
    hour: 14,
    text: '朝食は団体のため7時から。食堂へ連絡が必要です。',
    changes: [{ type: 'finish' }],
  },
  { about: 0, written: -1, hour: 16, text: '2号機の洗濯機が故障中です。\n10時に業者が来ます。', changes: [] },
  {
    about: 1,
    written: -1,
    hour: 17,
    text: '宅配便が届きます。',
    changes: ['15時ごろ宅配便が届きます。フロントでお預かりください。'],
  },
  { about: 5, written: -1, hour: 20, text: '13時から消防設備の点検があります。', changes: [] },
];

const HANDOVERS = [
  { day: -2, hour: 17, memo: '駐車場は満車です。近隣の案内図をお渡ししています。' },
  { day: -1, hour: 9, memo: '夜間の問い合わせはありませんでした。' },
  { day: -1, hour: 17, memo: '到着の遅い方が2名います。洗濯機の件は申し送りを見てください。' },
];

/** The notes and handovers of the last shifts. */
export function handoverSteps({ today, ids }: House): Step[] {
  const staffAt = (index: number) =>
    ids.get(itemAt(SAMPLE_MASTERS.staff, index % SAMPLE_MASTERS.staff.length)) ?? null;
  const notes = NOTES.flatMap(({ about, written, hour, text, changes }, index) => {
    const date = addDays(today, about);
    let id: number | null = null;
    return [text, ...changes].map((change, hours): Step => {
      const wanted: NoteChange =
        typeof change === 'string' ? { type: 'write', details: { date, text: change } } : change;
      return {
        at: instantOf(addDays(today, written), hour * 60) + hours * HOUR,
        by: staffAt(index),
        run(desk) {
          const note = id === null ? null : desk.get(handoverNoteStream, id);
          for (const event of must(decideNote(wanted, note)))
            id = desk.append(handoverNoteStream, event, id ?? undefined).id;
        },
      };
    });
  });
  const handovers = HANDOVERS.map(({ day, hour, memo }, index): Step => {
    const staffId = staffAt(index);
    return {
      at: instantOf(addDays(today, day), hour * 60),
      by: staffId,
      run(desk) {
        const data = { staffId, terminal: null, upTo: desk.nextPosition - 1, memo };
        desk.append(handoverStream, { type: 'ShiftHandedOver', data });
      },
    };
  });
  return [...notes, ...handovers];
}
