import { addDays, type Day } from '@domain/dates.js';
import { type Random, randomFrom } from '#backend/tools/sample/prng.js';
import { type ChannelRow, channelFile, channelRow } from '#tests/support/channel-file.js';

const DAYS = 730;
const FILLED = 0.9;
const TRIES = 60;
const MINUTE = 60_000;

type Party = readonly [men: number, women: number];
type Sold = { symbol: string; name: string; rooms: number; parties: readonly Party[] };

/** Room types that the channel sells, about how many the sample hotel has, and who may stay there. */
const SOLD: readonly Sold[] = [
  { symbol: 'NS', name: '禁煙シングル', rooms: 56, parties: [[1, 0] as const, [0, 1] as const] },
  { symbol: 'SS', name: '喫煙シングル', rooms: 19, parties: [[1, 0] as const] },
  { symbol: 'LS', name: 'レディースシングル', rooms: 9, parties: [[0, 1] as const] },
  { symbol: 'NT', name: '禁煙ツイン', rooms: 10, parties: [[1, 1] as const, [0, 2] as const] },
  { symbol: 'ST', name: '喫煙ツイン', rooms: 3, parties: [[1, 1] as const, [0, 2] as const] },
];
const SITES = ['楽天トラベル', 'じゃらんnet', '自社HP', 'Booking.com', '一休.com', 'JTB(るるぶ)'];
const FAMILIES = ['髙橋', '山﨑', '佐藤', '鈴木', '田中', '渡邊', '小林', '馬場'];
const FAMILIES_KANA = ['タカハシ', 'ヤマザキ', 'サトウ', 'スズキ', 'タナカ', 'ワタナベ', 'コバヤシ', 'ババ'];

/** A reservation that later rows of the file may change or cancel. */
type Sale = { row: ChannelRow; sold: Sold; start: number; nights: number };

function hotelNights(random: Random) {
  const taken = new Map(SOLD.map(({ symbol }) => [symbol, new Uint16Array(DAYS + 8)]));
  const isFree = ({ symbol, rooms }: Sold, start: number, nights: number) =>
    (taken.get(symbol) ?? []).slice(start, start + nights).every((count) => count < rooms * FILLED);
  const add = ({ symbol }: Sold, start: number, nights: number, by: 1 | -1) => {
    const counts = taken.get(symbol) as Uint16Array;
    for (let night = start; night < start + nights; night++) counts[night] = (counts[night] ?? 0) + by;
  };
  const find = () => {
    const draw = () => ({
      sold: random.weighted(SOLD.map((sold) => [sold, sold.rooms] as const)),
      start: random.whole(0, DAYS - 1),
      nights: random.weighted([[1, 65] as const, [2, 22] as const, [3, 9] as const, [4, 4] as const]),
    });
    let found = draw();
    for (let left = TRIES; left > 0 && !isFree(found.sold, found.start, found.nights); left--) found = draw();
    add(found.sold, found.start, found.nights, 1);
    return found;
  };
  return { isFree, add, find };
}

/** The rows of a season: 85 % new, 8 % changes and 7 % cancels of earlier ones, each with a later revision. */
function* seasonRows(rows: number, firstDay: Day): Generator<ChannelRow> {
  const random = randomFrom(1);
  const hotel = hotelNights(random);
  const open: Sale[] = [];
  const dayAt = (index: number) => addDays(firstDay, index);
  const firstInstant = Date.parse(`${addDays(firstDay, -90)}T00:00:00Z`);
  const stayCells = (start: number, nights: number) => ({
    チェックイン日: dayAt(start),
    チェックアウト日: dayAt(start + nights),
    泊数: String(nights),
  });

  const created = (index: number, at: string): ChannelRow => {
    const { sold, start, nights } = hotel.find();
    const [men, women] = random.pick(sold.parties);
    const family = random.whole(0, FAMILIES.length - 1);
    const name = `${FAMILIES[family]} ${women > 0 ? '花子' : '太郎'}`;
    const kana = `${FAMILIES_KANA[family]} ${women > 0 ? 'ハナコ' : 'タロウ'}`;
    const row = channelRow({
      ...stayCells(start, nights),
      予約サイト名: random.pick(SITES),
      予約番号: `L1-${String(index).padStart(7, '0')}`,
      予約日時: at,
      部屋名称: sold.name,
      部屋記号: sold.symbol,
      宿泊者氏名: name,
      宿泊者氏名カナ: kana,
      会員氏名: name,
      会員氏名カナ: kana,
      電話番号: `090-${String(index)
        .padStart(8, '0')
        .replace(/(?=....$)/, '-')}`,
      大人人数: String(men + women),
      男性人数: String(men),
      女性人数: String(women),
      合計料金: String(nights * 100 * random.whole(60, 130)),
      支払方法: random.pick(['事前決済', '現地決済']),
      備考: random.pick(['', '', '禁煙希望', '領収書は会社宛, 但し書き有り', '複数行\n備考']),
    });
    open.push({ row, sold, start, nights });
    return row;
  };
  const changed = (sale: Sale, at: string): ChannelRow => {
    const longer = sale.nights < 4 && hotel.isFree(sale.sold, sale.start + sale.nights, 1);
    if (longer) hotel.add(sale.sold, sale.start + sale.nights++, 1, 1);
    const fee = String(Number(sale.row.合計料金) + 1000);
    const cells = {
      ...stayCells(sale.start, sale.nights),
      予約区分: '予約変更',
      変更日時: at,
      合計料金: fee,
    };
    sale.row = { ...sale.row, ...cells };
    return sale.row;
  };
  const cancelled = (index: number, at: string): ChannelRow => {
    const sale = open[index] as Sale;
    open[index] = open[open.length - 1] as Sale;
    open.pop();
    hotel.add(sale.sold, sale.start, sale.nights, -1);
    return { ...sale.row, 予約区分: 'キャンセル', キャンセル日時: at };
  };

  for (let index = 0; index < rows; index++) {
    const at = new Date(firstInstant + index * MINUTE).toISOString().slice(0, 19).replace('T', ' ');
    const kind = random.weighted([['new', 85] as const, ['change', 8] as const, ['cancel', 7] as const]);
    const earlier = random.whole(0, Math.max(0, open.length - 1));
    if (kind === 'new' || open.length === 0) yield created(index, at);
    else if (kind === 'change') yield changed(open[earlier] as Sale, at);
    else yield cancelled(earlier, at);
  }
}

/**
 * A channel file of so many rows, always the same: stays over two years from `firstDay`, spread so that the sample hotel
 * has room for most of 50,000.
 */
export function largeChannelFile(rows: number, firstDay: Day): Buffer {
  return channelFile([...seasonRows(rows, firstDay)], { encoding: 'utf8' });
}
