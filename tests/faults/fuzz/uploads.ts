import { channelFile, channelRow } from '../../support/channel-file.js';
import type { Draws } from './draws.js';

const BOUNDARY = '----fuzz';

function channelBytes(draw: Draws): Buffer {
  const { stay_start, stay_end } = draw.stay();
  const number = `U${draw.below(2_000)}`;
  const cells = {
    予約番号: number,
    チェックイン日: stay_start,
    チェックアウト日: stay_end,
    会員氏名: draw.name(),
  };
  const rows = [
    channelRow(cells),
    draw.of<string | ReturnType<typeof channelRow>>('x', channelRow({ 予約番号: number })),
  ];
  return channelFile(rows, { encoding: 'utf8' });
}

function roomBytes(draw: Draws): Buffer {
  const header = '部屋番号,年月,部屋タイプ,表示名,性別の優先,喫煙区分,予約の可否,法人専用';
  const row = `${draw.of('1001', '1099')},${draw.month().slice(0, 7)},シングル,S,,禁煙,${draw.of('予約可能', '予約不可')},いいえ`;
  return Buffer.from(`\ufeff${header}\r\n${row}\r\n`);
}

const FILES: Record<string, (draw: Draws) => Buffer> = {
  'POST /api/csv-imports': channelBytes,
  'POST /api/room-months/csv': roomBytes,
};

/** The form with a file that a call takes; null for a call that takes none. */
export function uploadOf(call: string, draw: Draws): { boundary: string; bytes: Buffer } | null {
  const file = FILES[call]?.(draw);
  if (!file) return null;
  const name = draw.of('file', 'file', 'file', 'File', 'file[]');
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${draw.of('a.csv', '予約.csv', '../a.csv', '')}"\r\nContent-Type: text/csv\r\n\r\n`;
  const end = `\r\n--${BOUNDARY}${draw.of('--', '--', '--', '')}\r\n`;
  return { boundary: BOUNDARY, bytes: Buffer.concat([Buffer.from(head), file, Buffer.from(end)]) };
}
