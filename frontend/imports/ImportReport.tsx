import { Button, Callout } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import {
  type OutcomeCounts as Counts,
  type ImportReport,
  type ImportResult,
  type ReadReservation,
  ROW_OUTCOMES,
} from '@wire/csv-imports.js';
import { Link } from 'react-router-dom';
import { hotelAtom, todayAtom } from '../shared/hotel.js';
import { recordAddress, SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { useValue, useWrite } from '../shared/store.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { queueAtom } from './failed-records.js';
import { dateTimeText, OUTCOME_LABELS, startedAtText } from './import-files.js';
import { closeImport } from './import-panel.js';
import { showFileAtom } from './queue-view.js';
import { roomTypeText, stayTexts } from './record-texts.js';

/** Shows how many rows had each outcome. */
export function OutcomeCounts({ counts }: { counts: Counts }) {
  return (
    <dl className="outcome-counts">
      {ROW_OUTCOMES.map((outcome) => (
        <div key={outcome} data-outcome={outcome} data-none={counts[outcome] === 0 || undefined}>
          <dt>{OUTCOME_LABELS[outcome]}</dt>
          <dd>{countText(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}

const MOST_SHOWN = 200;

/** Address of the hotel's own words for what was paid in advance. */
const PREPAID_WORDS = `${SCREENS.masters.path}?tab=prepaid-word`;

/** Shows who stays when in which kind of room, as a row of the file says it. */
function ReadRow({ reservation }: { reservation: ReadReservation }) {
  const { start, nights } = stayTexts(reservation, useValue(todayAtom));
  return (
    <span className="report-more">
      <strong>{reservation.guest_name_1 || '(宿泊者名なし)'}</strong>
      {`　${start} ${nights}　${roomTypeText(reservation)}`}
    </span>
  );
}

function ResultRow({ result }: { result: ImportResult }) {
  const mayAdd = useMay('manage');
  const { line, booking_number, reason, detail, warnings, reservation, text, outcome, csv_reservation_id } =
    result;
  return (
    <li data-outcome={outcome}>
      <span className="report-line">{countText(line)}行目</span>
      <span>
        {reason && <strong>{reason}</strong>}
        {detail && ` ${detail}`}
        {warnings.length > 0 && <span className="queue-warning">{` ${warnings.join('、')}`}</span>}
        {mayAdd && warnings.includes('支払方法不明') && (
          <>
            {' '}
            <Link to={PREPAID_WORDS}>事前決済の言葉に加える</Link>
          </>
        )}
      </span>
      {csv_reservation_id === null ? (
        <span className="report-number">{booking_number}</span>
      ) : (
        <Link className="report-number" to={recordAddress(csv_reservation_id)}>
          {booking_number || '開く'}
        </Link>
      )}
      {reservation && <ReadRow reservation={reservation} />}
      {text !== null && (
        <details className="report-more soft">
          <summary>ファイルの行</summary>
          <code className="report-text">{text}</code>
        </details>
      )}
    </li>
  );
}

function Rows({ title, results }: { title: string; results: readonly ImportResult[] }) {
  if (results.length === 0) return null;
  const more = results.length - MOST_SHOWN;
  return (
    <section className="report-rows">
      <h3>{`${title} ${countText(results.length)}行`}</h3>
      <ul>
        {results.slice(0, MOST_SHOWN).map((result) => (
          <ResultRow key={result.line} result={result} />
        ))}
      </ul>
      {more > 0 && <p className="soft">{`ほか${countText(more)}行`}</p>}
    </section>
  );
}

/** The rows of a report that staff should look at: the failed ones, and those that something is pointed out about. */
export function ReportRows({ report }: { report: ImportReport }) {
  const failed = report.results.filter(({ outcome }) => outcome === 'failed');
  const warned = report.results.filter(
    ({ outcome, warnings }) => outcome !== 'failed' && warnings.length > 0,
  );
  return (
    <>
      <Rows title="失敗" results={failed} />
      <Rows title="注意" results={warned} />
    </>
  );
}

/** Says how the figures of a file add up, and how many of its failed records wait in the queue. */
function QueueNote({ report }: { report: ImportReport }) {
  const queue = useValue(queueAtom);
  const showFile = useWrite(showFileAtom);
  const parts = ROW_OUTCOMES.filter((outcome) => report[outcome] > 0);
  const sum = parts.map((outcome) => `${OUTCOME_LABELS[outcome]} ${countText(report[outcome])}`);
  const failed = report.results
    .flatMap(({ rooms }) => rooms)
    .flatMap(({ outcome, csv_reservation_id: id }) => (outcome === 'failed' && id !== null ? [id] : []));
  const waiting = failed.filter((id) => queue?.records.has(id));
  return (
    <>
      <p>{`${countText(report.rows)}行 = ${sum.join(' + ')}`}</p>
      {failed.length > 0 && (
        <p className="queue-note row">
          {queue === null
            ? '失敗の一覧を読み込めていないため、残りの件数は分かりません。'
            : waiting.length === 0
              ? '失敗した予約は、すべて処理済みです。'
              : `失敗した${countText(failed.length)}室のうち、${countText(waiting.length)}室が失敗の一覧に残っています。`}
          {waiting.length > 0 && (
            <Button size="small" text="失敗の一覧で見る" onClick={() => showFile(report.file_name, failed)} />
          )}
        </p>
      )}
    </>
  );
}

/** Shows the result of an import. */
export function ShownReport({ report }: { report: ImportReport }) {
  const timezone = useValue(hotelAtom)?.timezone;
  const when = dateTimeText(report.finished_at ?? report.received_at, timezone);
  return (
    <section className="import-step stack" aria-label="取り込みの結果" data-done data-focus-next>
      <h3 className="file-name">{report.file_name}</h3>
      <p className="soft" role="status">
        {`${report.status === 'failed' ? `${countText(report.rows)}行のうち${countText(report.done)}行` : `${countText(report.rows)}行`}を取り込みました · ${when} · ${startedAtText(report)}`}
      </p>
      {report.failure && (
        <Callout intent="danger" compact>
          {report.failure}
        </Callout>
      )}
      <OutcomeCounts counts={report} />
      <QueueNote report={report} />
      <div className="import-buttons">
        {report.failed > 0 && (
          <DownloadButton path={`/api/csv-imports/${report.id}/failed.csv`} text="失敗行をCSVで保存" />
        )}
        <Button text="結果を閉じる" onClick={closeImport} />
      </div>
      <ReportRows report={report} />
    </section>
  );
}
