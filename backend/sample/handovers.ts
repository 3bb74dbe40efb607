import { addDays, type Day } from '@domain/dates.js';
import type { HandoverNoteEvent } from '@domain/handover/handover.js';
import { HOUR, instantOf } from './hotel-time.js';
import type { Draft } from './sample-event.js';
import type { Setting } from './setting.js';

type Afterwards =
  | Exclude<HandoverNoteEvent['type'], 'HandoverNoteWritten' | 'HandoverNoteChanged'>
  | { text: string };

/** A note: days from today that it is about and that it was written on, at which hour, and what became of it hourly. */
type PlannedNote = {
  about: number;
  written: number;
  hour: number;
  text: string;
  later: readonly Afterwards[];
};

const NOTES: readonly PlannedNote[] = [
  {
    about: -1,
    written: -2,
    hour: 18,
    text: '2階の廊下の電球が切れています。',
    later: ['HandoverNoteDone', 'HandoverNoteReopened'],
  },
  { about: -1, written: -2, hour: 19, text: 'タオルの納品は9時です。', later: ['HandoverNoteRemoved'] },
  {
    about: 0,
    written: -1,
    hour: 14,
    text: '朝食は団体のため7時から。食堂へ連絡が必要です。',
    later: ['HandoverNoteDone'],
  },
  { about: 0, written: -1, hour: 16, text: '2号機の洗濯機が故障中です。\n10時に業者が来ます。', later: [] },
  {
    about: 1,
    written: -1,
    hour: 17,
    text: '宅配便が届きます。',
    later: [{ text: '15時ごろ宅配便が届きます。フロントでお預かりください。' }],
  },
  { about: 5, written: -1, hour: 20, text: '13時から消防設備の点検があります。', later: [] },
];

const HANDOVERS = [
  { day: -2, hour: 17, memo: '駐車場は満車です。近隣の案内図をお渡ししています。' },
  { day: -1, hour: 9, memo: '夜間の問い合わせはありませんでした。' },
  { day: -1, hour: 17, memo: '到着の遅い方が2名います。洗濯機の件は申し送りを見てください。' },
] as const;

const at = (today: Day, days: number, hour: number): number => instantOf(addDays(today, days), hour * 60);

function noteDrafts(plan: PlannedNote, by: object, today: Day): Draft[] {
  const date = addDays(today, plan.about);
  const begun = at(today, plan.written, plan.hour);
  const written: HandoverNoteEvent = { type: 'HandoverNoteWritten', data: { date, text: plan.text } };
  const changes = plan.later.map(
    (what): HandoverNoteEvent =>
      typeof what === 'string'
        ? { type: what, data: {} }
        : { type: 'HandoverNoteChanged', data: { text: what.text } },
  );
  return [written, ...changes].map((event, hours) => ({
    category: 'handover-note',
    subject: plan,
    at: begun + hours * HOUR,
    by,
    event: () => event,
  }));
}

/** What the shifts of the last days left for each other. */
export function handoverDrafts({ today, masters: { staff } }: Setting): Draft[] {
  const member = (index: number): object => staff[index % staff.length] as object;
  const handovers = HANDOVERS.map((subject, index): Draft => {
    const by = member(index);
    const { memo } = subject;
    return {
      category: 'handover',
      subject,
      at: at(today, subject.day, subject.hour),
      by,
      event: (idOf) => ({
        type: 'ShiftHandedOver',
        data: { staffId: idOf(by), terminal: null, upTo: idOf(subject) - 1, memo },
      }),
    };
  });
  return [...NOTES.flatMap((plan, index) => noteDrafts(plan, member(index), today)), ...handovers];
}
