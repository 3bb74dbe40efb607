import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import type { EventRecord } from '@wire/event-record.js';
import { NOTHING } from '@wire/value-texts.js';
import { useState } from 'react';
import { copyText } from '../shared/ui/copy-text.js';

/** An event as it is stored, with all that the hash covers. */
export function RawForm({ event }: { event: EventRecord }) {
  const [said, setSaid] = useState('');
  const { stream, version, schema_version, type, recorded_at, request_id, hash, stored, payload } = event;
  const facts = [
    ['ストリーム', stream],
    ['版', String(version)],
    ['形式', `${type} v${schema_version}`],
    ['記録時刻', recorded_at],
    ['要求ID', request_id ?? NOTHING],
    ['ハッシュ', hash],
  ];
  const copy = async () =>
    setSaid((await copyText(stored)) ? 'コピーしました。' : 'コピーできませんでした。');
  return (
    <details className="raw-form">
      <summary>元データ</summary>
      <dl className="event-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="raw-value">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="raw-heading">
        <h3>保存されている文字列</h3>
        <span role="status">{said}</span>
        <Button size="small" icon={<Duplicate size={12} />} text="コピー" onClick={() => copy()} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre tabIndex={0}>{stored}</pre>
      <h3>内容</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
    </details>
  );
}
