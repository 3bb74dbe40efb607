/** Where a key works. */
export const KEY_PLACES = [
  'すべての画面',
  '予約を探す欄の中',
  '予約登録・予約一覧',
  '予約登録',
  '予約一覧',
  '時点のつまみの中',
  '自動登録',
  '自動登録の一覧の中',
  'フロント',
  'フロントの一覧の中',
  '監査',
  '監査の一覧の中',
  '引継ぎ',
  '申し送りの入力の中',
  '変更点の一覧の中',
  'マスタ',
  'マスタの部屋の表の中',
  'レポート',
  'フォームの中',
  'カレンダーの中',
  'カレンダーでつかんでいる間',
] as const;
type KeyPlace = (typeof KEY_PLACES)[number];

type KeyEntry = { place: KeyPlace; name: string; chords: readonly [string, ...string[]] };

/**
 * Every key of the product, once: handlers, hints and the sheet read it from here. The last part of a chord is a key's
 * place on the keyboard (`KeyR`) or what it says (`Enter`, `?`). Letters go with Alt and are none that opens a
 * browser's menu; neither typing nor an input method uses them.
 */
export const KEYS = {
  help: { place: 'すべての画面', name: 'キー操作一覧', chords: ['?'] },
  openRegistration: { place: 'すべての画面', name: '予約登録の画面', chords: ['Alt+KeyO'] },
  openList: { place: 'すべての画面', name: '予約一覧の画面', chords: ['Alt+KeyL'] },
  openAutoRegistration: { place: 'すべての画面', name: '自動登録の画面', chords: ['Alt+KeyA'] },
  openFrontDesk: { place: 'すべての画面', name: 'フロントの画面', chords: ['F4'] },
  openHandover: { place: 'すべての画面', name: '引継ぎの画面', chords: ['F8'] },
  openReports: { place: 'すべての画面', name: 'レポートの画面', chords: ['F9'] },
  openAudit: { place: 'すべての画面', name: '監査の画面', chords: ['Alt+KeyQ'] },
  openMasters: { place: 'すべての画面', name: 'マスタの画面', chords: ['Alt+KeyM'] },
  find: { place: 'すべての画面', name: '予約を探す', chords: ['Control+KeyK', 'Meta+KeyK'] },
  findUp: { place: '予約を探す欄の中', name: '上の予約', chords: ['ArrowUp'] },
  findDown: { place: '予約を探す欄の中', name: '下の予約', chords: ['ArrowDown'] },
  findOpen: { place: '予約を探す欄の中', name: 'カレンダーで開く', chords: ['Enter'] },
  findLeave: { place: '予約を探す欄の中', name: '閉じて元の場所へ', chords: ['Escape'] },
  undo: {
    place: 'すべての画面',
    name: '直前の操作を元に戻す',
    chords: ['Control+KeyZ', 'Meta+KeyZ', 'Alt+KeyZ'],
  },
  redo: {
    place: 'すべての画面',
    name: '元に戻した操作をやり直す',
    chords: ['Control+KeyY', 'Control+Shift+KeyZ', 'Meta+Shift+KeyZ', 'Alt+Shift+KeyZ'],
  },
  signOut: { place: 'すべての画面', name: 'ログアウト', chords: ['Alt+KeyX'] },
  dateFilter: { place: '予約登録・予約一覧', name: '表示期間の開始日へ', chords: ['Alt+KeyP'] },
  form: { place: '予約登録', name: 'フォームの先頭へ', chords: ['Alt+KeyK'] },
  jump: { place: '予約登録・予約一覧', name: 'カレンダーへ・元の場所へ', chords: ['Alt+KeyJ'] },
  search: { place: '予約登録', name: '部屋検索', chords: ['Alt+KeyR'] },
  proposals: { place: '予約登録', name: '空室の提案へ', chords: ['Alt+KeyW'] },
  save: { place: '予約登録', name: '登録・更新', chords: ['Alt+KeyG', 'Control+Enter'] },
  clear: { place: '予約登録', name: 'クリア・新規に戻る', chords: ['Alt+KeyN'] },
  print: { place: '予約一覧', name: '印刷', chords: ['Alt+KeyI'] },
  past: { place: '予約一覧', name: '過去の表示', chords: ['Alt+KeyY'] },
  compare: { place: '予約一覧', name: 'いまとの違い', chords: ['Alt+KeyC'] },
  returnToNow: { place: '予約一覧', name: '過去の表示から現在に戻る', chords: ['Escape'] },
  queueJump: { place: '自動登録', name: '失敗の一覧へ・元の場所へ', chords: ['Alt+KeyJ'] },
  queueSearch: { place: '自動登録', name: '絞り込みへ', chords: ['Alt+KeyK'] },
  chooseFile: { place: '自動登録', name: 'ファイルを選択', chords: ['Alt+KeyU'] },
  importFile: { place: '自動登録', name: '取り込む', chords: ['Alt+KeyG', 'Control+Enter'] },
  queueUp: { place: '自動登録の一覧の中', name: '上の行', chords: ['ArrowUp'] },
  queueDown: { place: '自動登録の一覧の中', name: '下の行', chords: ['ArrowDown'] },
  queuePageUp: { place: '自動登録の一覧の中', name: '10行上', chords: ['PageUp'] },
  queuePageDown: { place: '自動登録の一覧の中', name: '10行下', chords: ['PageDown'] },
  queueStart: { place: '自動登録の一覧の中', name: '最初の行', chords: ['Home'] },
  queueEnd: { place: '自動登録の一覧の中', name: '最後の行', chords: ['End'] },
  queueOpen: { place: '自動登録の一覧の中', name: 'フォームで開く', chords: ['Enter'] },
  queueRetry: { place: '自動登録の一覧の中', name: 'この行を再試行', chords: ['KeyR'] },
  deskArrivals: { place: 'フロント', name: '到着の一覧', chords: ['1'] },
  deskInHouse: { place: 'フロント', name: '在館の一覧', chords: ['2'] },
  deskDepartures: { place: 'フロント', name: '出発の一覧', chords: ['3'] },
  deskUnpaid: { place: 'フロント', name: '未払いの一覧', chords: ['4'] },
  deskNextDayOut: { place: 'フロント', name: '翌OUTの一覧', chords: ['5'] },
  deskJump: { place: 'フロント', name: '一覧へ・元の場所へ', chords: ['Alt+KeyJ'] },
  deskFilter: { place: 'フロント', name: '部屋・宿泊者の絞り込みへ', chords: ['Alt+KeyK'] },
  deskPrint: { place: 'フロント', name: '一覧を印刷', chords: ['Alt+KeyI'] },
  deskCards: { place: 'フロント', name: '表示中の宿泊カードをまとめて印刷', chords: ['Alt+KeyC'] },
  deskUp: { place: 'フロントの一覧の中', name: '上の予約', chords: ['ArrowUp'] },
  deskDown: { place: 'フロントの一覧の中', name: '下の予約', chords: ['ArrowDown'] },
  deskPageUp: { place: 'フロントの一覧の中', name: '10件上', chords: ['PageUp'] },
  deskPageDown: { place: 'フロントの一覧の中', name: '10件下', chords: ['PageDown'] },
  deskStart: { place: 'フロントの一覧の中', name: '最初の予約', chords: ['Home'] },
  deskEnd: { place: 'フロントの一覧の中', name: '最後の予約', chords: ['End'] },
  deskCheckIn: { place: 'フロントの一覧の中', name: 'チェックイン', chords: ['KeyI'] },
  deskCheckOut: { place: 'フロントの一覧の中', name: 'チェックアウト', chords: ['KeyO'] },
  deskPay: { place: 'フロントの一覧の中', name: '支払済にする', chords: ['KeyP'] },
  deskTakeBack: {
    place: 'フロントの一覧の中',
    name: 'チェックイン・チェックアウトの取消',
    chords: ['KeyU'],
  },
  deskUnpay: { place: 'フロントの一覧の中', name: '未払いに戻す', chords: ['KeyN'] },
  deskCard: { place: 'フロントの一覧の中', name: '宿泊カードを印刷', chords: ['KeyC'] },
  deskOpen: { place: 'フロントの一覧の中', name: '予約登録で開く', chords: ['Enter'] },
  logJump: { place: '監査', name: '記録の一覧へ・元の場所へ', chords: ['Alt+KeyJ'] },
  logSearch: { place: '監査', name: '条件の入力へ', chords: ['Alt+KeyK'] },
  logUp: { place: '監査の一覧の中', name: '上の記録', chords: ['ArrowUp'] },
  logDown: { place: '監査の一覧の中', name: '下の記録', chords: ['ArrowDown'] },
  logPageUp: { place: '監査の一覧の中', name: '20件上', chords: ['PageUp'] },
  logPageDown: { place: '監査の一覧の中', name: '20件下', chords: ['PageDown'] },
  logStart: { place: '監査の一覧の中', name: '最も新しい記録', chords: ['Home'] },
  logEnd: { place: '監査の一覧の中', name: '読み込んだ最後の記録', chords: ['End'] },
  logOpen: { place: '監査の一覧の中', name: '記録の詳細を開く', chords: ['Enter'] },
  logBack: { place: '監査', name: '詳細から一覧に戻る', chords: ['Escape'] },
  noteWrite: { place: '引継ぎ', name: '申し送りの入力へ', chords: ['Alt+KeyK'] },
  sinceChoose: { place: '引継ぎ', name: '変更点の開始時点へ', chords: ['Alt+KeyP'] },
  changesJump: { place: '引継ぎ', name: '変更点の一覧へ・元の場所へ', chords: ['Alt+KeyJ'] },
  handOver: { place: '引継ぎ', name: '引継ぎを確定', chords: ['Alt+KeyG'] },
  noteSave: { place: '申し送りの入力の中', name: '申し送りを保存', chords: ['Control+Enter'] },
  noteGiveUp: { place: '申し送りの入力の中', name: '申し送りの変更をやめる', chords: ['Escape'] },
  changeUp: { place: '変更点の一覧の中', name: '上の予約', chords: ['ArrowUp'] },
  changeDown: { place: '変更点の一覧の中', name: '下の予約', chords: ['ArrowDown'] },
  changeStart: { place: '変更点の一覧の中', name: '最初の予約', chords: ['Home'] },
  changeEnd: { place: '変更点の一覧の中', name: '最後の予約', chords: ['End'] },
  changeOpen: { place: '変更点の一覧の中', name: '予約をフォームで開く', chords: ['Enter'] },
  previousMonth: { place: 'マスタ', name: '前月の部屋', chords: ['Alt+PageUp'] },
  nextMonth: { place: 'マスタ', name: '翌月の部屋', chords: ['Alt+PageDown'] },
  roomsJump: { place: 'マスタ', name: '部屋の表へ・元の場所へ', chords: ['Alt+KeyJ'] },
  roomsFilter: { place: 'マスタ', name: '部屋の絞り込みへ', chords: ['Alt+KeyK'] },
  addRecord: { place: 'マスタ', name: '法人・支払方法などを追加', chords: ['Alt+KeyN'] },
  takeBack: { place: 'マスタ', name: '直前の変更を元に戻す', chords: ['Alt+KeyZ'] },
  chooseRoomsFile: { place: 'マスタ', name: '部屋のCSVを選択', chords: ['Alt+KeyU'] },
  roomUp: { place: 'マスタの部屋の表の中', name: '上の部屋', chords: ['ArrowUp'] },
  roomDown: { place: 'マスタの部屋の表の中', name: '下の部屋', chords: ['ArrowDown'] },
  roomLeft: { place: 'マスタの部屋の表の中', name: '左の欄', chords: ['ArrowLeft'] },
  roomRight: { place: 'マスタの部屋の表の中', name: '右の欄', chords: ['ArrowRight'] },
  roomPageUp: { place: 'マスタの部屋の表の中', name: '10室上', chords: ['PageUp'] },
  roomPageDown: { place: 'マスタの部屋の表の中', name: '10室下', chords: ['PageDown'] },
  roomStart: { place: 'マスタの部屋の表の中', name: '最初の部屋', chords: ['Home'] },
  roomEnd: { place: 'マスタの部屋の表の中', name: '最後の部屋', chords: ['End'] },
  roomChoose: { place: 'マスタの部屋の表の中', name: '部屋を選ぶ・外す（Shiftでここまで）', chords: [' '] },
  roomChooseFloor: { place: 'マスタの部屋の表の中', name: 'この階をすべて選ぶ・外す', chords: ['KeyF'] },
  roomChooseAll: {
    place: 'マスタの部屋の表の中',
    name: '表示中の部屋をすべて選ぶ・外す',
    chords: ['Control+KeyA'],
  },
  roomEdit: { place: 'マスタの部屋の表の中', name: '欄を編集', chords: ['Enter', 'F2'] },
  reportToday: { place: 'レポート', name: '今日の数値', chords: ['1'] },
  reportWeek: { place: 'レポート', name: '今週の数値', chords: ['2'] },
  reportMonth: { place: 'レポート', name: '今月の数値', chords: ['3'] },
  reportLastMonth: { place: 'レポート', name: '先月の数値', chords: ['4'] },
  reportYear: { place: 'レポート', name: '今年の数値', chords: ['5'] },
  reportPrevious: { place: 'レポート', name: '前の期間', chords: ['Alt+PageUp'] },
  reportNext: { place: 'レポート', name: '次の期間', chords: ['Alt+PageDown'] },
  reportDays: { place: 'レポート', name: '期間の始めへ', chords: ['Alt+KeyP'] },
  reportJump: { place: 'レポート', name: '数値の表へ・元の場所へ', chords: ['Alt+KeyJ'] },
  reportFile: { place: 'レポート', name: '数値をCSVで保存', chords: ['Alt+KeyU'] },
  reportPrint: { place: 'レポート', name: 'レポートを印刷', chords: ['Alt+KeyI'] },
  pastBack: { place: '時点のつまみの中', name: '1件前のイベント', chords: ['ArrowLeft', 'ArrowDown'] },
  pastForward: { place: '時点のつまみの中', name: '1件後のイベント', chords: ['ArrowRight', 'ArrowUp'] },
  pastFarBack: { place: '時点のつまみの中', name: '全体の100分の1前', chords: ['PageDown'] },
  pastFarForward: { place: '時点のつまみの中', name: '全体の100分の1後', chords: ['PageUp'] },
  pastStart: { place: '時点のつまみの中', name: '最初のイベントの前', chords: ['Home'] },
  pastEnd: { place: '時点のつまみの中', name: '最後のイベント', chords: ['End'] },
  backToCell: { place: 'フォームの中', name: 'カレンダーのセルに戻る', chords: ['Escape'] },
  up: { place: 'カレンダーの中', name: '上のセル', chords: ['ArrowUp'] },
  down: { place: 'カレンダーの中', name: '下のセル', chords: ['ArrowDown'] },
  left: { place: 'カレンダーの中', name: '前の日', chords: ['ArrowLeft'] },
  right: { place: 'カレンダーの中', name: '次の日', chords: ['ArrowRight'] },
  pageUp: { place: 'カレンダーの中', name: '1画面上', chords: ['PageUp'] },
  pageDown: { place: 'カレンダーの中', name: '1画面下', chords: ['PageDown'] },
  rowStart: { place: 'カレンダーの中', name: '最初の日', chords: ['Home'] },
  rowEnd: { place: 'カレンダーの中', name: '最後の日', chords: ['End'] },
  gridStart: { place: 'カレンダーの中', name: '左上のセル', chords: ['Control+Home'] },
  gridEnd: { place: 'カレンダーの中', name: '右下のセル', chords: ['Control+End'] },
  today: { place: 'カレンダーの中', name: '今日の列', chords: ['KeyT'] },
  press: { place: 'カレンダーの中', name: '予約を開く・空室に予約を入れるなど', chords: ['Enter', ' '] },
  cellMenu: { place: 'カレンダーの中', name: 'できる操作のメニュー', chords: ['Shift+F10', 'ContextMenu'] },
  take: { place: 'カレンダーの中', name: '予約・空室をつかむ', chords: ['KeyM'] },
  takenUp: { place: 'カレンダーでつかんでいる間', name: '上の部屋へ', chords: ['ArrowUp'] },
  takenDown: { place: 'カレンダーでつかんでいる間', name: '下の部屋へ', chords: ['ArrowDown'] },
  takenEarlier: { place: 'カレンダーでつかんでいる間', name: '1日前へ', chords: ['ArrowLeft'] },
  takenLater: { place: 'カレンダーでつかんでいる間', name: '1日後へ', chords: ['ArrowRight'] },
  takenShorter: { place: 'カレンダーでつかんでいる間', name: '1泊短縮', chords: ['Shift+ArrowLeft'] },
  takenLonger: { place: 'カレンダーでつかんでいる間', name: '1泊延長', chords: ['Shift+ArrowRight'] },
  takenStartEarlier: {
    place: 'カレンダーでつかんでいる間',
    name: '到着を1日早く',
    chords: ['Control+ArrowLeft'],
  },
  takenStartLater: {
    place: 'カレンダーでつかんでいる間',
    name: '到着を1日遅く',
    chords: ['Control+ArrowRight'],
  },
  takenDrop: { place: 'カレンダーでつかんでいる間', name: 'ここに置く', chords: ['Enter', ' '] },
  takenGiveUp: { place: 'カレンダーでつかんでいる間', name: 'やめて元に戻す', chords: ['Escape'] },
} as const satisfies Record<string, KeyEntry>;

