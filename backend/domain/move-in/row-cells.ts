import { cut, oneLine } from '../imports/channel-cells.js';
import { type ColumnMapping, MOVE_IN_FIELDS, type MoveInField } from './move-in-fields.js';

/** A fault of a row and its field; null for the row as a whole. */
export type RowFault = { code: string; field: MoveInField | null; message: string };

/** The cells of a row by field. */
export class RowCells {
  readonly faults: RowFault[] = [];
  readonly warnings: string[] = [];

  constructor(
    private readonly cells: readonly string[],
    private readonly mapping: ColumnMapping,
    private readonly header: readonly string[],
  ) {}

  has(field: MoveInField): boolean {
    return this.mapping.includes(field);
  }

  all(field: MoveInField): string[] {
    return this.mapping.flatMap((other, column) => (other === field ? [this.cells[column] ?? ''] : []));
  }

  /** The cells of a field with what its column is called. */
  named(field: MoveInField): { header: string; cell: string }[] {
    return this.mapping.flatMap((other, column) =>
      other === field ? [{ header: this.header[column] ?? '', cell: this.cells[column] ?? '' }] : [],
    );
  }

  one(field: MoveInField): string {
    return oneLine(this.all(field).join(' '));
  }

  /** The text of a field of at most so many characters. */
  text(field: MoveInField, max: number, read: (text: string) => string = (text) => text): string {
    const text = oneLine(read(this.one(field)));
    if ([...text].length > max) {
      this.fault('too_long', field, `${MOVE_IN_FIELDS[field]}は${max}文字以内にしてください。`);
    }
    return cut(text, max);
  }

  /** Reads a cell; null, with a fault, when it is unreadable. */
  read<Value>(field: MoveInField, read: (cell: string) => Value | null, wanted: string): Value | null {
    const cell = this.one(field);
    const value = read(cell);
    if (value === null) {
      this.fault('unreadable', field, `「${cut(cell, 30)}」は${wanted}として読み取れません。`);
    }
    return value;
  }

  fault(code: string, field: MoveInField | null, message: string): void {
    this.faults.push({ code, field, message });
  }
}
