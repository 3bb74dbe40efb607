import { SegmentedControl } from '@blueprintjs/core';
import { useEffect } from 'react';
import { managedList } from '../../shared/masters.js';
import { MasterList } from './MasterList.js';

/** The lists under 連携. */
export const INTEGRATION_KINDS = ['service-account', 'webhook', 'ical-address'] as const;
type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

const OPTIONS: { value: IntegrationKind; label: string }[] = [
  { value: 'service-account', label: 'アカウントとキー' },
  { value: 'webhook', label: 'Webhook（記録の送信）' },
  { value: 'ical-address', label: 'カレンダー（iCal）' },
];

const MINUTE_MS = 60_000;

type IntegrationListsProps = { kind: IntegrationKind; onChoose: (kind: IntegrationKind) => void };

/** 連携: the programs that call, those that are sent to, and calendars to subscribe to. Reads them each minute: uses are no changes. */
export function IntegrationLists({ kind, onChoose }: IntegrationListsProps) {
  useEffect(() => {
    const timer = setInterval(() => void managedList(kind).reload(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [kind]);
  return (
    <div className="integrations vertical">
      <SegmentedControl
        size="small"
        aria-label="連携の種類"
        options={OPTIONS}
        value={kind}
        onValueChange={(value) => onChoose(value as IntegrationKind)}
      />
      <MasterList key={kind} kind={kind} />
    </div>
  );
}
