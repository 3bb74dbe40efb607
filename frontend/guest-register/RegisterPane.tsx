import './guest-register.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { Download, Print } from '@blueprintjs/icons';
import { type Day, monthOf } from '@domain/dates.js';
import type { RegisterList } from '@wire/guest-register.js';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { alertFailure } from '../shared/alert-failure.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { useSending } from '../shared/ui/sending.js';
import { saveList, takeList } from './register.js';

const PICKER = { start: null, earliest: null, latest: null };

/** 宿泊者名簿: the list of a period for the office, on paper or as a file, each in one step; the log says who took it. */
export function RegisterPane({ today }: { today: Day }) {
  const [period, setPeriod] = useState({ start_date: monthOf(today) as string, end_date: today as string });
  const [printed, setPrinted] = useState<RegisterList | null>(null);
  const { isSending, send } = useSending();
  const doing = (work: () => Promise<unknown>) => send(() => work().catch(alertFailure));
  const print = async () => {
    const list = await takeList(period);
    flushSync(() => setPrinted(list));
    window.print();
    setPrinted(null);
  };
  return (
    <section className="register-pane stack" aria-label="宿泊者名簿">
      <h2>宿泊者名簿の出力</h2>
      <p>
        この期間に宿泊したすべての方の名簿です。保健所などから求められたときに出力します。出力したことは、担当者と日時とともに記録されます。
      </p>
      <div className="row">
        <DayInput
          label="開始日"
          value={period.start_date}
          isRequired
          picker={PICKER}
          onDay={(start) => start && setPeriod({ ...period, start_date: start })}
        />
        <span>～</span>
        <DayInput
          label="終了日"
          value={period.end_date}
          isRequired
          picker={PICKER}
          onDay={(end) => end && setPeriod({ ...period, end_date: end })}
        />
        <Button
          size="small"
          intent="primary"
          icon={<Print size={14} />}
          text="印刷"
          loading={isSending}
          onClick={() => void doing(print)}
        />
        <Button
          size="small"
          icon={<Download size={14} />}
          text="CSV"
          loading={isSending}
          onClick={() => void doing(() => saveList(period))}
        />
      </div>
      <p className="soft">宿泊の終わりから3年を過ぎた名簿は自動で削除され、出力されません。</p>
      {printed && <PrintedList list={printed} />}
    </section>
  );
}

function PrintedList({ list: { start_date, end_date, rows } }: { list: RegisterList }) {
  const hotel = useValue(hotelAtom);
  const asksOccupation = hotel?.asks_occupation === 1;
  return createPortal(
    <section className="printed printed-register">
      <h1>{`宿泊者名簿 ${start_date}～${end_date}（泊）`}</h1>
      <p>{[hotel?.name, hotel?.address].filter(Boolean).join('　')}</p>
      <HTMLTable compact>
        <thead>
          <tr>
            {['到着', '出発', '部屋', '氏名', '住所', '連絡先'].map((name) => (
              <th key={name}>{name}</th>
            ))}
            {asksOccupation && <th>職業</th>}
            <th>国籍</th>
            <th>旅券番号</th>
            <th>写し</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.booking_id} ${row.number}`}>
              <td>{row.arrival}</td>
              <td>{row.departure}</td>
              <td>{row.room_number}</td>
              <td>{row.name}</td>
              <td>{row.address}</td>
              <td>{row.contact}</td>
              {asksOccupation && <td>{row.occupation}</td>}
              <td>{row.nationality}</td>
              <td>{row.passport_number}</td>
              <td>{row.has_passport ? 'あり' : ''}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>,
    document.body,
  );
}
