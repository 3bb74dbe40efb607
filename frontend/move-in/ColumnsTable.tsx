import { HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { columnLetter, isMoveInField, MOVE_IN_FIELDS } from '@domain/move-in/move-in-fields.js';
import type { MoveInFile } from '@wire/move-in.js';

const OPTIONS = [
  { value: '', label: '使わない' },
  ...Object.entries(MOVE_IN_FIELDS).map(([value, label]) => ({ value, label })),
];

type ColumnsTableProps = {
  file: MoveInFile;
  mapping: MoveInFile['mapping'];
  onChange: (mapping: MoveInFile['mapping']) => void;
};

/** The columns of a file with what each is, and its first rows. */
export function ColumnsTable({
  file: { header, header_line, sample },
  mapping,
  onChange,
}: ColumnsTableProps) {
  const choose = (column: number, value: string) =>
    onChange(mapping.with(column, isMoveInField(value) ? value : ''));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
    <section className="move-in-columns" aria-label="列と最初の行" tabIndex={0}>
      <HTMLTable compact bordered>
        <thead>
          <tr>
            <th scope="col">行</th>
            {header.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
              <th key={column} scope="col" data-unused={mapping[column] === '' || undefined}>
                <span className="soft">{`${columnLetter(column)}列`}</span>
                <span className="move-in-header">{name}</span>
                <HTMLSelect
                  aria-label={`${columnLetter(column)}列「${name}」は何か`}
                  value={mapping[column]}
                  options={OPTIONS}
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
                <td key={column} data-unused={mapping[column] === '' || undefined}>
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
