import { Button } from '@blueprintjs/core';
import type { RoomMonthsChanged } from '@wire/room-months.js';
import { useEffect, useRef } from 'react';
import { closeCsv, importCsv } from '../room-csv.js';
import { focusIfLost } from '../focus-if-lost.js';
import { ChangeCounts } from './ChangeCounts.js';

/** What taking the file over would do, and whether to do it. */
export function CheckedCsv({ file, result }: { file: File; result: RoomMonthsChanged }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => void button.current?.focus(), []);
  const giveUp = () => {
    closeCsv();
    focusIfLost();
  };
  const nothing = result.created + result.changed === 0;
  return (
    <section className="csv-step" aria-label="取り込みの確認">
      <h2>{file.name}</h2>
      <p className="soft">まだ取り込んでいません。</p>
      <ChangeCounts counts={result} />
      {nothing && <p className="soft">取り込んでも、変わる部屋はありません。</p>}
      <div className="import-buttons">
        <Button
          ref={button}
          intent="primary"
          text="取り込む"
          onClick={() => importCsv().then(() => focusIfLost())}
        />
        <Button text="やめる" onClick={giveUp} />
      </div>
    </section>
  );
}
