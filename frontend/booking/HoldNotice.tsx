import { Callout } from '@blueprintjs/core';
import { useValue } from '../shared/store.js';
import { holdWarningsAtom } from './hold.js';
import './hold.css';

/** Warns that another terminal is about to book the chosen room as well; saving stays possible. */
export function HoldNotice() {
  const warnings = useValue(holdWarningsAtom);
  return (
    <div role="status" className="hold-notice" hidden={warnings.length === 0}>
      {warnings.map((warning) => (
        <Callout key={warning} compact intent="warning" icon={null}>
          {warning}
        </Callout>
      ))}
    </div>
  );
}
