import { dayText, stayText } from '@domain/calendar/stay-text.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { StaffRecord } from '@wire/master-records.js';
import { Suspense, useEffect, useState } from 'react';
import { HistoryButton } from '../booking/history/HistoryButton.js';
import { get } from '../shared/api/request.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { Modal } from '../shared/ui/Modal.js';
import { pastMarkAtom } from './past/past-mark.js';

const DetailActions = lazyPart(async () => (await import('../booking-panel/DetailActions.js')).DetailActions);

const UNKNOWN = '不明';
const UNNAMED = '未定義';

/** The name of the staff member in charge (spec 8, staff lookup). */
async function staffName(id: number | null): Promise<string> {
  if (id === null) return UNKNOWN;
  try {
    const { data } = await get<StaffRecord>(`/api/staff/${id}`);
    return data.name || UNNAMED;
  } catch (error) {
    console.error('staff', error);
    return UNKNOWN;
  }
}

const GENDERS = { male: '男性', female: '女性' } as const;
const genderText = (gender: 'male' | 'female' | null) => (gender ? GENDERS[gender] : '');

/** Returns the lines of the list; null ones are left out. */
function factsOf(record: BookingRecord, roomNumber: string, staff: string): [string, string | null][] {
  return [
    ['予約者名', record.reserver_name],
    ['宿泊者名1', record.guest_name_1],
    ['性別1', genderText(record.gender_1)],
    ['宿泊者名2', record.guest_name_2 || null],
    ['性別2', record.guest_name_2 ? genderText(record.gender_2) : null],
    ['部屋番号', roomNumber],
    ['法人', record.corporate === 1 ? 'はい' : 'いいえ'],
    ['宿泊期間', stayText({ start: record.stay_start, end: record.stay_end })],
    ['チェックイン日', record.checkin_date ? dayText(record.checkin_date) : '未チェックイン'],
    ['チェックアウト日', record.checkout_date ? dayText(record.checkout_date) : '未チェックアウト'],
    ['利用目的', record.purpose],
    ['予約媒体', record.booking_source],
    ['支払状況', record.payment_status],
    ['クーポン', record.coupon === 1 ? '有' : '無'],
    ['利用ポイント', record.used_points > 0 ? '有' : '無'],
    ['担当者', staff],
    ['備考', record.notes || null],
  ];
}

type DetailModalProps = { booking: ShownBooking; onClose: () => void };

/** Everything about a booking, to read (spec 2); in the past as it stood then. */
export function DetailModal({ booking, onClose }: DetailModalProps) {
  const { record, roomNumber } = booking;
  const mark = useValue(pastMarkAtom);
  const [staff, setStaff] = useState('');
  useEffect(() => {
    let shown = true;
    void staffName(record.staff_id).then((name) => shown && setStaff(name));
    return () => {
      shown = false;
    };
  }, [record.staff_id]);
  return (
    <Modal title="予約詳細" isOpen onClose={onClose} actions={mark && <HistoryButton id={record.id} />}>
      {mark ? (
        <p className="past-mark">{mark}</p>
      ) : (
        <Suspense>
          <DetailActions id={record.id} />
        </Suspense>
      )}
      <dl className="facts">
        {factsOf(record, roomNumber || '部屋が見つかりません', staff)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  );
}
