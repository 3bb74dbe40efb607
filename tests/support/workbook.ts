import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A cell: text, text with its furigana as Excel stores it, a number, or the serial number of a date. */
type Cell = string | number | { text: string; furigana: string } | { serial: number } | null;

const DATE_STYLE = 1;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The bytes of an .xlsx workbook with these sheets, by name. */
export async function workbookOf(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>) {
  const texts: string[] = [];
  const cellOf = (cell: Cell, at: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === 'object' && 'serial' in cell)
      return `<c r="${at}" s="${DATE_STYLE}"><v>${cell.serial}</v></c>`;
    const { text, furigana } = typeof cell === 'string' ? { text: cell, furigana: '' } : cell;
    const reading = furigana && `<rPh sb="0" eb="${text.length}"><t>${escaped(furigana)}</t></rPh>`;
    texts.push(`<si><t>${escaped(text)}</t>${reading}</si>`);
    return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const rowOf = (cells: readonly Cell[], index: number) =>
    `<row r="${index + 1}">${cells.map((cell, column) => cellOf(cell, `${'ABCDEFGHIJ'[column]}${index + 1}`)).join('')}</row>`;
  const entries = Object.entries(sheets);
  const part = (index: number) => `worksheets/sheet${index + 1}.xml`;
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files = new Map(
    entries.map(([, rows], index) => [
      `xl/${part(index)}`,
      `<worksheet ${ns}><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
    ]),
  );
  const listed = entries.map(
    ([name], index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const relations = [...entries.keys()].map(
    (index) => `<Relationship Id="rId${index + 1}" Type="${related}/worksheet" Target="${part(index)}"/>`,
  );
  files
    .set(
      'xl/workbook.xml',
      `<workbook ${ns} xmlns:r="${related}"><sheets>${listed.join('')}</sheets></workbook>`,
    )
    .set(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    )
    .set(
      'xl/styles.xml',
      `<styleSheet ${ns}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    )
    .set('xl/sharedStrings.xml', `<sst ${ns}>${texts.join('')}</sst>`);
  const archive = new ZipFile();
  for (const [name, text] of files) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  return buffer(archive.outputStream);
}
