import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { daysBetween } from '@domain/dates.js';
import type { AccountRecord } from '@wire/account.js';
import { useId } from 'react';
import { signedYen } from './money-texts.js';

type Tax = AccountRecord['lodging_taxes'][number];

function nameOf({ levy, start, end, persons, yen, is_included }: Tax, exemption: string | null): string {
  const nights = `${yen.toLocaleString('ja-JP')}円×${persons}名×${daysBetween(start, end)}泊`;
  const how = is_included === 1 ? '料金に含む・不課税' : '不課税';
  return `宿泊税 ${levy} ${exemption === null ? `${nights}（${how}）` : `免除（${exemption}）`}`;
}

/** The 宿泊税 of a stay, a line for each levy and price. */
export function LodgingTaxRows({ lodging_taxes, exemption }: AccountRecord) {
  return lodging_taxes.map((tax) => (
    <tr key={`${tax.start} ${tax.levy}`}>
      <th scope="row">{nameOf(tax, exemption)}</th>
      <td data-figure>{tax.is_included === 1 ? `(${signedYen(tax.amount)})` : signedYen(tax.amount)}</td>
    </tr>
  ));
}

type ExemptionChoiceProps = {
  account: AccountRecord;
  onChoose: (exemption: string | null, text: string) => void;
};

/** Chooses why the guests of a stay are exempt from the 宿泊税; nothing where it has none. */
export function ExemptionChoice({ account, onChoose }: ExemptionChoiceProps) {
  const id = useId();
  const { exemption, exemptions, lodging_taxes } = account;
  if (lodging_taxes.length === 0) return null;
  const choices = [...new Set([...exemptions, ...(exemption === null ? [] : [exemption])])];
  if (choices.length === 0) return null;
  return (
    <FormGroup inline label="宿泊税の免除" labelFor={id} className="exemption-choice">
      <HTMLSelect
        id={id}
        value={exemption ?? ''}
        options={[{ value: '', label: 'なし（課税）' }, ...choices.map((value) => ({ value, label: value }))]}
        onChange={({ currentTarget: { value } }) =>
          onChoose(value || null, value ? `宿泊税を免除（${value}）` : '宿泊税の免除をやめる')
        }
      />
    </FormGroup>
  );
}
