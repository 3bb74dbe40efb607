import { Tag } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import { addMonths, type Month } from '@domain/dates.js';
import type { InvoiceRecord, InvoiceState } from '@wire/invoice.js';
import { StepButton } from '../shared/ui/StepButton.js';
import { paperNumber } from './PrintedReceipt.js';

type MonthStepsProps = { month: Month; onMonth: (month: Month) => void };

/** The month up to which stays are billed, one before and one after. */
export function MonthSteps({ month, onMonth }: MonthStepsProps) {
  return (
    <span className="report-steps row">
      <StepButton name="前の月" steps={-1} onStep={() => onMonth(addMonths(month, -1))} />
      <output aria-label="対象の月">{`${monthText(month)}まで`}</output>
      <StepButton name="次の月" steps={1} onStep={() => onMonth(addMonths(month, 1))} />
    </span>
  );
}

const STATE_NAMES: Readonly<Record<InvoiceState, string>> = {
  open: '未入金',
  partly: '一部入金',
  paid: '入金済',
  cancelled: '取消',
};

/** The state of an invoice in words, with what is special about it. */
export function InvoiceStateTags({ state, is_overdue, is_outdated, replaced_by }: InvoiceRecord) {
  return (
    <span className="invoice-tags">
      <Tag minimal intent={state === 'paid' ? 'success' : 'none'}>
        {replaced_by === null ? STATE_NAMES[state] : `No.${paperNumber(replaced_by)} に差替`}
      </Tag>
      {is_overdue === 1 && (
        <Tag minimal intent="danger">
          期限超過
        </Tag>
      )}
      {is_outdated === 1 && state !== 'paid' && (
        <Tag minimal intent="warning">
          料金の変更あり
        </Tag>
      )}
    </span>
  );
}
