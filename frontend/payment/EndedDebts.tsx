import { Button, HTMLTable } from '@blueprintjs/core';
import { dayText, stayRangeText } from '@domain/calendar/stay-text.js';
import { DEBT_AGES } from '@domain/payment/invoice.js';
import type { Receivables } from '@wire/invoice.js';
import { openPanel } from '../shared/open-panel.js';
import { TableHead } from '../shared/ui/TableHead.js';
import { AGE_NAMES, matching } from './invoices.js';
import { Yen } from './money-texts.js';

type EndedDebtsProps = Pick<Receivables, 'ended' | 'ended_sums'> & { text: string };

/** 個人・取消: fees of cancellations and no-shows that are not paid, by age; each opens its booking, where it is taken. */
export function EndedDebts({ ended, ended_sums, text }: EndedDebtsProps) {
  if (ended.length === 0) return null;
  const shown = matching(ended, ({ guest_name }) => guest_name, text);
  const list = shown.map(({ booking_id }) => booking_id);
  const more = ended_sums.count - ended.length;
  return (
    <HTMLTable compact aria-label="個人・取消">
      <caption>{`個人・取消（キャンセル料の未払い）${more > 0 ? ` 新しい順に${ended.length}件` : ''}`}</caption>
      <TableHead
        names={['宿泊者', '区分', '発生日', '部屋', '宿泊予定']}
        figures={[...AGE_NAMES, '未払い']}
      />
      <tbody>
        {shown.map((debt) => (
          <tr key={debt.booking_id}>
            <th scope="row">
              <Button
                size="small"
                variant="minimal"
                intent="primary"
                text={debt.guest_name}
                onClick={() => openPanel({ kind: 'booking', id: debt.booking_id }, list)}
              />
            </th>
            <td>{debt.ended === 'キャンセル' ? '取消' : debt.ended}</td>
            <td>{dayText(debt.since)}</td>
            <td>{debt.room_number}</td>
            <td>{stayRangeText({ start: debt.stay_start, end: debt.stay_end })}</td>
            {DEBT_AGES.map((age) => (
              <Yen key={age} amount={age === debt.age ? debt.amount : 0} />
            ))}
            <Yen amount={debt.amount} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>{`合計 ${ended_sums.count}件`}</th>
          {DEBT_AGES.map((age) => (
            <Yen key={age} amount={ended_sums[age]} />
          ))}
          <Yen amount={ended_sums.sum} />
        </tr>
      </tfoot>
    </HTMLTable>
  );
}
