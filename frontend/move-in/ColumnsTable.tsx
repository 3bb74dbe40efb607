import { HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { columnLetter, isMoveInField, LEFT_OUT, MOVE_IN_FIELDS } from '@domain/move-in/move-in-fields.js';
import type { MoveInFile, SentMapping } from '@wire/move-in.js';

const FIELDS = Object.entries(MOVE_IN_FIELDS).map(([value, label]) => ({ value, label }));
const OPTIONS = [{ value: '', label: '使わない' }, ...FIELDS];
/** Of a column that must be decided, leaving it out is a choice of its own. */
const OPTIONS_TO_DECIDE = [
  { value: '', label: '選んでください' },
  { value: LEFT_OUT, label: '使わない' },
  ...FIELDS,
];

type ColumnsTableProps = {
  file: MoveInFile;
  mapping: SentMapping;
  onChange: (mapping: SentMapping) => void;
};

/** The columns of a file with what each is, and its first rows. */
export function ColumnsTable({
  file: { header, header_line, looks, sample },
  mapping,
  onChange,
}: ColumnsTableProps) {
  const choose = (column: number, value: string) =>
    onChange(mapping.with(column, isMoveInField(value) || value === LEFT_OUT ? value : ''));
  const isUnused = (column: number) => mapping[column] === '' || mapping[column] === LEFT_OUT;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
    <section className="move-in-columns" aria-label="列と最初の行" tabIndex={0}>
      <HTMLTable compact bordered>
        <thead>
          <tr>
            <th scope="col">行</th>
            {header.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
              <th key={column} scope="col" data-unused={isUnused(column) || undefined}>
                <span className="soft">{`${columnLetter(column)}列`}</span>
                <span className="move-in-header">{name}</span>
                <HTMLSelect
                  aria-label={`${columnLetter(column)}列「${name}」は何か`}
                  value={mapping[column]}
                  options={(looks[column] ?? null) === null ? OPTIONS : OPTIONS_TO_DECIDE}
                  onChange={({ currentTarget }) => choose(column, currentTarget.value)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ line, cells }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {header.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
                <td key={column} data-unused={isUnused(column) || undefined}>
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      <p className="soft">{`見出しは${header_line}行目です。`}</p>
    </section>
  );
}
