import { Button } from '@blueprintjs/core';
import { readPartyText } from '@domain/cells/party.js';
import { readPeople } from '@domain/cells/values.js';
import { type ColumnLook, LOOK_TEXTS, undecidedColumns } from '@domain/move-in/column-looks.js';
import {
  columnLetter,
  isJoined,
  LEFT_OUT,
  MOVE_IN_FIELDS,
  type MoveInField,
} from '@domain/move-in/move-in-fields.js';
import { decodeMapping, type MoveInFile, type SentMapping } from '@wire/move-in.js';
import { useEffect, useRef } from 'react';

/** The choices for an undecided column, the likeliest first. */
const USES: Readonly<Record<ColumnLook, readonly MoveInField[]>> = {
  money: ['totalFee', 'notes'],
  party: ['guests', 'partyText', 'notes'],
  remarks: ['notes'],
};

/** Uses that only make sense for some values. */
const READS: { [Field in MoveInField]?: (cell: string) => unknown } = {
  guests: readPeople,
  partyText: readPartyText,
};

const EXAMPLES = 2;

/** Returns whether the first values of a column can be read as a use. */
function fits(use: MoveInField, cells: readonly string[]): boolean {
  const read = READS[use];
  return !read || cells.some((cell) => read(cell) !== null);
}

type UndecidedColumnsProps = {
  file: MoveInFile;
  mapping: SentMapping;
  onChange: (mapping: SentMapping) => void;
  /** Called when the last one is decided. */
  onDone: () => void;
};

/** Columns that would be lost unseen: each is used, or left out on purpose, before the file is run. */
export function UndecidedColumns({ file, mapping, onChange, onDone }: UndecidedColumnsProps) {
  const { header, looks, sample } = file;
  const columns = undecidedColumns(decodeMapping(mapping), looks);
  const list = useRef<HTMLUListElement>(null);
  const wasDecided = useRef(false);
  useEffect(() => {
    if (!wasDecided.current) return;
    wasDecided.current = false;
    const next = list.current?.querySelector('button');
    if (next) next.focus();
    else onDone();
  });
  const decide = (column: number, use: SentMapping[number]) => {
    wasDecided.current = true;
    onChange(mapping.with(column, use));
  };
  if (columns.length === 0) return null;
  return (
    <section className="move-in-undecided stack" aria-label="使い方を決める列">
      <p role="alert">次の列は、まだ使われていません。失われないように、使い方を選んでください。</p>
      <ul ref={list}>
        {columns.map((column) => {
          const look = looks[column] ?? 'remarks';
          const values = sample.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
          const examples = values.slice(0, EXAMPLES);
          const uses = USES[look].filter(
            (field) => isJoined(field) || (!mapping.includes(field) && fits(field, values)),
          );
          const name = `${columnLetter(column)}列「${header[column]}」`;
          return (
            <li key={column}>
              <strong>{name}</strong>
              <span className="soft">{`${LOOK_TEXTS[look]}のようです${examples.length > 0 ? `（例: ${examples.join('、')}）` : ''}`}</span>
              <span className="move-in-uses">
                {uses.map((field) => (
                  <Button
                    key={field}
                    size="small"
                    aria-label={`${name}を${MOVE_IN_FIELDS[field]}として使う`}
                    text={field === 'notes' ? '備考に残す' : `${MOVE_IN_FIELDS[field]}として使う`}
                    onClick={() => decide(column, field)}
                  />
                ))}
                <Button
                  size="small"
                  variant="minimal"
                  aria-label={`${name}を使わない`}
                  text="使わない"
                  onClick={() => decide(column, LEFT_OUT)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
