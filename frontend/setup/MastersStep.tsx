import { Button } from '@blueprintjs/core';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { USUAL_PAYMENTS } from '@domain/setup/setup.js';
import type { SetupRecord } from '@wire/setup.js';
import { useEffect, useState } from 'react';
import { MasterList } from '../masters/lists/MasterList.js';
import { tellDone } from '../masters/lists.atoms.js';
import { todayAtom } from '../shared/hotel.js';
import { managedList } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { addHolidays, addUsualPayments, beginSetup } from './setup.js';

const KINDS = ['payment', 'corporate', 'staff'] as const;
type Kind = (typeof KINDS)[number];
const TITLES: Readonly<Record<Kind, string>> = { payment: '支払方法', corporate: '法人', staff: 'スタッフ' };

/** マスタ: what bookings choose from, the usual values on one click. */
export function MastersStep({ status }: { status: SetupRecord }) {
  const [kind, setKind] = useState<Kind>('payment');
  useEffect(() => {
    for (const each of KINDS) void managedList(each).load(null);
    return managedList('staff').follow(() => false);
  }, []);
  const fill = async () => {
    if (!(await beginSetup())) return;
    const added = await addUsualPayments();
    if (added === null) return;
    tellDone(added === 0 ? 'よく使う支払方法は、すべて登録済みです。' : `支払方法を${added}件登録しました。`);
    await managedList('payment').load(null);
  };
  const today = useValue(todayAtom);
  const [entering, setEntering] = useState(false);
  const enterHolidays = async () => {
    if (entering || !today || !(await beginSetup())) return;
    setEntering(true);
    const added = await addHolidays(today);
    setEntering(false);
    if (added === null) return;
    tellDone(added === 0 ? '今日から1年の祝日は、すべて入っています。' : `祝日を${added}日分入れました。`);
  };
  const counts: Readonly<Record<Kind, number>> = {
    payment: status.payments,
    corporate: status.corporates,
    staff: status.staff,
  };
  return (
    <div className="setup-masters vertical">
      <div className="setup-usual row">
        <Button
          intent={status.payments === 0 ? 'primary' : 'none'}
          text="よく使う支払方法をまとめて登録"
          onClick={fill}
        />
        <span className="soft">{USUAL_PAYMENTS.join('・')}</span>
      </div>
      <div className="setup-usual row">
        <Button text="祝日をまとめて入れる" loading={entering} onClick={enterHolidays} />
        <span className="soft">今日から1年の国民の祝日・休日。あとからカレンダーの曜日で変更できます。</span>
      </div>
      <p className="soft">{`予約媒体は最初から入っています：${BOOKING_SOURCES.join('・')}`}</p>
      <PaneTabs
        id="setup-masters"
        tabs={KINDS.map((name) => ({ name, content: `${TITLES[name]}（${counts[name]}件）` }))}
        chosen={kind}
        onChoose={setKind}
      />
      <MasterList key={kind} kind={kind} />
    </div>
  );
}
