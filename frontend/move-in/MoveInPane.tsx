import { Button, FormGroup, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import { mappingFaults } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import { decodeMapping, type MoveInFile } from '@wire/move-in.js';
import { useState } from 'react';
import { askConfirm } from '../shared/dialogs.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { ColumnsTable } from './ColumnsTable.js';
import { MoveInResult } from './MoveInResult.js';
import { type MoveInChoices, runFile } from './move-in.js';

const PAST_TEXTS: Readonly<Record<PastChoice, string>> = {
  completed: 'チェックアウト済み・支払済みとして移行する',
  as_is: 'ファイルの内容のまま移行する',
  skip: '移行しない',
};

/** A file that is open: its columns, what else is to be said, and what becomes of its rows. */
export function MoveInPane({ file }: { file: MoveInFile }) {
  const [choices, setChoices] = useState<MoveInChoices>(() => ({
    mapping: file.mapping,
    system: file.system,
    past: file.past,
  }));
  const faults = mappingFaults(decodeMapping(choices.mapping));
  const running = file.status === 'running';
  const isSame = JSON.stringify(choices) === JSON.stringify(choicesOf(file));
  /** The last thing that was done is a dry run of just these choices. */
  const isTried = file.run > 0 && file.dry_run === 1 && !running && isSame;
  const left = file.rows - file.moved;
  const canTry = faults.length === 0 && !running && left > 0;
  const canDo = isTried && file.new > 0;
  const attempt = () => canTry && runFile(file, choices, { dryRun: true });
  const moveIn = async (lines?: number[]) => {
    const rows = lines?.length ?? file.new;
    const asked = `${countText(rows)}件の予約を移行します。よろしいですか？`;
    if (await askConfirm(asked)) await runFile(file, choices, { dryRun: false, ...(lines && { lines }) });
  };
  useKey('moveInTry', attempt);
  useKey('moveInDo', () => canDo && moveIn());
  const change = (part: Partial<MoveInChoices>) => setChoices((now) => ({ ...now, ...part }));
  return (
    <div className="move-in-pane">
      <section className="stack" aria-label="列の確認">
        <div className="row">
          <h3>どの列が何か</h3>
          {file.is_remembered === 1 && <Tag minimal>前に選んだ列を覚えています</Tag>}
        </div>
        {left > 0 && (
          <ColumnsTable file={file} mapping={choices.mapping} onChange={(mapping) => change({ mapping })} />
        )}
        <div className="move-in-options">
          <FormGroup label="旧システムの名前" labelFor="move-in-system">
            <InputGroup
              id="move-in-system"
              size="small"
              maxLength={50}
              value={choices.system}
              placeholder="例: 旧台帳"
              onChange={({ currentTarget }) => change({ system: currentTarget.value })}
            />
          </FormGroup>
          <FormGroup label="終わった宿泊" labelFor="move-in-past">
            <HTMLSelect
              id="move-in-past"
              value={choices.past}
              options={Object.entries(PAST_TEXTS).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => change({ past: currentTarget.value as PastChoice })}
            />
          </FormGroup>
          <p className="soft">性別の列がないときは、男性として数えます。</p>
        </div>
        {faults.length > 0 && (
          <ul className="move-in-faults" role="alert">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        <div className="row">
          <Button
            intent={isTried ? 'none' : 'primary'}
            text="事前チェック"
            endIcon={<KeyHint of="moveInTry" />}
            {...keyProps('moveInTry', '確認する')}
            disabled={!canTry}
            onClick={attempt}
          />
          <Button
            intent={isTried ? 'primary' : 'none'}
            text={isTried ? `${countText(file.new)}件を移行する` : '移行する'}
            endIcon={<KeyHint of="moveInDo" />}
            {...keyProps('moveInDo', '移行する')}
            disabled={!canDo}
            onClick={() => moveIn()}
          />
          {!canDo && left > 0 && !running && (
            <span className="soft">移行する前に、事前チェックをしてください。</span>
          )}
          {left === 0 && <span className="soft">すべて移行しました。</span>}
        </div>
      </section>
      {file.run > 0 && <MoveInResult file={file} onMoveIn={isSame ? moveIn : null} />}
    </div>
  );
}

const choicesOf = ({ mapping, system, past }: MoveInFile): MoveInChoices => ({ mapping, system, past });
