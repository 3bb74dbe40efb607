import { Button } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import type { Checkpoint } from '@wire/evidence.js';
import { instantText } from '@wire/value-texts.js';
import { useEffect, useState } from 'react';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { ListState } from '../shared/ui/ListState.js';
import { Facts } from './EventDetail.js';
import { digits, FilterText } from './EventFilters.js';
import { createCheckpoint, evidence, madeAtom, packageAddress, signingAtom } from './evidence.atoms.js';

function Checkpoints({ checkpoints }: { checkpoints: readonly Checkpoint[] }) {
  const timezone = useValue(hotelAtom)?.timezone;
  if (checkpoints.length === 0) return <p className="soft">チェックポイントはまだありません。</p>;
  return (
    <table className="changes-table checkpoints">
      <thead>
        <tr>
          <th scope="col">記録番号</th>
          <th scope="col">署名した日時</th>
          <th scope="col">ハッシュ</th>
        </tr>
      </thead>
      <tbody>
        {checkpoints.map(({ position, created_at, hash }) => (
          <tr key={`${position} ${created_at}`}>
            <td>{countText(position)}</td>
            <td>{timezone && instantText(created_at, timezone)}</td>
            <td className="raw-value">{hash.slice(0, 12)}…</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Tells unmistakably that the log can no longer be vouched for, or that this is not known. */
function Trouble() {
  const { value, error } = useValue(evidence.atom);
  const trouble = value?.trouble ?? null;
  if (error !== null) return <ListState failure={error.message} onRetry={() => evidence.load(null)} />;
  if (trouble === null) return null;
  return (
    <div className="evidence-trouble" role="alert">
      <strong>チェックポイントを作成できません</strong>
      <p>{trouble}</p>
    </div>
  );
}

function MakeCheckpoint() {
  const signing = useValue(signingAtom);
  const made = useValue(madeAtom);
  return (
    <div className="make-checkpoint row">
      <Button text="チェックポイントを作成" aria-disabled={signing} onClick={() => createCheckpoint()} />
      <span role="status">
        {signing && '作成中…'}
        {made !== null && `記録番号 ${countText(made)} まで署名しました。`}
      </span>
    </div>
  );
}

/** 証拠: the signed checkpoints, and all that a third party needs to check the log. */
export function EvidencePane({ shown }: { shown: boolean }) {
  const { value: state } = useValue(evidence.atom);
  const logId = useValue(hotelAtom)?.log_id;
  // The folder may hold those of an earlier log.
  const checkpoints = state?.checkpoints.filter(({ log_id }) => log_id === logId) ?? [];
  useEffect(() => {
    if (shown) void evidence.load(null);
  }, [shown]);
  return (
    <>
      <p className="soft">
        記録が後から書き換えられていないことを、第三者が自分の端末で確かめるための証拠です。チェックポイントは「この番号までの記録はこの内容だった」という署名で、データベースの外に保存されます。
      </p>
      <Trouble />
      {state && (
        <>
          <Facts
            facts={[
              ['鍵の指紋', state.key_id],
              ['保存先', state.folder],
              ['自動作成', state.every_minutes > 0 ? `${state.every_minutes}分ごと` : 'なし'],
            ]}
            isRaw
          />
          {state.unreadable_lines > 0 && (
            <p className="package-wrong">{`読み取れない行が${state.unreadable_lines}行あります。`}</p>
          )}
          <MakeCheckpoint />
          <section>
            <h2>新しいチェックポイント</h2>
            <Checkpoints checkpoints={checkpoints.slice(0, 20)} />
          </section>
        </>
      )}
      <PackageForm newest={checkpoints[0]?.position ?? 0} />
    </>
  );
}

/** Saves the evidence of a range of positions; everything unless another range is given. */
function PackageForm({ newest }: { newest: number }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [first, last] = [from === '' ? 1 : Number(from), to === '' ? newest : Number(to)];
  const isWrong = newest > 0 && (first < 1 || first > last || last > newest);
  return (
    <section className="package-form stack" aria-label="証拠パッケージ">
      <h2>証拠パッケージ</h2>
      <p className="soft">
        記録、チェックポイント、公開鍵と検証プログラムをまとめたZIPファイルです。記録番号を空欄にすると全件です。
      </p>
      <div className="package-range">
        <FilterText label="最初の番号" width={84} tidy={digits} value={from} onValue={setFrom} />
        <FilterText label="最後の番号" width={84} tidy={digits} value={to} onValue={setTo} />
      </div>
      <p className="package-wrong" role="status">
        {isWrong && `記録番号は1から${countText(newest)}までで指定してください。`}
      </p>
      <DownloadButton
        text="証拠パッケージをダウンロード"
        path={packageAddress({ from, to })}
        disabled={isWrong}
      />
    </section>
  );
}
