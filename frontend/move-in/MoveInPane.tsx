import { Button, FormGroup, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import { undecidedColumns } from '@domain/move-in/column-looks.js';
import { mappingFaults } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import { decodeMapping, type MoveInFile } from '@wire/move-in.js';
import { useLayoutEffect, useRef, useState } from 'react';
import { askConfirm } from '../shared/dialogs.js';
import { isFocusLost } from '../shared/ui/focus-fallback.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { ColumnsTable } from './ColumnsTable.js';
import { MoveInResult } from './MoveInResult.js';
import { type MoveInChoices, runFile, takeBack } from './move-in.js';
import { UndecidedColumns } from './UndecidedColumns.js';

const PAST_TEXTS: Readonly<Record<PastChoice, string>> = {
  completed: 'チェックアウト済み・支払済みとして移行する',
  as_is: 'ファイルの内容のまま移行する',
  skip: '移行しない',
};

/** The first of these elements that is there and can be pressed gets the focus. */
function focusFirstOf(selectors: readonly string[]): void {
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(`.move-in-pane ${selector}`);
    if (!element || element.matches(':disabled')) continue;
    element.focus();
    return;
  }
}

const RUNNING = '[aria-busy]';
const UNDECIDED = '.move-in-undecided button';
const TRY = '#move-in-try';
const DO = '#move-in-do';
const RESULT = '.move-in-result [role="tab"][aria-selected="true"]';
const NEXT: readonly string[] = [RUNNING, UNDECIDED, DO];

/** Leads the focus to what is to be done next when a file is opened, and when what had it is gone. */
function useFocusOnNext({ status, run }: MoveInFile): void {
  const isOpened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state of the run is looked at once
  useLayoutEffect(() => {
    if (isOpened.current && !isFocusLost()) return;
    isOpened.current = true;
    focusFirstOf([...NEXT, ...(run > 0 ? [RESULT, TRY] : [TRY])]);
  }, [status, run]);
}

