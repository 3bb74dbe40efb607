import { Import } from '@blueprintjs/icons';
import type { ImportSummary } from '@wire/csv-imports.js';
import { Link } from 'react-router-dom';
import { QUEUE_ADDRESS } from '../imports/record-texts.js';
import { outcomeText } from './act-texts.js';

/** What was imported, in one line. */
export function ImportSums({ imports }: { imports: readonly ImportSummary[] }) {
  return (
    <section className="person" aria-label="自動登録">
      <h3>
        <Import size={14} />
        自動登録
        <span className="person-sum">
          取込 {imports.length}件　{outcomeText(imports)}
        </span>
        <Link to={QUEUE_ADDRESS}>自動登録の画面</Link>
      </h3>
    </section>
  );
}
