import { Button } from '@blueprintjs/core';
import { unknownPaymentWord } from '@domain/imports/payment-word.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { useState } from 'react';
import { alertFailure } from '../shared/alert-failure.js';
import { type ManagedRecord, retireManaged, saveManaged } from '../shared/api/managed-masters-api.js';
import { useMay } from '../shared/session-staff.js';

/** Offers admins to count a record's unknown 支払方法 as paid in advance from the next import on, and to take that back. */
export function PrepaidWordOffer({ record }: { record: Pick<CsvRecord, 'warnings' | 'notes'> }) {
  const mayAdd = useMay('manage');
  const [defined, setDefined] = useState<ManagedRecord | null>(null);
  const [working, setWorking] = useState(false);
  const word = unknownPaymentWord(record);
  if (word === null || !mayAdd) return null;
  const isAdded = defined !== null && defined.is_retired === 0;
  const change = async () => {
    if (working) return;
    setWorking(true);
    const work =
      defined === null
        ? saveManaged('prepaid-word', null, { word })
        : retireManaged('prepaid-word', defined, isAdded ? 1 : 0);
    await work.then(setDefined, alertFailure);
    setWorking(false);
  };
  return (
    <p className="row">
      <span role="status">
        {isAdded
          ? `「${word}」は、次の取込から事前決済（済）として扱います。`
          : `支払方法「${word}」が分かりません。`}
      </span>
      <Button
        size="small"
        text={isAdded ? '元に戻す' : '事前決済の言葉に加える'}
        aria-disabled={working}
        onClick={change}
      />
    </p>
  );
}
