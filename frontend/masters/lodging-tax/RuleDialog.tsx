import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Add, Trash } from '@blueprintjs/icons';
import type { Day } from '@domain/dates.js';
import type { LodgingTaxRuleRecord } from '@wire/lodging-tax.js';
import { useId, useState } from 'react';
import { DayInput } from '../../shared/ui/DateInput.js';
import { Modal } from '../../shared/ui/Modal.js';
import { Entry, EntryField, EntryForm } from '../EntryForm.js';
import { refusalOf, tellDone } from '../lists.atoms.js';
import { changedText } from './changed-text.js';
import { readPrice, readTax, saveRule, taxText } from './lodging-tax.js';
import { PRESETS, type Preset, USUAL_EXEMPTIONS } from './presets.js';

type TypedBracket = { key: number; from: string; tax: string };
type TypedLevy = { key: number; name: string; brackets: TypedBracket[] };
type Typed = { name: string; firstDay: string; isIncluded: string; levies: TypedLevy[]; exemptions: string };

let keys = 0;
const bracket = (from = '', tax = ''): TypedBracket => ({ key: ++keys, from, tax });
const levy = (name = '', brackets = [bracket('0')]): TypedLevy => ({ key: ++keys, name, brackets });
const levyOf = ({ name, brackets }: LodgingTaxRuleRecord['levies'][number]): TypedLevy =>
  levy(
    name,
    brackets.map((one) => bracket(one.from.toLocaleString('ja-JP'), taxText(one))),
  );

function typedOf(rule: LodgingTaxRuleRecord | null, today: Day): Typed {
  if (!rule) {
    const exemptions = USUAL_EXEMPTIONS.join('、');
    return { name: '', firstDay: today, isIncluded: '0', levies: [levy()], exemptions };
  }
  return {
    ...{ name: rule.name, firstDay: rule.first_day, isIncluded: String(rule.is_included) },
    ...{ levies: rule.levies.map(levyOf), exemptions: rule.exemptions.join('、') },
  };
}

const bodyOf = ({ name, firstDay, isIncluded, levies, exemptions }: Typed) => ({
  ...{ name, first_day: firstDay, is_included: Number(isIncluded) },
  levies: levies.map((one) => ({
    name: one.name,
    brackets: one.brackets.map(({ from, tax }) => ({ from: readPrice(from), ...readTax(tax) })),
  })),
  exemptions: exemptions
    .split(/[、,，\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== ''),
});

const INCLUDED = [
  { value: '0', text: '宿泊料金のほかにいただく' },
  { value: '1', text: '宿泊料金に含む' },
];

type RuleDialogProps = { rule: LodgingTaxRuleRecord | null; today: Day; onClose: () => void };

/** A rule of the 宿泊税 to be entered or changed; a usual one fills the form. */
export function RuleDialog({ rule, today, onClose }: RuleDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => typedOf(rule, today));
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const submit = async () => {
    try {
      const { name, bookings } = await saveRule(rule, bodyOf(typed));
      tellDone(changedText(name, '保存しました', bookings));
      onClose();
      return 'done';
    } catch (error) {
      return refusalOf(error, ['name', 'first_day', 'exemptions']);
    }
  };
  const take = ({ name, first_day, levies }: Preset) =>
    set({ name, firstDay: first_day ?? today, levies: levies.map(levyOf) });
  return (
    <Modal
      title={rule ? `宿泊税 ${rule.name}` : '宿泊税の追加'}
      isOpen
      ownFocus
      onClose={onClose}
      className="tax-dialog"
      actions={<Button type="submit" form={id} intent="primary" text="保存" />}
    >
      <EntryForm id={id} label="宿泊税" className="stack" onSubmit={submit}>
        {(sending, errors) => (
          <>
            {!rule && <Presets onTake={take} />}
            <div className="tax-fields">
              <Entry
                {...{ id: `${id}-name`, label: '名称', required: true, maxLength: 50, value: typed.name }}
                autoFocus
                {...(errors.name !== undefined && { error: errors.name })}
                onChange={(name) => set({ name })}
              />
              <EntryField
                {...{ id: `${id}-day`, label: '開始日', required: true }}
                {...(errors.first_day !== undefined && { error: errors.first_day })}
              >
                <DayInput
                  id={`${id}-day`}
                  label="開始日"
                  value={typed.firstDay}
                  isRequired
                  picker={{ start: null, earliest: null, latest: null }}
                  onDay={(firstDay) => firstDay && set({ firstDay })}
                />
              </EntryField>
              <Entry
                {...{ id: `${id}-included`, label: 'いただき方', value: typed.isIncluded, choices: INCLUDED }}
                onChange={(isIncluded) => set({ isIncluded })}
              />
            </div>
            <Levies levies={typed.levies} onLevies={(levies) => set({ levies })} />
            <Entry
              {...{ id: `${id}-exempt`, label: '免除の理由', value: typed.exemptions }}
              {...(errors.exemptions !== undefined && { error: errors.exemptions })}
              hint="「、」で区切ります。予約の明細で選べます。"
              onChange={(exemptions) => set({ exemptions })}
            />
            <p className="soft" role="status">
              {sending
                ? '保存して、今日以降に泊がある予約に反映しています…'
                : '保存すると、今日以降に泊がある予約に反映します（入金済みの予約は、差額がお支払いの残りになります）。今日より前の泊は変わりません。'}
            </p>
          </>
        )}
      </EntryForm>
    </Modal>
  );
}

