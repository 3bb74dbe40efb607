import { Button, HTMLSelect, HTMLTable, InputGroup, SegmentedControl, Tag } from '@blueprintjs/core';
import { dayText, yenText } from '@domain/calendar/stay-text.js';
import type { Honorific } from '@domain/reservation/reservation.js';
import type { ReceiptSplit } from '@wire/payment.js';
import { type FormEvent, useState } from 'react';
import { ListState } from '../shared/ui/ListState.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText, useSending } from '../shared/ui/sending.js';
import { useOpened } from '../shared/ui/use-opened.js';
import { HonorificSelect } from './AddresseeFields.js';
import { signedYen } from './money-texts.js';
import { paperNumber } from './PrintedReceipt.js';
import { issueParts, openedParts } from './receipt.js';

const NAME = '領収書を分けて発行';

/** A night or a line that stands on one of the papers. */
type Item = { key: string; name: string; amount: number; night?: string; charge?: number };
type Addressed = { addressee: string; honorific: Honorific };
/** The paper of each item, counted from 0; -1 for none. */
type Papers = { of: Record<string, number>; addressed: Addressed[] };

const itemsOf = ({ nights, charges }: ReceiptSplit): Item[] => [
  ...nights.map(({ night, amount }) => ({ key: night, name: `${dayText(night)}の宿泊`, amount, night })),
  ...charges.map(({ id, kind, name, amount }) => ({
    ...{ key: `line ${id}`, name: name || kind, amount, charge: id },
  })),
];

/** The parts as they were issued last. */
function formerPapers({ parts }: ReceiptSplit, items: readonly Item[]): Papers {
  const of = items.map(({ key, night, charge }) => [
    key,
    parts.findIndex(
      ({ part }) =>
        part?.nights.some((one) => one === night) || (charge !== undefined && part?.charges.includes(charge)),
    ),
  ]);
  return {
    of: Object.fromEntries(of),
    addressed: parts.map(({ addressee, honorific }) => ({ addressee, honorific })),
  };
}

type Way = 'nights' | 'lines' | 'guests';
const WAYS: { value: Way; label: string }[] = [
  { value: 'nights', label: '泊ごと' },
  { value: 'lines', label: '明細ごと' },
  { value: 'guests', label: '宿泊者ごと' },
];

/** A way to split: a paper for each night with the lines on the first, for the stay and each line, or for each guest. */
function papersBy(way: Way, split: ReceiptSplit, items: readonly Item[]): Papers {
  const { nights, guests, addressee, honorific } = split;
  const usual = { addressee, honorific };
  const paperOf = ({ night, charge }: Item): number => {
    const at = nights.findIndex((one) => one.night === night);
    if (way === 'nights') return Math.max(0, at);
    if (way === 'guests') return at >= 0 && at >= Math.ceil(nights.length / 2) ? 1 : 0;
    const line = split.charges.findIndex(({ id }) => id === charge);
    return line < 0 ? 0 : line + (nights.length > 0 ? 1 : 0);
  };
  const of = items.map((item) => [item.key, paperOf(item)] as const);
  const count = Math.max(1, ...of.map(([, paper]) => paper + 1));
  const guest = (index: number): Addressed => ({ addressee: guests[index] ?? addressee, honorific: '様' });
  const addressed = Array.from({ length: count }, (_, index) => (way === 'guests' ? guest(index) : usual));
  return { of: Object.fromEntries(of), addressed };
}

type SplitDialogProps = { bookingId: number; onClose: () => void };

/** 領収書 in parts: which night and line stands on which paper, and to whom each goes; all are printed at once. */
export function ReceiptSplitDialog({ bookingId, onClose }: SplitDialogProps) {
  const { value: split, error } = useOpened(openedParts, bookingId);
  return (
    <Modal title={NAME} isOpen ownFocus onClose={onClose}>
      {(split === null || error !== null) && (
        <ListState
          failure={error?.message ?? null}
          isLoading
          focusesRetry={split === null}
          onRetry={() => openedParts.reload()}
        />
      )}
      <RefusalText text={split?.refusal ?? null} />
      {split && split.refusal === null && <SplitForm key={split.version} split={split} />}
    </Modal>
  );
}

