import { wordOf } from '../cells/values.js';
import type { MoveInField } from './move-in-fields.js';

/** Form of the values of a column, where that tells. */
export type ValueKind =
  | 'date'
  | 'period'
  | 'nights'
  | 'time'
  | 'room'
  | 'kana'
  | 'people'
  | 'yen'
  | 'phone'
  | 'mail'
  | 'gender'
  | 'party'
  | 'yes-no';

/** The words of a field's header as they are compared: the whole header, or a part of it; and its values. */
export type HeaderWords = { whole: readonly string[]; part?: RegExp; not?: RegExp; values?: ValueKind };

/** A header as it is compared: in capitals, without spaces and signs. */
export function headerWord(header: string): string {
  return wordOf(header).replace(/[\s()[\]{}【】「」『』<>〈〉:;,.、。・_*※"'’-]/g, '');
}

/** Headers as they are compared, from a list with spaces between them. */
const words = (list: string): readonly string[] => list.trim().split(/\s+/).map(headerWord);

const KANA = /カナ|ｶﾅ|かな|フリガナ|ふりがな|ヨミ|よみ|読み|KANA/;
const ARRIVAL = /チェックイン|CHECKIN|到着|宿泊開始|利用開始|ARRIVAL/;
const DEPARTURE = /チェックアウト|CHECKOUT|出発|宿泊終了|利用終了|DEPARTURE/;
const ROOM_NOT = /部屋数|室数|タイプ|種|室料|名$|名称|TYPE|人数|単価|料金|移動|記号|QTY/;

/** The header words of each field, in the order in which equally good ones are given away. */
export const HEADER_WORDS: Readonly<Record<MoveInField, HeaderWords>> = {
  sourceNumber: {
    whole: words('予約ID BOOKINGID BOOKID RESERVATIONID 管理番号 旧システムの予約ID'),
  },
  bookingNumber: {
    whole: words(`
      予約番号 予約NO 予約コード 受付番号 受付NO BOOKINGNUMBER CONFIRMATIONNUMBER 整理番号 予約#`),
    part: /予約.*(?:番号|NO$|コード)|(?:BOOKING|RESERVATION|CONFIRMATION|REFERENCE)(?:NUMBER|NO|CODE|REF)/,
    not: /電話|人/,
  },
  status: {
    whole: words(`
      状態 予約状態 ステータス 予約ステータス 予約区分 区分 STATUS BOOKINGSTATUS 状況 宿泊状況 キャンセル`),
    part: /ステータス|予約状況|予約状態|STATUS/,
    not: /支払|入金|精算|決済|PAY/,
  },
  reserverName: {
    whole: words(`
      予約者名 予約者 予約者氏名 申込者 申込者名 申込者氏名 代表者名 代表者 会員名 ご予約者名 ご予約者
      BOOKER BOOKERNAME BOOKEDBY 予約名 予約者姓 予約者名字`),
    part: /(?:予約者|申込者|代表者|会員).*(?:名|氏名|姓)/,
    not: new RegExp(`${KANA.source}|ローマ|英|電話|メール|住所`),
  },
  reserverNameKana: {
    whole: words('予約者名カナ 予約者カナ 予約者フリガナ 申込者カナ'),
    part: new RegExp(`(?:予約者|申込者|代表者|会員).*(?:${KANA.source})`),
    values: 'kana',
  },
  guestName1: {
    whole: words(`
      宿泊者名 宿泊者 宿泊者氏名 宿泊者1 宿泊者名1 お客様名 お客様氏名 顧客名 氏名 名前 お名前 ご芳名
      ゲスト名 ゲスト GUEST GUESTNAME NAME FULLNAME 利用者名 利用者 姓 名 苗字 漢字氏名 宿泊代表者
      宿泊代表者氏名 宿泊代表者名 GUESTFIRSTNAME FIRSTNAME LASTNAME GUESTLASTNAME`),
    part: /(?:宿泊者|お客様|ゲスト|顧客|利用者|GUEST).*(?:名|氏名|NAME)/,
    not: new RegExp(`${KANA.source}|ローマ|英|電話|メール|住所|人数|2|２|同伴|施設|物件|会社`),
  },
  guestName1Kana: {
    whole: words(`
      宿泊者名カナ 宿泊者カナ 氏名カナ カナ カナ氏名 フリガナ ふりがな お名前カナ 名前カナ セイ メイ カナ名
      ヨミガナ よみがな 姓カナ 名カナ 姓フリガナ 名フリガナ 氏名フリガナ`),
    part: KANA,
    not: /予約者|申込者|代表者|会員|会社|法人|2|２/,
    values: 'kana',
  },
  guestName2: {
    whole: words('宿泊者名2 宿泊者2 同伴者 同伴者名 同行者 同行者名 お客様名2 ゲスト2'),
    not: KANA,
  },
  roomNumber: {
    whole: words(`
      部屋番号 部屋NO 部屋 客室番号 客室 ルーム ルームNO ルーム番号 号室 室番 室番号 ROOM ROOMNO ROOMNUMBER
      RM RMNO 部屋番 客室NO`),
    part: /(?:部屋|客室|室|ルーム).*(?:番|NO$)|ROOM/,
    not: ROOM_NOT,
    values: 'room',
  },
  period: {
    whole: words('宿泊期間 滞在期間 期間 利用期間 宿泊日程 日程 ご利用期間 STAY'),
    part: /宿泊期間|滞在期間/,
    values: 'period',
  },
  checkinDate: {
    whole: words(`
      チェックインした日 チェックイン実績 実チェックイン日 実到着日 CI実績 入室日時 チェックイン済日`),
    part: new RegExp(`(?:実績?|した日).*(?:${ARRIVAL.source})|(?:${ARRIVAL.source}).*(?:実績|した日|済)`),
    values: 'date',
  },
  checkoutDate: {
    whole: words('チェックアウトした日 チェックアウト実績 実チェックアウト日 実出発日 CO実績 退室日時'),
    part: new RegExp(`(?:実績?|した日).*(?:${DEPARTURE.source})|(?:${DEPARTURE.source}).*(?:実績|した日|済)`),
    values: 'date',
  },
  checkinTime: {
    whole: words(`
      チェックイン時間 チェックイン時刻 到着時間 到着予定時刻 到着時刻 到着予定時間 到着予定 CI時間 CI時刻
      IN時間 ARRIVALTIME ETA チェックイン予定時刻 チェックイン予定時間`),
    part: new RegExp(`(?:${ARRIVAL.source}).*(?:時間|時刻|TIME)`),
    not: DEPARTURE,
    values: 'time',
  },
  stayStart: {
    whole: words(`
      チェックイン日 チェックイン CHECKIN CHECKINDATE 到着日 宿泊日 宿泊開始日 利用開始日 利用日 入室日 IN
      CI C/I CI日 IN日 ARRIVAL ARRIVALDATE FIRSTNIGHT 宿泊初日 泊日 滞在開始日 開始日`),
    part: ARRIVAL,
    not: new RegExp(`${DEPARTURE.source}|時間|時刻|TIME|実績|した日|場所|方法|済`),
    values: 'date',
  },
  stayEnd: {
    whole: words(`
      チェックアウト日 チェックアウト CHECKOUT CHECKOUTDATE 出発日 宿泊終了日 利用終了日 退室日 OUT CO C/O
      CO日 OUT日 DEPARTURE DEPARTUREDATE 滞在終了日 終了日`),
    part: DEPARTURE,
    not: /時間|時刻|TIME|実績|した日|翌|済/,
    values: 'date',
  },
  nights: {
    whole: words('泊数 宿泊数 宿泊日数 泊 滞在日数 連泊数 NIGHTS NUMBEROFNIGHTS 日数 利用日数'),
    part: /泊数|NIGHTS/,
    values: 'nights',
  },
  roomCount: {
    whole: words('室数 部屋数 利用室数 予約室数 予約部屋数 客室数 ROOMS NUMBEROFROOMS'),
    part: /室数|部屋数/,
    not: /残|在庫|料|金|泊/,
  },
  partyText: {
    whole: words(
      '内訳 人数の内訳 人数内訳 男女内訳 男女 性別内訳 宿泊人数内訳 利用者内訳 宿泊者内訳 人員内訳',
    ),
    part: /(?:人数|男女|人員|宿泊者?).*内訳/,
    not: /料|金/,
    values: 'party',
  },
  children: {
    whole: words(`
      子供 子ども こども 小人 子供人数 子供人数計 子供数 小人人数 小人数 幼児 幼児人数 添い寝 CHILDREN CHILD
      NUMCHILD`),
    part: /(?:子供|子ども|小人|幼児|CHILD).*(?:人数|数|計)/,
    not: /料|金/,
    values: 'people',
  },
  mensCount: {
    whole: words('男性 男 男性人数 大人男性 男性数 大人人数男性 人数男性 大人男 MEN'),
    part: /男性?.*(?:人数|数)|(?:人数|大人).*男/,
    not: /子/,
    values: 'people',
  },
  womensCount: {
    whole: words('女性 女 女性人数 大人女性 女性数 大人人数女性 人数女性 大人女 WOMEN'),
    part: /女性?.*(?:人数|数)|(?:人数|大人).*女/,
    not: /子/,
    values: 'people',
  },
  guests: {
    whole: words(`
      宿泊人数 人数 利用人数 大人人数 大人 合計人数 総人数 名数 GUESTS ADULTS PAX NUMADULT 人数計 大人数
      NUMBEROFGUESTS 人数合計`),
    part: /人数|PAX|ADULT/,
    not: /子|幼|男|女|CHILD|小/,
    values: 'people',
  },
  gender: {
    whole: words('性別 性別1 SEX GENDER 代表者性別 宿泊者性別'),
    part: /性別/,
    not: /2/,
    values: 'gender',
  },
  totalFee: {
    whole: words(`
      合計料金 料金 金額 合計金額 総額 宿泊料金 料金合計 料金合計額 請求額 請求金額 売上 売上金額 合計 PRICE
      TOTAL TOTALPRICE AMOUNT TOTALAMOUNT 総合計 宿泊代金 宿泊料金合計 料金総額 予約金額 総料金 料金総合計
      宿泊料 室料 利用料 代金 宿泊代 室料金 部屋代 利用料金 利用金額 宿泊費 ルームチャージ`),
    part: /合計.*(?:金|料)|料金|金額|総額|宿泊[料代費]|室料|利用料|代金|PRICE|AMOUNT/,
    not: /単価|消費税|税額|手数料|ポイント|キャンセル|前受|入金|支払|大人|子|人数|決済|割引|清掃|日毎|日別|[1一]泊|泊目|平均/,
    values: 'yen',
  },
  nightlyFee: {
    whole: words(`
      1泊料金 1泊の料金 一泊料金 1泊金額 1泊単価 宿泊単価 日別料金 泊目料金 日毎料金 室単価 NIGHTLYRATE
      ROOMRATE DAILYRATE 1泊あたりの料金`),
    part: /(?:[1一]泊|日別|日毎|泊目).*(?:料金|金額|単価)|NIGHTLY|DAILYRATE/,
    not: /消費税|税額|手数料|人/,
    values: 'yen',
  },
  usedPoints: {
    whole: words(`
      利用ポイント 使用ポイント ポイント ポイント利用 ポイント額 POINTS ポイント利用額 ポイント数
      ポイント割引額`),
    part: /(?:利用|使用).*ポイント|ポイント.*(?:額|利用)/,
    not: /付与|獲得/,
    values: 'yen',
  },
  coupon: { whole: words('クーポン クーポン利用 クーポン有無'), values: 'yes-no' },
  paid: {
    whole: words(`
      精算 支払状況 精算状況 精算状態 入金状況 入金 支払 支払済 精算済 精算済み 入金済 清算状況 PAID
      支払ステータス 支払状態 決済状況 決済ステータス 決済 PAYMENTSTATUS`),
    part: /(?:支払|精算|清算|入金|決済).*(?:状況|状態|済|ステータス|区分)|PAYMENTSTATUS/,
    not: /方法|金額|額$|日/,
    values: 'yes-no',
  },
  paymentType: {
    whole: words(`
      支払方法 支払い方法 決済方法 お支払い方法 支払種別 PAYMENTMETHOD PAYMENTTYPE 精算方法 支払区分
      決済手段 決済種別`),
    // A column called 決済 says how or whether, as its values tell.
    part: /(?:支払|決済|精算).*(?:方法|手段|種別)|^お?(?:支払|決済|精算)い?$/,
  },
  bookingSource: {
    whole: words(`
      予約媒体 媒体 予約経路 経路 予約サイト 予約サイト名 サイト サイト名 サイト名称 OTA 販売先 チャネル
      チャンネル 流入元 予約元 SOURCE CHANNEL REFERER 予約方法 エージェント 仕入先 代理店 販売元 予約区分名`),
    part: /媒体|経路|予約サイト|エージェント|代理店|CHANNEL|SOURCE/,
    not: /番号|料|URL|ID$/,
  },
  purpose: { whole: words('利用目的 目的 宿泊目的 PURPOSE 旅行目的 利用用途'), part: /目的/ },
  corporate: {
    whole: words('法人 法人名 会社 会社名 会社団体名 団体名 企業名 勤務先 COMPANY COMPANYNAME 契約法人'),
    part: /会社名|法人名|企業名|団体名/,
    not: KANA,
  },
  tel: {
    whole: words(`
      電話番号 電話 TEL 連絡先 連絡先電話番号 携帯電話 携帯 携帯番号 PHONE MOBILE 電話番号1 TEL1
      宿泊者電話番号 お電話番号 予約者電話番号 連絡先TEL GUESTPHONE`),
    part: /電話|TEL|PHONE/,
    not: /FAX|会社|宿|施設/,
    values: 'phone',
  },
  email: {
    whole: words('メール メールアドレス EMAIL MAIL Eメール PCメール メールアドレス1 GUESTEMAIL'),
    part: /メール|MAIL/,
    values: 'mail',
  },
  notes: {
    whole: words(`
      備考 メモ 要望 特記事項 連絡事項 コメント NOTE NOTES REMARKS COMMENT COMMENTS 備考1 備考2 備考欄
      予約メモ ホテルメモ 顧客備考 予約備考 お客様からの要望 プラン プラン名 プラン名称 宿泊プラン 食事
      食事条件 MESSAGE 要望等 伝達事項 摘要 摘要欄 申し送り 申送り 引継事項 リクエスト ご要望 ご質問 通信欄
      MEMO`),
    part: /備考|メモ|要望|コメント|特記|摘要|申し?送|リクエスト|プラン名|NOTES?$|REMARK|COMMENT|MEMO/,
    not: /コード/,
  },
  roomMoveLock: { whole: words('部屋移動不可') },
  nextdayOutFlag: { whole: words('翌OUT 翌アウト') },
  sameAsDayBefore: { whole: words('前日と同一予約') },
  party: {
    whole: words('グループ ご一行 団体番号 グループ番号 グループID 親予約番号 MASTERID GROUPID 一括予約番号'),
  },
};
