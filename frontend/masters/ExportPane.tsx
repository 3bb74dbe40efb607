import { Link } from 'react-router-dom';
import { MOVE_IN_SCREEN } from '../shared/screens.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';

/** 書き出し: everything that the hotel entered, to take along or to keep. */
export function ExportPane() {
  return (
    <section className="export-pane stack" aria-label="書き出し">
      <h2>入力したすべてを書き出す</h2>
      <p>
        予約・部屋・法人・支払方法・宿泊税・ブラックリスト・スタッフ・天気と休日・申し送り・領収書を、CSVファイルにまとめて保存します。予約の多いホテルでは数分かかることがあります。
      </p>
      <p>
        「予約.csv」は、別のホテルの
        <Link to={MOVE_IN_SCREEN.path}>データ移行</Link>
        でそのまま読み込めます。
      </p>
      <p className="soft">宿泊者の個人情報を含みます。保存したファイルの扱いに注意してください。</p>
      <div>
        <DownloadButton text="書き出して保存" path="/api/move-in/export.zip" />
      </div>
    </section>
  );
}