function SplitForm({ split }: { split: ReceiptSplit }) {
  const items = itemsOf(split);
  const [way, setWay] = useState<Way>('nights');
  const [papers, setPapers] = useState<Papers>(() =>
    split.parts.length > 0 ? formerPapers(split, items) : papersBy('nights', split, items),
  );
  const { isSending, refusal, send } = useSending();
  const { of, addressed } = papers;
  const onOf = (key: string, paper: number) =>
    setPapers({
      of: { ...of, [key]: paper },
      addressed:
        addressed[paper] || paper < 0
          ? addressed
          : [...addressed, { addressee: split.addressee, honorific: split.honorific }],
    });
  const parts = addressed.flatMap((to, paper) => {
    const own = items.filter(({ key }) => of[key] === paper);
    if (own.length === 0) return [];
    return { ...to, paper, own, sum: own.reduce((sum, { amount }) => sum + amount, 0) };
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (parts.length === 0) return;
    const body = parts.map(({ addressee, honorific, own }) => ({
      ...{ addressee, honorific, note: split.note },
      nights: own.flatMap(({ night }) => night ?? []),
      charges: own.flatMap(({ charge }) => charge ?? []),
    }));
    void send(() => issueParts(split.id, body, split.version));
  };
  const total = parts.reduce((sum, part) => sum + part.sum, 0);
  return (
    <form className="receipt-split stack" aria-label={NAME} onSubmit={onSubmit}>
      <SegmentedControl
        aria-label="分け方"
        size="small"
        options={WAYS.filter(({ value }) => value !== 'guests' || split.guests.length > 1)}
        value={way}
        onValueChange={(value) => {
          setWay(value as Way);
          setPapers(papersBy(value as Way, split, items));
        }}
      />
      <Items items={items} of={of} count={addressed.length} onOf={onOf} />
      <HTMLTable compact aria-label="分けた領収書">
        <tbody>
          {parts.map(({ paper, addressee, honorific, sum }) => (
            <tr key={paper}>
              <th scope="row">{`${paper + 1}枚目`}</th>
              <td>
                <Addressee
                  number={paper + 1}
                  value={{ addressee, honorific }}
                  onValue={(to) =>
                    setPapers({ of, addressed: addressed.map((one, index) => (index === paper ? to : one)) })
                  }
                />
              </td>
              <td data-figure>{signedYen(sum)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>{`合計（受け取った金額 ${yenText(split.received)}）`}</th>
            <td data-figure>{signedYen(total)}</td>
          </tr>
        </tfoot>
      </HTMLTable>
      <Former {...split} />
      <RefusalText text={refusal} />
      <Button
        type="submit"
        intent="primary"
        autoFocus
        loading={isSending}
        text={`${parts.length}枚を発行して印刷`}
      />
    </form>
  );
}

/** Says which parts were issued, and if they still hold. */
function Former({ parts, is_current }: ReceiptSplit) {
  if (parts.length === 0) return null;
  const numbers = parts.map(({ number }) => `No.${paperNumber(number ?? 0)}`).join('、');
  return (
    <Tag minimal intent={is_current === 1 ? 'none' : 'warning'}>
      {`${numbers} 発行済み${is_current === 1 ? '' : '（内容が変わったため差し替えます）'}`}
    </Tag>
  );
}

type ItemsProps = {
  items: readonly Item[];
  of: Papers['of'];
  count: number;
  onOf: (key: string, paper: number) => void;
};

function Items({ items, of, count, onOf }: ItemsProps) {
  const choices = [
    ...Array.from({ length: count + 1 }, (_, paper) => ({ value: paper, label: `${paper + 1}枚目` })),
    { value: -1, label: '発行しない' },
  ];
  return (
    <HTMLTable compact aria-label="宿泊と明細">
      <tbody>
        {items.map(({ key, name, amount }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td data-figure>{signedYen(amount)}</td>
            <td>
              <HTMLSelect
                aria-label={name}
                options={choices}
                value={of[key] ?? -1}
                onChange={({ currentTarget }) => onOf(key, Number(currentTarget.value))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}

type AddresseeProps = { number: number; value: Addressed; onValue: (value: Addressed) => void };

function Addressee({ number, value, onValue }: AddresseeProps) {
  return (
    <div className="receipt-addressed">
      <InputGroup
        size="small"
        autoComplete="off"
        aria-label={`${number}枚目の宛名`}
        value={value.addressee}
        onValueChange={(addressee) => onValue({ ...value, addressee })}
      />
      <HonorificSelect
        aria-label={`${number}枚目の敬称`}
        value={value.honorific}
        onHonorific={(honorific) => onValue({ ...value, honorific })}
      />
    </div>
  );
}
