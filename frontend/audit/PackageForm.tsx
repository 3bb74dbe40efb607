import { halfWidth } from '@domain/typed-text.js';
import { useState } from 'react';
import { packageAddress } from './evidence-api.js';
import { positionText } from '../shared/events/event-texts.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { FilterText } from './FilterText.js';

const digits = (text: string): string => halfWidth(text).replace(/\D/g, '');

/** Saves the evidence of a range of positions; everything unless another range is given. */
export function PackageForm({ newest }: { newest: number }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [first, last] = [from === '' ? 1 : Number(from), to === '' ? newest : Number(to)];
  const isWrong = newest > 0 && (first < 1 || first > last || last > newest);
  return (
    <section className="package-form" aria-label="証拠パッケージ">
      <h2>証拠パッケージ</h2>
      <p className="soft">
        記録、チェックポイント、公開鍵と検証プログラムをまとめたZIPファイルです。位置を空欄にすると全件です。
      </p>
      <div className="package-range">
        <FilterText label="最初の位置" width={84} tidy={digits} value={from} onValue={setFrom} />
        <FilterText label="最後の位置" width={84} tidy={digits} value={to} onValue={setTo} />
      </div>
      <p className="package-wrong" role="status">
        {isWrong && `位置は1から${positionText(newest)}までで指定してください。`}
      </p>
      <DownloadButton
        text="証拠パッケージをダウンロード"
        path={packageAddress({ from, to })}
        disabled={isWrong}
      />
    </section>
  );
}
