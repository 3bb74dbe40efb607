import { countText } from '@domain/calendar/stay-text.js';
import './move-in.css';
import { Button, Tag } from '@blueprintjs/core';
import type { MoveInSummary } from '@wire/move-in.js';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { FileButton } from '../shared/ui/FileButton.js';
import { ListState } from '../shared/ui/ListState.js';
import { useFileDrop } from '../shared/ui/use-file-drop.js';
import { MoveInPane } from './MoveInPane.js';
import { moveInFile, moveInFiles, openMoveIn, sendFile, sendingAtom } from './move-in.js';

/** データ移行: a file of another system, what its columns are, and what becomes of its rows. */
export function MoveInScreen() {
  const [search, setSearch] = useSearchParams();
  const { value: file, status } = useValue(moveInFile.atom);
  const wanted = Number(search.get('file') ?? '') || null;
  useEffect(() => void openMoveIn(), []);
  useEffect(() => {
    if (wanted === null) moveInFile.reset();
    else void moveInFile.load(wanted);
  }, [wanted]);
  const open = (id: number | null) => setSearch(id === null ? {} : { file: String(id) });
  const take = async (files: File[]) => {
    const id = await sendFile(files);
    if (id !== null) open(id);
  };
  const dropping = useFileDrop((files) => void take(files));
  return (
    <div className="move-in">
      <div className="move-in-bar row">
        <FileButton
          keyName="moveInFile"
          label="旧システムのファイル"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
          onChoose={take}
        />
        {file && (
          <>
            <h2 className="file-name">{file.file_name}</h2>
            <span className="soft">{`${countText(file.rows)}行`}</span>
            <Button size="small" text="一覧に戻る" onClick={() => open(null)} />
          </>
        )}
      </div>
      {file && <MoveInPane key={`${file.id}`} file={file} />}
      {!file && wanted !== null && (
        <ListState
          isLoading={status === 'loading'}
          failure={status === 'failed' ? 'ファイルを読み込めませんでした。' : null}
          onRetry={() => moveInFile.load(wanted)}
        />
      )}
      {wanted === null && <Welcome onOpen={open} />}
      {dropping && <div className="drop-cover">ここで離すと、列を確認します。まだ移行しません</div>}
    </div>
  );
}

/** Says what to do, before there is a file; and lists the files of before. */
function Welcome({ onOpen }: { onOpen: (id: number) => void }) {
  const sending = useValue(sendingAtom);
  const { value: files } = useValue(moveInFiles.atom);
  return (
    <div className="move-in-welcome">
      <section className="stack">
        <h2>旧システムの予約をまとめて移行します</h2>
        <ol className="move-in-steps">
          <li>
            旧システムから予約の一覧をCSV・TSV・Excelのファイルで出力し、ここで選択します(画面にドロップもできます)。
          </li>
          <li>どの列が何かを確かめます。列の名前と中身から見当を付けてあります。</li>
          <li>事前チェックで、移行できる件数と、要修正の理由が行ごとに分かります。まだ何も登録しません。</li>
          <li>移行します。同じ予約は何度移行しても1件です。</li>
        </ol>
        <p className="soft">
          列の名前や順番は問いません。CSVとTSVの文字コードはUTF-8かShift_JIS、Excelは.xlsxで、行がいちばん多いシートを読み込みます。
        </p>
        <p role="status">{sending ? 'ファイルを読み込んでいます…' : ''}</p>
      </section>
      {files && files.length > 0 && <Files files={files} onOpen={onOpen} />}
    </div>
  );
}

/** The files that were chosen before, on any terminal. */
function Files({ files, onOpen }: { files: readonly MoveInSummary[]; onOpen: (id: number) => void }) {
  const timeZone = useValue(hotelAtom)?.timezone;
  const when = (instant: string) =>
    new Date(instant).toLocaleString('ja-JP', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (
    <section className="move-in-files">
      <h2>これまでのファイル</h2>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" className="list-button" onClick={() => onOpen(file.id)}>
              <span className="file-name">{file.file_name}</span>
              <span className="soft">{when(file.received_at)}</span>
              <span>{`${countText(file.rows)}行のうち${countText(file.moved)}件を移行済み`}</span>
              {file.status === 'running' && <Tag intent="primary">実行中</Tag>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
