import { Button, Classes, HTMLTable, Switch, TextArea } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { OldFigure } from '@domain/setup/setup.js';
import type { ComparedDay, SetupRecord } from '@wire/setup.js';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { tellDone } from '../masters/lists.atoms.js';
import { askConfirm } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { deskAddress, SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { figureOf, readOldFigures } from './old-figures.js';
import { comparison, openHotel, saveOldFigures } from './setup.js';

type Typed = Readonly<Record<Day, { rooms?: string; nights?: string }>>;
type Side = 'rooms' | 'nights';

const differs = (here: number, old: number | null): boolean => old !== null && old !== here;
const isDifferent = (day: ComparedDay): boolean =>
  differs(day.rooms, day.old_rooms) || differs(day.nights, day.old_nights);

/** Returns how much more there is here than in the old system. */
function differenceText(here: number, old: number | null): string {
  if (old === null) return '';
  return here === old ? '一致' : here > old ? `+${here - old}` : `−${old - here}`;
}

type OldCellProps = { label: string; value: string; isWrong: boolean; onChange: (text: string) => void };

function OldCell({ label, value, isWrong, onChange }: OldCellProps) {
  return (
    <input
      className={`${Classes.INPUT} ${Classes.SMALL} old-figure`}
      inputMode="numeric"
      maxLength={6}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The old figures from a report, pasted. */
function PasteOldFigures({ today, onRead }: { today: Day; onRead: (figures: OldFigure[]) => void }) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { figures, faults } = readOldFigures(text, today);
  const take = () => {
    onRead(figures);
    setText('');
    setOpen(false);
  };
  return (
    <details
      className="paste-figures"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>旧システムの日別の表を貼り付ける</summary>
      <div className="stack">
        <label className="soft" htmlFor="old-figures">
          1行に1日。日付、部屋数、予約の泊数の順（日付と泊数だけでも、見出しがあっても読み取ります）。
        </label>
        <TextArea
          id="old-figures"
          fill
          placeholder={'11/24\t117\t42\n11/25\t117\t38'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {faults.length > 0 && (
          <ul className="field-error" role="alert">
            {faults.slice(0, 8).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
        <div className="row">
          <Button
            size="small"
            intent="primary"
            disabled={figures.length === 0}
            text={figures.length > 0 ? `${figures.length}日分を表に入れる` : '表に入れる'}
            onClick={take}
          />
        </div>
      </div>
    </details>
  );
}

type ComparedRowProps = {
  day: ComparedDay;
  typed: Typed[Day] | undefined;
  onType: (side: Side, text: string) => void;
};

/** A day here and in the old system, and the way to what is there. */
function ComparedRow({ day, typed, onType }: ComparedRowProps) {
  const cells = [
    { side: 'rooms', label: '部屋数', here: day.rooms, old: day.old_rooms },
    { side: 'nights', label: '泊数', here: day.nights, old: day.old_nights },
  ] as const;
  return (
    <tr data-different={isDifferent(day) || undefined} data-date={day.date}>
      <th scope="row">{dayText(day.date)}</th>
      {cells.flatMap(({ side, label, here, old }) => {
        const text = typed?.[side];
        return [
          <td key={`${side}-here`} className="compared-figure">
            {here}
          </td>,
          <td key={`${side}-old`}>
            <OldCell
              label={`${dayText(day.date)}の旧システムの${label}`}
              value={text ?? (old === null ? '' : String(old))}
              isWrong={text !== undefined && figureOf(text) === undefined}
              onChange={(value) => onType(side, value)}
            />
          </td>,
          <td key={`${side}-difference`} className="compared-figure compared-difference">
            {text === undefined ? differenceText(here, old) : ''}
          </td>,
        ];
      })}
      <td>
        <Link to={deskAddress(day.date)} aria-label={`${dayText(day.date)}の予約を見る`}>
          予約を見る
        </Link>
      </td>
    </tr>
  );
}

/** The days of the comparison as figures of the old system, with what was typed since. */
function figuresWith(days: readonly ComparedDay[], typed: Typed): OldFigure[] | null {
  const figures: OldFigure[] = [];
  for (const { date, old_rooms, old_nights } of days) {
    const { rooms, nights } = typed[date] ?? {};
    const read = {
      rooms: rooms === undefined ? old_rooms : figureOf(rooms),
      nights: nights === undefined ? old_nights : figureOf(nights),
    };
    if (read.rooms === undefined || read.nights === undefined) return null;
    if (read.rooms !== null || read.nights !== null) {
      figures.push({ date, rooms: read.rooms, nights: read.nights });
    }
  }
  return figures;
}

/** 開始の確認: the next days beside what the old system says, and 開業する. */
export function ConfirmationStep({ status }: { status: SetupRecord }) {
  const today = useValue(todayAtom);
  const { value: days, error } = useValue(comparison.atom);
  const [typed, setTyped] = useState<Typed>({});
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  useEffect(() => void comparison.load(null), []);
  if (!days || !today) {
    return (
      <ListState failure={error?.message ?? null} isLoading={!error} onRetry={() => comparison.load(null)}>
        表示できません。
      </ListState>
    );
  }
  const different = days.filter(isDifferent).length;
  const compared = days.filter(
    ({ old_rooms, old_nights }) => old_rooms !== null || old_nights !== null,
  ).length;
  const figures = figuresWith(days, typed);
  const hasTyped = Object.keys(typed).length > 0;
  const type = (date: Day, side: Side, text: string) =>
    setTyped((before) => ({ ...before, [date]: { ...before[date], [side]: text } }));
  const save = async () => {
    if (figures && (await saveOldFigures(figures))) {
      setTyped({});
      tellDone('旧システムの数字を保存しました。');
    }
  };
  const takePasted = (pasted: readonly OldFigure[]) => {
    const texts = pasted.map(({ date, rooms, nights }) => [
      date,
      { ...(rooms !== null && { rooms: String(rooms) }), ...(nights !== null && { nights: String(nights) }) },
    ]);
    setTyped((before) => ({ ...before, ...Object.fromEntries(texts) }));
  };
  const open = async () => {
    const doubt =
      different > 0
        ? `旧システムと違う日が${different}日あります。このまま開業しますか？`
        : compared === 0
          ? '旧システムとはまだ見比べていません。このまま開業しますか？'
          : '開業しますか？';
    const isSure = await askConfirm(doubt, '開業', undefined, { accept: '開業する', decline: 'やめる' });
    if (isSure && (await openHotel())) tellDone('開業しました。');
  };
  return (
    <div className="setup-compare stack">
      {status.is_preparing === 0 && (
        <p className="opened row">
          <strong>
            {status.opened_on
              ? `${dayText(status.opened_on)}に開業しました。`
              : 'このホテルはすでに営業しています。'}
          </strong>
          <Link to={SCREENS.list.path}>予約一覧へ</Link>
        </p>
      )}
      {status.is_preparing === 1 && (
        <div className="row compare-bar">
          <Button intent="primary" text="開業する" aria-disabled={status.rooms === 0} onClick={open} />
          <span role="status">
            {compared === 0
              ? '旧システムの数字はまだ入っていません。'
              : different === 0
                ? `入力した${compared}日すべて一致しています。`
                : `入力した${compared}日のうち、${different}日が違います。`}
          </span>
          <span className="space" />
          <Switch
            checked={onlyDifferent}
            label="違う日だけ"
            onChange={({ currentTarget }) => setOnlyDifferent(currentTarget.checked)}
          />
          <Button
            size="small"
            intent={hasTyped ? 'primary' : 'none'}
            text="旧システムの数字を保存"
            disabled={!hasTyped || figures === null}
            onClick={save}
          />
        </div>
      )}
      <PasteOldFigures today={today} onRead={takePasted} />
      <div className="compare-scroll">
        <HTMLTable compact bordered className="compare-table">
          <caption className="visually-hidden">今日から60日間の部屋数と予約の泊数</caption>
          <thead>
            <tr>
              <th scope="col">日付</th>
              <th scope="col">部屋数</th>
              <th scope="col">旧システム</th>
              <th scope="col">差</th>
              <th scope="col">予約の泊数</th>
              <th scope="col">旧システム</th>
              <th scope="col">差</th>
              <th scope="col">内容</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => !onlyDifferent || isDifferent(day))
              .map((day) => (
                <ComparedRow
                  key={day.date}
                  day={day}
                  typed={typed[day.date]}
                  onType={(side, text) => type(day.date, side, text)}
                />
              ))}
          </tbody>
        </HTMLTable>
      </div>
    </div>
  );
}
