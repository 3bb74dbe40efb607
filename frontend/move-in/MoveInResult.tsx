import { Button, Callout, Checkbox, HTMLTable, ProgressBar, TabPanel } from '@blueprintjs/core';
import { countText, yenText } from '@domain/calendar/stay-text.js';
import { columnLetter } from '@domain/move-in/move-in-fields.js';
import {
  MOVE_IN_OUTCOMES,
  type MoveInFile,
  type MoveInMoney,
  type MoveInOutcome,
  type MoveInRow,
} from '@wire/move-in.js';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { bookingAddress } from '../shared/screens.js';
import { useValue, useWrite } from '../shared/store.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { ListState } from '../shared/ui/ListState.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { BOOKING_HEADINGS, BookingCells, Changes } from './BookingPreview.js';
import {
  chosenLinesAtom,
  isChoosable,
  listedRows,
  loadMoreRows,
  moveInFile,
  pathOf,
  reasons,
} from './move-in.js';

const LABELS: Readonly<Record<MoveInOutcome, { tried: string; done: string }>> = {
  new: { tried: '移行できる', done: '移行済み' },
  changed: { tried: '違うところを直す', done: '違うところを直した' },
  existing: { tried: '以前に移行済み', done: '以前に移行済み' },
  skipped: { tried: '対象外', done: '対象外' },
  failed: { tried: '要修正', done: '要修正' },
  taken_back: { tried: '取り消した', done: '取り消した' },
  kept: { tried: '残した', done: '残した' },
};

/** The outcomes that a run may have, always shown; others only where there are rows. */
const ALWAYS: Readonly<Record<'move' | 'back', readonly MoveInOutcome[]>> = {
  move: ['new', 'existing', 'skipped', 'failed'],
  back: ['taken_back', 'kept'],
};

type MoveInResultProps = {
  file: MoveInFile;
  /** Moves in chosen lines; null while the columns were changed since. */
  onMoveIn: ((lines: number[]) => unknown) | null;
};

/** Shows what becomes of the rows of a file, or became of them. */
export function MoveInResult({ file, onMoveIn }: MoveInResultProps) {
  if (file.status === 'running') return <Running file={file} />;
  return <Finished key={file.run} file={file} onMoveIn={onMoveIn} />;
}

const LOOK_MS = 2_000;