/** The name of an entry of the key table. */
export type KeyName = keyof typeof KEYS;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

function isChord(event: Pressed, chord: string): boolean {
  const parts = chord.split('+');
  const key = parts.pop();
  const modifiers =
    event.altKey === parts.includes('Alt') &&
    event.ctrlKey === parts.includes('Control') &&
    event.metaKey === parts.includes('Meta') &&
    // Signs such as ? may need Shift; a chord that names it always does.
    (event.shiftKey || !parts.includes('Shift'));
  return modifiers && (event.code === key || event.key === key);
}

/** Whether a key press is one of an entry's chords. */
export function isKey(event: Pressed, name: KeyName): boolean {
  return KEYS[name].chords.some((chord) => isChord(event, chord));
}

/** Whether an entry's keys could also be typed into a field. */
export function isTypable(name: KeyName): boolean {
  return KEYS[name].chords.some((chord) => chord.length === 1);
}

const SHORT: Record<string, string> = {
  Control: 'Ctrl',
  Meta: '⌘',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** The keys of a chord as their caps say. */
export function chordParts(chord: string): string[] {
  return chord.split('+').map((part) => SHORT[part] ?? part.replace(/^Key/, ''));
}

/** An entry's first chord in short, as `Alt+R`. */
export function keyText(name: KeyName): string {
  return chordParts(KEYS[name].chords[0]).join('+');
}

/** What tells of an entry's keys on the element that they press. */
export function keyProps(name: KeyName, tooltip: string) {
  const chords: readonly string[] = KEYS[name].chords;
  return {
    'aria-keyshortcuts': chords.map((chord) => chord.replace('Key', '')).join(' '),
    'data-tooltip': `${tooltip}（${keyText(name)}）`,
  };
}