function Presets({ onTake }: { onTake: (preset: Preset) => void }) {
  return (
    <div className="row tax-presets">
      <HTMLSelect
        aria-label="よくある宿泊税"
        value=""
        options={[
          { value: '', label: 'よくある宿泊税から選ぶ…' },
          ...PRESETS.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={({ currentTarget }) => {
          const preset = PRESETS.find(({ name }) => name === currentTarget.value);
          if (preset) onTake(preset);
        }}
      />
      <span className="soft">税額は条例でご確認ください。</span>
    </div>
  );
}

type LeviesProps = { levies: readonly TypedLevy[]; onLevies: (levies: TypedLevy[]) => void };

function Levies({ levies, onLevies }: LeviesProps) {
  const put = (key: number, change: Partial<TypedLevy>) =>
    onLevies(levies.map((one) => (one.key === key ? { ...one, ...change } : one)));
  return (
    <>
      {levies.map((one, at) => (
        <fieldset key={one.key} className="tax-levy">
          <div className="row">
            <InputGroup
              size="small"
              aria-label={`課税団体${at + 1}`}
              placeholder="課税団体（例: 京都市）"
              autoComplete="off"
              value={one.name}
              onValueChange={(name) => put(one.key, { name })}
            />
            {levies.length > 1 && (
              <Button
                size="small"
                variant="minimal"
                text="この課税団体を削除"
                onClick={() => onLevies(levies.filter(({ key }) => key !== one.key))}
              />
            )}
          </div>
          <BracketRows
            prefix={`課税団体${at + 1}の`}
            brackets={one.brackets}
            onBrackets={(brackets) => put(one.key, { brackets })}
          />
        </fieldset>
      ))}
      <Button
        size="small"
        variant="minimal"
        icon={<Add size={14} />}
        text="課税団体を追加（都道府県と市町村の両方など）"
        onClick={() => onLevies([...levies, levy()])}
      />
    </>
  );
}

type BracketsProps = {
  prefix: string;
  brackets: readonly TypedBracket[];
  onBrackets: (brackets: TypedBracket[]) => void;
};

function BracketRows({ prefix, brackets, onBrackets }: BracketsProps) {
  const put = (key: number, change: Partial<TypedBracket>) =>
    onBrackets(brackets.map((one) => (one.key === key ? { ...one, ...change } : one)));
  return (
    <div className="tax-brackets">
      <p className="soft">1人1泊の料金（消費税・宿泊税を除く）と、1人1泊の税額</p>
      {brackets.map(({ key, from, tax }, at) => (
        <div key={key} className="row">
          <InputGroup
            size="small"
            aria-label={`${prefix}料金の下限${at + 1}`}
            inputMode="numeric"
            autoComplete="off"
            autoFocus={from === '' && tax === ''}
            value={from}
            rightElement={<span className="tax-unit">円以上</span>}
            onValueChange={(text) => put(key, { from: text })}
          />
          <InputGroup
            size="small"
            aria-label={`${prefix}税額${at + 1}`}
            autoComplete="off"
            placeholder="例: 400円 または 3%"
            value={tax}
            onValueChange={(text) => put(key, { tax: text })}
          />
          <Button
            size="small"
            variant="minimal"
            icon={<Trash size={14} />}
            aria-label={`${prefix}区分${at + 1}を削除`}
            disabled={brackets.length === 1}
            onClick={() => onBrackets(brackets.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <Button
        size="small"
        variant="minimal"
        icon={<Add size={14} />}
        text="区分を追加"
        onClick={() => onBrackets([...brackets, bracket()])}
      />
    </div>
  );
}
