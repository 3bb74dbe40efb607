import { SCREENS, type ScreenKey } from '../screens.js';

/** Name of a key's work, and its chords: the first is the one that is shown. */
type KeyEntry = readonly [name: string, chord: string, ...others: string[]];

const SCREEN_KEYS = Object.fromEntries<KeyEntry>(
  Object.values(SCREENS).map(({ key, title, chord }) => [key, [`${title}の画面`, chord]]),
) as Record<ScreenKey, KeyEntry>;

/**
 * Every key of the product, once, by where it works: handlers, hints and the sheet read it from here. The last part of
 * a chord is a key's place on the keyboard (`KeyR`) or what it says (`Enter`, `?`). Letters go with Alt and are none
 * that opens a browser's menu; neither typing nor an input method uses them.
 */
export const KEY_PLACES = {
  すべての画面: {
    help: ['キー操作一覧', '?'],
    ...SCREEN_KEYS,
    find: ['予約を探す', 'Control+KeyK', 'Meta+KeyK'],
    undo: ['直前の操作を元に戻す', 'Control+KeyZ', 'Meta+KeyZ', 'Alt+KeyZ'],
    redo: [
      '元に戻した操作をやり直す',
      'Control+KeyY',
      'Control+Shift+KeyZ',
      'Meta+Shift+KeyZ',
      'Alt+Shift+KeyZ',
    ],
    signOut: ['ログアウト', 'Alt+KeyX'],
  },
  日付の欄の中: {
    pickDay: ['カレンダーから選ぶ', 'Alt+ArrowDown'],
  },
  予約パネル: {
    panelNext: ['一覧の次の予約', 'Alt+ArrowDown'],
    panelRegister: ['宿泊者名簿を開く', 'Alt+Shift+KeyM'],
    panelClose: ['予約の内容を閉じる', 'Escape'],
  },
  予約を探す欄の中: {
    findUp: ['上の候補', 'ArrowUp'],
    findDown: ['下の候補', 'ArrowDown'],
    findOpen: ['カレンダーで開く', 'Enter'],
    findLeave: ['閉じて元の場所へ', 'Escape'],
  },
  '予約登録・予約一覧': {
    dateFilter: ['表示期間の開始日へ', 'Alt+KeyP'],
    jump: ['カレンダーへ・元の場所へ', 'Alt+KeyJ'],
  },
  予約登録: {
    form: ['フォームの先頭へ', 'Alt+KeyK'],
    search: ['部屋検索', 'Alt+KeyR'],
    proposals: ['空室の提案へ', 'Alt+KeyW'],
    save: ['登録・更新', 'Alt+KeyG', 'Control+Enter'],
    saveCheckIn: ['登録してチェックイン', 'Alt+KeyI'],
    saveAnother: ['登録して、もう1室へ', 'Alt+KeyB'],
    clear: ['クリア・新規に戻る', 'Alt+KeyN'],
  },
  予約一覧: {
    print: ['印刷', 'Alt+KeyI'],
    past: ['過去の表示', 'Alt+KeyY'],
    compare: ['いまとの違い', 'Alt+KeyC'],
    returnToNow: ['過去の表示から現在に戻る', 'Escape'],
  },
  時点スライダーの操作中: {
    pastBack: ['1件前の記録', 'ArrowLeft', 'ArrowDown'],
    pastForward: ['1件後の記録', 'ArrowRight', 'ArrowUp'],
    pastFarBack: ['全体の100分の1前', 'PageDown'],
    pastFarForward: ['全体の100分の1後', 'PageUp'],
    pastStart: ['最初の記録の前', 'Home'],
    pastEnd: ['最後の記録', 'End'],
  },
  自動登録: {
    queueJump: ['失敗の一覧へ・元の場所へ', 'Alt+KeyJ'],
    queueSearch: ['絞り込みへ', 'Alt+KeyK'],
    chooseFile: ['ファイルを選択', 'Alt+KeyU'],
    importFile: ['取り込む', 'Alt+KeyG', 'Control+Enter'],
  },
  自動登録の一覧の中: {
    queueUp: ['上の行', 'ArrowUp'],
    queueDown: ['下の行', 'ArrowDown'],
    queuePageUp: ['10行上', 'PageUp'],
    queuePageDown: ['10行下', 'PageDown'],
    queueStart: ['最初の行', 'Home'],
    queueEnd: ['最後の行', 'End'],
    queueOpen: ['開いて空室を見る・登録', 'Enter'],
    queueClose: ['閉じる', 'Escape'],
    queueForm: ['フォームで開く', 'KeyO'],
    queueRetry: ['この行を再試行', 'KeyR'],
    queueDismiss: ['この行を対応済みにする・失敗の一覧に戻す', 'KeyD'],
  },
  データ移行: {
    moveInFile: ['移行するファイルを選択', 'Alt+KeyU'],
    moveInTry: ['確認する', 'Alt+KeyR'],
    moveInDo: ['移行する', 'Alt+KeyG', 'Control+Enter'],
  },
  フロント: {
    deskArrivals: ['到着の一覧', '1'],
    deskInHouse: ['在館の一覧', '2'],
    deskDepartures: ['出発の一覧', '3'],
    deskUnpaid: ['未払いの一覧', '4'],
    deskNextDayOut: ['翌OUTの一覧', '5'],
    deskInvoices: ['請求書払いの一覧', '6'],
    deskNoShows: ['ノーショーの一覧', '7'],
    deskRoomChanges: ['部屋移動の一覧', '8'],
    deskRegisters: ['名簿に不足のある在館の一覧', '9'],
    deskPreviousDay: ['前日', 'Alt+PageUp'],
    deskNextDay: ['翌日', 'Alt+PageDown'],
    deskToday: ['今日', 'Alt+Home'],
    deskDay: ['日付へ', 'Alt+KeyD'],
    deskJump: ['一覧へ・元の場所へ', 'Alt+KeyJ'],
    deskFilter: ['部屋・宿泊者の絞り込みへ', 'Alt+KeyK'],
    deskPrint: ['一覧を印刷', 'Alt+KeyI'],
    deskCards: ['表示中の宿泊カードをまとめて印刷', 'Alt+KeyC'],
  },
  フロントの一覧の中: {
    deskUp: ['上の予約', 'ArrowUp'],
    deskDown: ['下の予約', 'ArrowDown'],
    deskPageUp: ['10件上', 'PageUp'],
    deskPageDown: ['10件下', 'PageDown'],
    deskStart: ['最初の予約', 'Home'],
    deskEnd: ['最後の予約', 'End'],
    deskCheckIn: ['チェックイン', 'KeyI'],
    deskCheckOut: ['チェックアウト', 'KeyO'],
    deskExtend: ['延泊', 'KeyE'],
    deskMove: ['今日から部屋移動', 'KeyM'],
    deskLeave: ['早期出発', 'KeyL'],
    deskPay: ['支払を受ける', 'KeyP'],
    deskTakeBack: ['チェックイン・チェックアウトの取消', 'KeyU'],
    deskUnpay: ['未払いに戻す', 'KeyN'],
    deskNoShow: ['ノーショー・その取消', 'KeyX'],
    deskCharge: ['明細に追加', 'KeyA'],
    deskReceipt: ['領収書', 'KeyR'],
    deskRegister: ['宿泊者名簿', 'KeyG'],
    deskCard: ['宿泊カードを印刷', 'KeyC'],
    deskOpen: ['予約の内容を開く', 'Enter'],
    deskMenu: ['できる操作のメニュー', 'Shift+F10', 'ContextMenu'],
  },
  監査: {
    logJump: ['記録の一覧へ・元の場所へ', 'Alt+KeyJ'],
    logSearch: ['条件の入力へ', 'Alt+KeyK'],
    logBack: ['詳細から一覧に戻る', 'Escape'],
  },
  監査の一覧の中: {
    logUp: ['上の記録', 'ArrowUp'],
    logDown: ['下の記録', 'ArrowDown'],
    logPageUp: ['20件上', 'PageUp'],
    logPageDown: ['20件下', 'PageDown'],
    logStart: ['最も新しい記録', 'Home'],
    logEnd: ['読み込んだ最後の記録', 'End'],
    logOpen: ['記録の詳細を開く', 'Enter'],
  },
  引継ぎ: {
    noteWrite: ['申し送りの入力へ', 'Alt+KeyK'],
    sinceChoose: ['変更点の開始時点へ', 'Alt+KeyP'],
    changesJump: ['変更点の一覧へ・元の場所へ', 'Alt+KeyJ'],
    handOver: ['引継ぎを確定', 'Alt+KeyG'],
  },
  申し送りの入力の中: {
    noteSave: ['申し送りを保存', 'Control+Enter'],
    noteCancel: ['申し送りの変更をやめる', 'Escape'],
  },
  変更点の一覧の中: {
    changeUp: ['上の変更点', 'ArrowUp'],
    changeDown: ['下の変更点', 'ArrowDown'],
    changeStart: ['最初の変更点', 'Home'],
    changeEnd: ['最後の変更点', 'End'],
    changeOpen: ['予約をフォームで開く', 'Enter'],
  },
  マスタ: {
    previousMonth: ['前月の部屋', 'Alt+PageUp'],
    nextMonth: ['翌月の部屋', 'Alt+PageDown'],
    roomJump: ['部屋の表へ・元の場所へ', 'Alt+KeyJ'],
    roomsFilter: ['部屋の絞り込みへ', 'Alt+KeyK'],
    addRecord: ['法人・支払方法などを追加', 'Alt+KeyN'],
    takeBack: ['直前の変更を元に戻す', 'Alt+KeyZ'],
    chooseRoomsFile: ['部屋のCSVを選択', 'Alt+KeyU'],
  },
  マスタの部屋の表の中: {
    roomUp: ['上の部屋', 'ArrowUp'],
    roomDown: ['下の部屋', 'ArrowDown'],
    roomLeft: ['左の欄', 'ArrowLeft'],
    roomRight: ['右の欄', 'ArrowRight'],
    roomPageUp: ['10室上', 'PageUp'],
    roomPageDown: ['10室下', 'PageDown'],
    roomStart: ['最初の部屋', 'Home'],
    roomEnd: ['最後の部屋', 'End'],
    roomChoose: ['部屋を選ぶ・外す（Shiftでここまで）', ' '],
    roomChooseFloor: ['この階をすべて選ぶ・外す', 'KeyF'],
    roomChooseAll: ['表示中の部屋をすべて選ぶ・外す', 'Control+KeyA'],
    roomEdit: ['欄を編集', 'Enter', 'F2'],
    roomMoveUp: ['部屋を1つ上に並べる', 'Alt+ArrowUp'],
    roomMoveDown: ['部屋を1つ下に並べる', 'Alt+ArrowDown'],
  },
  レポート: {
    reportToday: ['今日の数値', '1'],
    reportWeek: ['今週の数値', '2'],
    reportMonth: ['今月の数値', '3'],
    reportLastMonth: ['先月の数値', '4'],
    reportYear: ['今年の数値', '5'],
    reportPrevious: ['前の期間', 'Alt+PageUp'],
    reportNext: ['次の期間', 'Alt+PageDown'],
    reportDays: ['期間の始めへ', 'Alt+KeyP'],
    reportJump: ['数値の表へ・元の場所へ', 'Alt+KeyJ'],
    reportFile: ['数値をCSVで保存', 'Alt+KeyU'],
    reportPrint: ['レポートを印刷', 'Alt+KeyI'],
  },
  日計: {
    closeDay: ['この日の入金を締める', 'Alt+KeyG'],
  },
  フォームの中: {
    backToCell: ['カレンダーのセルに戻る', 'Escape'],
  },
  カレンダーの中: {
    up: ['上のセル', 'ArrowUp'],
    down: ['下のセル', 'ArrowDown'],
    left: ['前の日', 'ArrowLeft'],
    right: ['次の日', 'ArrowRight'],
    pageUp: ['1画面上', 'PageUp'],
    pageDown: ['1画面下', 'PageDown'],
    rowStart: ['最初の日', 'Home'],
    rowEnd: ['最後の日', 'End'],
    gridStart: ['左上のセル', 'Control+Home'],
    gridEnd: ['右下のセル', 'Control+End'],
    today: ['今日の列', 'KeyT'],
    press: ['予約を開く・空室に予約を入れるなど', 'Enter', ' '],
    cellMenu: ['できる操作のメニュー', 'Shift+F10', 'ContextMenu'],
    take: ['予約・空室をつかむ', 'KeyM'],
  },
  カレンダーでつかんでいる間: {
    takenUp: ['上の部屋へ', 'ArrowUp'],
    takenDown: ['下の部屋へ', 'ArrowDown'],
    takenEarlier: ['1日前へ', 'ArrowLeft'],
    takenLater: ['1日後へ', 'ArrowRight'],
    takenShorter: ['1泊短縮', 'Shift+ArrowLeft'],
    takenLonger: ['1泊延長', 'Shift+ArrowRight'],
    takenStartEarlier: ['到着を1日早く', 'Control+ArrowLeft'],
    takenStartLater: ['到着を1日遅く', 'Control+ArrowRight'],
    takenDrop: ['ここに置く', 'Enter', ' '],
    takenCancel: ['やめて元に戻す', 'Escape'],
  },
} as const satisfies Record<string, Record<string, KeyEntry>>;

type Places = typeof KEY_PLACES;

/** The name of an entry of the key table. */
export type KeyName = { [Place in keyof Places]: keyof Places[Place] }[keyof Places];

/** The entries of all places by their names. */
export const KEYS: Readonly<Record<KeyName, KeyEntry>> = Object.assign({}, ...Object.values(KEY_PLACES));