/** Shows the progress of a run; reads it also while no frame tells of it. */
function Running({ file }: { file: MoveInFile }) {
  useEffect(() => {
    const timer = setInterval(() => void moveInFile.reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const doing = file.takes_back === 1 ? '移行を取り消しています' : '移行しています';
  const text = file.dry_run === 1 ? '確認しています' : doing;
  return (
    <section className="stack move-in-result" aria-label={text} aria-busy tabIndex={-1}>
      <p role="status">{`${text}… ほかの端末で続きを見ることもできます。`}</p>
      <ProgressBar
        aria-label={text}
        intent="primary"
        animate={false}
        stripes={false}
        value={file.done / Math.max(1, file.total)}
      />
      <p>{`${countText(file.done)} / ${countText(file.total)}行`}</p>
    </section>
  );
}

function Finished({ file, onMoveIn }: MoveInResultProps) {
  const isTried = file.dry_run === 1;
  const labelOf = (outcome: MoveInOutcome) => LABELS[outcome][isTried ? 'tried' : 'done'];
  const [outcome, setOutcome] = useState<MoveInOutcome>(() => firstShown(file));
  const done = file.takes_back === 1 ? '移行の取消の結果' : '移行の結果';
  const title = isTried ? '事前チェックの結果(まだ移行していません)' : done;
  const always = ALWAYS[file.takes_back === 1 ? 'back' : 'move'];
  const shown = MOVE_IN_OUTCOMES.filter((name) => always.includes(name) || file[name] > 0);
  const { id, run } = file;
  useEffect(() => {
    void listedRows.load({ id, run, outcome });
    void reasons.load(pathOf(id));
  }, [id, run, outcome]);
  return (
    <section className="stack move-in-result" aria-label={title}>
      <h3>
        <span role="status">{`${title} ${countText(file.total)}行`}</span>
      </h3>
      {file.failure && (
        <Callout intent="danger" compact>
          {file.failure}
        </Callout>
      )}
      {file.money && file.takes_back === 0 && <Money file={file} money={file.money} />}
      {file.takes_back === 1 && file.kept > 0 && (
        <p>{`${countText(file.kept)}行の予約は、移行の後に変更があったため残しました。`}</p>
      )}
      {file.takes_back === 1 && (
        <p className="soft">もう一度移行するときは、ファイルを選び直してください。列の選択は覚えています。</p>
      )}
      <PaneTabs
        id="move-in-outcomes"
        tabs={shown.map((name) => ({
          name,
          content: `${labelOf(name)} ${countText(file[name])}`,
        }))}
        chosen={outcome}
        onChoose={setOutcome}
      />
      <TabPanel
        id={outcome}
        parentId="move-in-outcomes"
        selectedTabId={outcome}
        panel={
          <div className="stack">
            {outcome === 'failed' && file.failed > 0 && <Reasons file={file} />}
            <Rows file={file} onMoveIn={onMoveIn} />
          </div>
        }
      />
    </section>
  );
}

/** The outcome that staff look at first: what is to be mended, else what was done. */
function firstShown(file: MoveInFile): MoveInOutcome {
  if (file.takes_back === 1) return file.kept > 0 ? 'kept' : 'taken_back';
  if (file.failed > 0) return 'failed';
  return file.new === 0 && file.changed > 0 ? 'changed' : 'new';
}

/** The yen of the file beside those of its bookings: what came in, what did not, and whether both are the same. */
function Money({ file, money }: { file: MoveInFile; money: MoveInMoney }) {
  const { booked, existing, skipped, failed } = money;
  const whole = money.new + existing + skipped + failed;
  const parts = [
    [file.dry_run === 1 ? '移行できる' : '移行した行', money.new],
    ['以前に移行済み', existing],
    ['対象外', skipped],
    ['要修正', failed],
  ] as const;
  const named = parts.filter(([name, yen]) => yen !== 0 || name === parts[0][0]);
  const isEqual = booked === money.new;
  return (
    <div className="move-in-money" role="note">
      <strong>料金の照合</strong>
      <span>{`ファイル ${yenText(whole)} = ${named.map(([name, yen]) => `${name} ${yenText(yen)}`).join(' + ')}`}</span>
      {booked !== null && (
        <span data-differs={!isEqual || undefined}>
          {`登録した予約の合計 ${yenText(booked)} ${isEqual ? '（一致）' : `（差 ${yenText(booked - money.new)}）`}`}
        </span>
      )}
      {money.new === 0 && file.new > 0 && (
        <span
          data-differs
        >{`${countText(file.new)}件すべてに料金がありません。列の選択を確かめてください。`}</span>
      )}
    </div>
  );
}

/** Shows why rows do not fit, and the file to mend them in. */
function Reasons({ file }: { file: MoveInFile }) {
  const { value } = useValue(reasons.atom);
  return (
    <div className="stack">
      <ul className="move-in-reasons">
        {value?.map(({ code, message, rows }) => (
          <li key={code}>
            <strong>{`${countText(rows)}行`}</strong>
            <span>{rows === 1 ? message : `${message} など`}</span>
          </li>
        ))}
      </ul>
      <div className="row">
        <DownloadButton size="small" text="直すファイルを保存" path={`${pathOf(file.id)}/failed.csv`} />
        <span className="soft">直したら、そのファイルを選択してください。移行済みの予約は重なりません。</span>
      </div>
    </div>
  );
}

/** The rows of one outcome, those that can be moved in by themselves with a box to choose them. */
function Rows({ file, onMoveIn }: MoveInResultProps) {
  const { value, status } = useValue(listedRows.atom);
  const chosen = useValue(chosenLinesAtom);
  const setChosen = useWrite(chosenLinesAtom);
  useEffect(() => {
    const forget = () => setChosen(new Set());
    return forget;
  }, [setChosen]);
  if (!value)
    return (
      <ListState
        isLoading={status !== 'failed'}
        failure={status === 'failed' ? '結果を読み込めませんでした。' : null}
      />
    );
  if (value.rows.length === 0) return <p className="soft">ありません。</p>;
  const turn = (line: number) => {
    const next = new Set(chosen);
    if (!next.delete(line)) next.add(line);
    setChosen(next);
  };
  const canChoose = file.dry_run === 1 && value.rows.some(isChoosable);
  const hasBookings = value.rows.some(({ booking }) => booking !== null);
  return (
    <>
      {canChoose && (
        <div className="row">
          <Button
            size="small"
            text={`選んだ${countText(chosen.size)}行だけ移行する`}
            disabled={chosen.size === 0 || onMoveIn === null}
            onClick={() => onMoveIn?.([...chosen])}
          />
        </div>
      )}
      <HTMLTable compact className="move-in-rows">
        <thead>
          <tr>
            {canChoose && <th scope="col">選択</th>}
            <th scope="col">行</th>
            {hasBookings &&
              BOOKING_HEADINGS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            <th scope="col">{hasBookings ? '注意' : '要修正・注意'}</th>
            {!hasBookings && <th scope="col">内容</th>}
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row) => (
            <tr key={row.line}>
              {canChoose && (
                <td>
                  {isChoosable(row) && (
                    <Checkbox
                      aria-label={`${row.line}行目を選ぶ`}
                      checked={chosen.has(row.line)}
                      onChange={() => turn(row.line)}
                    />
                  )}
                </td>
              )}
              <th scope="row">{row.line}</th>
              {row.booking && <BookingCells booking={row.booking} />}
              <td>
                <Told file={file} row={row} />
              </td>
              {!hasBookings && <td className="move-in-cells">{contentOf(row)}</td>}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {value.next !== null && <Button size="small" text="続きを見る" onClick={() => loadMoreRows()} />}
    </>
  );
}

/** The content of a row, its corrections, or the bookings that it became. */
function contentOf({ cells, booking_id, further_booking_ids, changes, line }: MoveInRow) {
  if (changes.length > 0 && booking_id !== null)
    return (
      <>
        <Changes changes={changes} />
        <BookingLinks ids={[booking_id, ...further_booking_ids]} line={line} />
      </>
    );
  if (cells) return cells.filter((cell) => cell !== '').join(' / ');
  return booking_id === null ? '' : <BookingLinks ids={[booking_id, ...further_booking_ids]} line={line} />;
}

function BookingLinks({ ids, line }: { ids: readonly number[]; line: number }) {
  return ids.map((id, index) => {
    const which = ids.length === 1 ? '' : `(${index + 1}室目)`;
    return (
      <Link
        key={id}
        className="move-in-link"
        to={bookingAddress(id)}
        aria-label={`${line}行目の予約${which}を開く`}
      >
        {`予約${which}を開く`}
      </Link>
    );
  });
}

function Told({ file, row }: { file: MoveInFile; row: MoveInRow }) {
  return (
    <ul>
      {row.faults.map(({ column, message, code }) => (
        <li key={`${code} ${column}`} className="move-in-fault">
          {column !== null && <strong>{`${columnLetter(column)}列「${file.header[column]}」 `}</strong>}
          {message}
        </li>
      ))}
      {row.warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
