import { Button, Spinner } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import type { RoomMonthsChanged } from '@wire/room-months.js';
import { useValue } from '../../shared/store.js';
import { DownloadButton } from '../../shared/ui/DownloadButton.js';
import { FileButton } from '../../shared/ui/FileButton.js';
import { type CsvPanel, chooseCsv, closeCsv, csvPanelAtom, importCsv } from '../room-changes.js';
import { roomMonthsCsvAddress } from '../rooms.atoms.js';
import { ChangeCounts } from './BulkPane.js';

function Step({ panel }: { panel: CsvPanel }) {
  switch (panel.step) {
    case 'idle':
      return null;
    case 'checking':
    case 'importing':
      return (
        <div className="import-step csv-step stack" role="status">
          <Spinner size={18} />
          <p>{`${panel.file.name} ${panel.step === 'checking' ? 'の内容を確認しています' : 'を取り込んでいます'}`}</p>
        </div>
      );
    case 'checked':
      return <CheckedCsv {...panel} />;
    case 'refused':
      return (
        <section className="import-step csv-step csv-refused stack" aria-label="取り込めない理由">
          <div role="alert">
            <h2>{panel.file.name}</h2>
            <p>取り込めませんでした。部屋は変わっていません。ファイルを直して、もう一度選択してください。</p>
            <ul>
              {panel.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <Button size="small" text="閉じる" onClick={closeCsv} />
        </section>
      );
    default:
      return panel satisfies never;
  }
}

/** CSV: the rooms of the month as a file, and a file as rooms. */
export function CsvPane({ month, onOpen }: { month: Month; onOpen: () => void }) {
  const panel = useValue(csvPanelAtom);
  return (
    <>
      <section className="csv-part stack" aria-label="CSV書出">
        <h2>CSV書出</h2>
        <p className="soft">{`${monthText(month)}の全室をファイルに保存します。表計算ソフトで直して取り込めます。`}</p>
        <DownloadButton size="small" text="ファイルに保存" path={roomMonthsCsvAddress(month)} />
      </section>
      <section className="csv-part stack" aria-label="CSV取込">
        <h2>CSV取込</h2>
        {panel.step === 'idle' && (
          <p className="soft">
            CSVファイルを画面のどこかにドロップするか、選択してください。取り込む前に内容を確認します。
          </p>
        )}
        <FileButton
          keyName="chooseRoomsFile"
          label="部屋のCSVファイル"
          onOpen={onOpen}
          onChoose={chooseCsv}
        />
        <Step panel={panel} />
      </section>
    </>
  );
}

/** Shows the effect of importing the file, and asks for it. */
function CheckedCsv({ file, result }: { file: File; result: RoomMonthsChanged }) {
  const nothing = result.created + result.changed === 0;
  return (
    <section className="import-step csv-step stack" aria-label="取り込みの確認">
      <h2>{file.name}</h2>
      <p className="soft">まだ取り込んでいません。</p>
      <ChangeCounts counts={result} />
      {nothing && <p className="soft">取り込んでも、変わる部屋はありません。</p>}
      <div className="import-buttons">
        <Button autoFocus intent="primary" text="取り込む" onClick={importCsv} />
        <Button text="やめる" onClick={closeCsv} />
      </div>
    </section>
  );
}
