import type { CorporateDetails } from '@domain/masters/masters.js';
import type { Gender } from '@domain/reservation/reservation.js';
import { TWIN } from '@domain/room/room-month.js';
import { ROOM_916 } from '@domain/room/room-order.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { Random } from './prng.js';
import type { SampleRoom } from './rooms.js';

type Name = readonly [name: string, kana: string];

const namesIn = (text: string): Name[] =>
  text.split(',').map((entry) => {
    const [name = '', kana = ''] = entry.trim().split(' ');
    return [name, kana];
  });

/** Family names, several also in their less common form. */
const FAMILY_NAMES = namesIn(`
  佐藤 サトウ, 鈴木 スズキ, 高橋 タカハシ, 髙橋 タカハシ, 田中 タナカ, 渡辺 ワタナベ, 渡邊 ワタナベ,
  渡邉 ワタナベ, 伊藤 イトウ, 山本 ヤマモト, 中村 ナカムラ, 小林 コバヤシ, 加藤 カトウ, 吉田 ヨシダ,
  𠮷田 ヨシダ, 山田 ヤマダ, 佐々木 ササキ, 山口 ヤマグチ, 松本 マツモト, 井上 イノウエ, 木村 キムラ,
  林 ハヤシ, 清水 シミズ, 山崎 ヤマザキ, 山﨑 ヤマザキ, 森 モリ, 池田 イケダ, 橋本 ハシモト,
  阿部 アベ, 石川 イシカワ, 斎藤 サイトウ, 齋藤 サイトウ, 齊藤 サイトウ, 前田 マエダ, 藤田 フジタ,
  後藤 ゴトウ, 岡田 オカダ, 長谷川 ハセガワ, 村上 ムラカミ, 近藤 コンドウ, 石井 イシイ, 坂本 サカモト,
  遠藤 エンドウ, 青木 アオキ, 藤井 フジイ, 福田 フクダ, 太田 オオタ, 三浦 ミウラ, 藤原 フジワラ,
  髙木 タカギ, 濵田 ハマダ, 浜田 ハマダ, 川﨑 カワサキ, 島﨑 シマザキ, 髙島 タカシマ, 小野寺 オノデラ,
  桜井 サクライ, 櫻井 サクライ, 大久保 オオクボ, 馬場 ババ`);

const GIVEN_NAMES = {
  male: namesIn(`
  太郎 タロウ, 健一 ケンイチ, 大輔 ダイスケ, 翔 ショウ, 拓也 タクヤ, 直樹 ナオキ, 浩二 コウジ,
  誠 マコト, 隆 タカシ, 和也 カズヤ, 亮 リョウ, 学 マナブ, 達也 タツヤ, 修 オサム, 裕介 ユウスケ,
  祐紀 ユウキ, 健太郎 ケンタロウ, 大樹 ダイキ, 一郎 イチロウ, 秀樹 ヒデキ, 蓮 レン, 陽斗 ハルト,
  雅之 マサユキ, 信吾 シンゴ, 哲也 テツヤ`),
  female: namesIn(`
  花子 ハナコ, 美咲 ミサキ, 陽子 ヨウコ, 恵 メグミ, 由美子 ユミコ, さくら サクラ, 愛 アイ,
  真由美 マユミ, 智子 トモコ, 裕子 ユウコ, 麻衣 マイ, 彩 アヤ, 久美子 クミコ, 千尋 チヒロ, 結衣 ユイ,
  葵 アオイ, 明日香 アスカ, 里奈 リナ, 香織 カオリ, 沙織 サオリ, 直美 ナオミ, 典子 ノリコ, 莉子 リコ,
  あゆみ アユミ, 純子 ジュンコ`),
};

/** Guests from abroad, as booking sites send them: without kana. */
const GUESTS_FROM_ABROAD = {
  male: ['CHEN WEI', 'KIM MINJUN', 'SMITH JOHN', 'MULLER HANS', 'NGUYEN VAN AN', 'SUZUKI KEN'],
  female: ['LIN YUTING', 'PARK JIWOO', 'GARCIA MARIA', 'SUZUKI ANNA', 'TRAN LAN', 'BROWN EMILY'],
};

/** A person with full name and kana; guests from abroad have neither kana nor a known family name. */
export type Person = { name: string; kana: string; gender: Gender; family: Name | null };

/** A random person of this gender, of the given family if there is one. */
export function somePerson(random: Random, gender: Gender, relatives: Name | null = null): Person {
  const family = relatives ?? random.pick(FAMILY_NAMES);
  const given = random.pick(GIVEN_NAMES[gender]);
  return { name: `${family[0]} ${given[0]}`, kana: `${family[1]} ${given[1]}`, gender, family };
}

/** A mobile number that is assigned to nobody. */
export function someTel(random: Random): string {
  const prefix = random.byWeight({ '090': 5, '080': 3, '070': 2 });
  return `${prefix}-0000-${String(random.whole(0, 8999)).padStart(4, '0')}`;
}

/** Guests of a stay: one or two, men first, and the company that they stay for. */
export type Party = { guests: readonly [Person, ...Person[]]; company: CorporateDetails | null };

/** A party that the room search would offer this room (spec 5); `corporate` asks for guests of a company. */
export function partyFor(room: SampleRoom, corporate: boolean, random: Random): Party {
  const guests = room.roomType === TWIN ? pair(room, random) : single(room, random);
  if (!corporate && room.corporate === 0) return { guests, company: null };
  const companies = SAMPLE_MASTERS.corporates.filter(({ corporateFlag }) => corporateFlag === room.corporate);
  return { guests, company: random.pick(companies) };
}

/** The same party with a first guest from abroad. */
export function fromAbroad({ guests: [first, ...others], company }: Party, random: Random): Party {
  const name = random.pick(GUESTS_FROM_ABROAD[first.gender]);
  return { guests: [{ ...first, name, kana: '', family: null }, ...others], company };
}

function pair({ roomNumber }: SampleRoom, random: Random): [Person, Person] {
  const men = roomNumber === ROOM_916 ? 0 : 25;
  const [first, second] = random.weighted<readonly [Gender, Gender]>([
    [['male', 'female'], 55],
    [['female', 'female'], 20],
    [['male', 'male'], men],
  ]);
  const guest = somePerson(random, first);
  const isFamily = random.chance(0.6);
  return [guest, somePerson(random, second, isFamily ? guest.family : null)];
}

function single({ priority, smokingStatus }: SampleRoom, random: Random): [Person] {
  const gender = random.chance(smokingStatus === '喫煙' ? 0.85 : 0.68) ? 'male' : 'female';
  if (priority === '') return [somePerson(random, gender)];
  return [somePerson(random, priority === '男性' ? 'male' : 'female')];
}