/** A file that is open: its columns, what else is to be said, and what becomes of its rows. */
export function MoveInPane({ file }: { file: MoveInFile }) {
  const [choices, setChoices] = useState<MoveInChoices>(() => choicesOf(file));
  const mapping = decodeMapping(choices.mapping);
  const faults = mappingFaults(mapping);
  const undecided = undecidedColumns(mapping, file.looks).length;
  const running = file.status === 'running';
  const isSame = JSON.stringify(choices) === JSON.stringify(choicesOf(file));
  /** The last thing that was done is a dry run of just these choices. */
  const isTried = file.run > 0 && file.dry_run === 1 && !running && isSame;
  const left = file.rows - file.moved - (file.takes_back === 1 ? file.taken_back : 0);
  const canTry = faults.length === 0 && undecided === 0 && !running && left > 0;
  const wanted = file.new + file.changed;
  const canDo = isTried && undecided === 0 && wanted > 0;
  const hasFee = choices.mapping.some((field) => field === 'totalFee' || field === 'nightlyFee');
  const attempt = () => canTry && runFile(file, choices, { dryRun: true });
  const moveIn = async (lines?: number[]) => {
    const asked = lines
      ? `選んだ${countText(lines.length)}行を移行します。よろしいですか？`
      : questionOf(file);
    const noFee = hasFee ? undefined : NO_FEE;
    if (await askConfirm(asked, '確認', noFee))
      await runFile(file, choices, { dryRun: false, ...(lines && { lines }) });
  };
  useFocusOnNext(file);
  useKey('moveInTry', attempt);
  useKey('moveInDo', () => canDo && moveIn());
  const change = (part: Partial<MoveInChoices>) => setChoices((now) => ({ ...now, ...part }));
  return (
    <div className="move-in-pane">
      <section className="stack" aria-label="列の確認">
        <div className="row">
          <h3>どの列が何か</h3>
          {file.is_remembered === 1 && file.run === 0 && <Tag minimal>前に選んだ列を覚えています</Tag>}
        </div>
        {left > 0 && (
          <ColumnsTable
            file={file}
            mapping={choices.mapping}
            onChange={(next) => change({ mapping: next })}
          />
        )}
        {left > 0 && (
          <UndecidedColumns
            file={file}
            mapping={choices.mapping}
            onChange={(next) => change({ mapping: next })}
            onDone={() => focusFirstOf([TRY])}
          />
        )}
        {left > 0 && <MoreChoices choices={choices} onChange={change} hasFee={hasFee} />}
        {faults.length > 0 && (
          <ul className="move-in-faults" role="alert">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        <div className="row">
          <Button
            id="move-in-try"
            intent={isTried ? 'none' : 'primary'}
            text="事前チェック"
            endIcon={<KeyHint of="moveInTry" />}
            {...keyProps('moveInTry', '確認する')}
            disabled={!canTry}
            onClick={attempt}
          />
          <Button
            id="move-in-do"
            intent={isTried ? 'primary' : 'none'}
            text={isTried ? `${countText(wanted)}件を移行する` : '移行する'}
            endIcon={<KeyHint of="moveInDo" />}
            {...keyProps('moveInDo', '移行する')}
            disabled={!canDo}
            onClick={() => moveIn()}
          />
          {!canDo && left > 0 && !running && <span className="soft">{whyNot(undecided)}</span>}
          {left <= 0 && file.takes_back === 0 && <span className="soft">すべて移行しました。</span>}
          {file.moved > 0 && !running && <TakeBackButton file={file} />}
        </div>
      </section>
      {file.run > 0 && <MoveInResult file={file} onMoveIn={isSame && undecided === 0 ? moveIn : null} />}
    </div>
  );
}

const NO_FEE = '料金の列が選ばれていません。料金はすべて¥0で登録されます。';

const whyNot = (undecided: number): string =>
  undecided > 0
    ? `使い方を決める列があと${undecided}つあります。`
    : '移行する前に、事前チェックをしてください。';

/** The question before a file is moved in: how many bookings are made, and how many of before are corrected. */
function questionOf({ new: made, changed }: MoveInFile): string {
  const parts = [
    made > 0 ? `${countText(made)}件の予約を移行します。` : '',
    changed > 0 ? `移行済みの${countText(changed)}件を、違うところだけ直します。` : '',
  ];
  return `${parts.join('')}よろしいですか？`;
}

/** この移行を取り消す: all bookings of the file that nobody has changed since, as one. */
function TakeBackButton({ file }: { file: MoveInFile }) {
  const ask = async () => {
    const asked = `このファイルから移行した${countText(file.moved)}行の予約をまとめて取り消します。よろしいですか？`;
    const subject =
      '移行の後に変更・チェックイン・入金などをした予約は取り消さずに残し、理由を表示します。取り消した予約は、ファイルを選び直すともう一度移行できます。';
    const buttons = { accept: '移行を取り消す', decline: 'やめる' };
    if (await askConfirm(asked, '移行の取消', subject, buttons)) await takeBack(file);
  };
  return <Button variant="outlined" intent="danger" text="この移行を取り消す" onClick={ask} />;
}

/** The name of the other system, and what becomes of stays that are over. */
function MoreChoices({
  choices,
  onChange,
  hasFee,
}: {
  choices: MoveInChoices;
  onChange: (part: Partial<MoveInChoices>) => void;
  hasFee: boolean;
}) {
  return (
    <div className="move-in-options">
      <FormGroup label="旧システムの名前" labelFor="move-in-system">
        <InputGroup
          id="move-in-system"
          size="small"
          maxLength={50}
          value={choices.system}
          placeholder="例: 旧台帳"
          onChange={({ currentTarget }) => onChange({ system: currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label="終わった宿泊" labelFor="move-in-past">
        <HTMLSelect
          id="move-in-past"
          value={choices.past}
          options={Object.entries(PAST_TEXTS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => onChange({ past: currentTarget.value as PastChoice })}
        />
      </FormGroup>
      <p className="soft">{`性別の列がないときは、男性として数えます。${hasFee ? '' : NO_FEE}`}</p>
    </div>
  );
}

const choicesOf = ({ mapping, system, past }: MoveInFile): MoveInChoices => ({ mapping, system, past });
