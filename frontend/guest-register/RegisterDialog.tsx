import { keysOf } from '@domain/records.js';
import './guest-register.css';
import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { RegisterEntryRecord, StayRegister } from '@wire/guest-register.js';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { alertFailure } from '../shared/alert-failure.js';
import { failureText, readImage } from '../shared/api/request.js';
import { hotelAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { ListState } from '../shared/ui/ListState.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText } from '../shared/ui/sending.js';
import {
  type AskedRegister,
  askedRegisterAtom,
  closeRegister,
  missingText,
  openedRegister,
  passportPath,
  sendPassport,
  type TypedEntry,
  writeEntry,
} from './register.js';

const FORM_ID = 'register-form';
const NO_ENTRY: TypedEntry = {
  ...{ name: '', address: '', contact: '', occupation: '' },
  ...{ lives_abroad: 0, nationality: '', passport_number: '' },
};
const FIELDS = keysOf(NO_ENTRY);

type Proposed = StayRegister['proposed'][number];

const typedOf = (entry: RegisterEntryRecord | undefined, proposed?: Proposed): TypedEntry => {
  if (!entry) return proposed ? { ...NO_ENTRY, name: proposed.name, contact: proposed.contact } : NO_ENTRY;
  const { name, address, contact, occupation, lives_abroad, nationality, passport_number } = entry;
  return { name, address, contact, occupation, lives_abroad, nationality, passport_number };
};
const isSame = (one: TypedEntry, other: TypedEntry) => FIELDS.every((field) => one[field] === other[field]);

type FieldProps = {
  label: string;
  value: string;
  isWide?: boolean;
  isFirst?: boolean;
  onText: (text: string) => void;
};

function Field({ label, value, isWide, isFirst, onText }: FieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        size="small"
        className={isWide ? 'register-wide' : undefined}
        autoFocus={isFirst}
        autoComplete="off"
        value={value}
        onValueChange={onText}
      />
    </>
  );
}

/** The image at a path as a `data:` address; null until it is read, and where there is none. */
function usePassportImage(path: string | null, type: string): string | null {
  const [image, setImage] = useState<{ path: string; data: string } | null>(null);
  useEffect(() => {
    let isShown = true;
    if (path !== null)
      readImage(path, type)
        .then((data) => isShown && setImage({ path, data }))
        .catch((error) => alertFailure(error));
    return () => {
      isShown = false;
    };
  }, [path, type]);
  return image !== null && image.path === path ? image.data : null;
}

type CopyProps = { bookingId: number; entry: RegisterEntryRecord | undefined; onFile: (file: File) => void };

/** The copy of a passport: shown as an image, or opened as a PDF; another file takes its place. */
function PassportCopy({ bookingId, entry, onFile }: CopyProps) {
  const input = useRef<HTMLInputElement>(null);
  const path = entry?.passport ? passportPath(bookingId, entry) : null;
  const isPdf = entry?.passport?.media_type === 'application/pdf';
  const image = usePassportImage(isPdf ? null : path, entry?.passport?.media_type ?? '');
  return (
    <>
      <span>旅券の写し</span>
      <span className="register-wide row">
        {image !== null && (
          <img className="register-copy" src={image} alt={`${entry?.number}人目の旅券の写し`} />
        )}
        {path && isPdf && <DownloadButton size="small" text="PDFを保存" path={path} />}
        <Button
          size="small"
          text={path ? '写しを差し替える' : '写しを選択'}
          data-tooltip="JPEG・PNG・PDF、4MBまで"
          onClick={() => input.current?.click()}
        />
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,application/pdf"
          aria-label={`${entry?.number ?? ''}人目の旅券の写しのファイル`}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) onFile(file);
            event.currentTarget.value = '';
          }}
        />
      </span>
    </>
  );
}

type GuestProps = {
  bookingId: number;
  number: number;
  entry: RegisterEntryRecord | undefined;
  typed: TypedEntry;
  missing: readonly string[];
  asksOccupation: boolean;
  onTyped: (change: Partial<TypedEntry>) => void;
  onFile: (file: File) => void;
};

function Guest({ bookingId, number, entry, typed, missing, asksOccupation, onTyped, onFile }: GuestProps) {
  const isAbroad = typed.lives_abroad === 1;
  return (
    <fieldset className="register-guest" aria-label={`${number}人目`}>
      <legend>
        {`${number}人目 `}
        {missing.length > 0 && <span className="register-missing">{`不足：${missing.join('・')}`}</span>}
      </legend>
      <Field label="氏名" value={typed.name} isFirst={number === 1} onText={(name) => onTyped({ name })} />
      <Field label="連絡先" value={typed.contact} onText={(contact) => onTyped({ contact })} />
      <Field label="住所" value={typed.address} isWide onText={(address) => onTyped({ address })} />
      {asksOccupation && (
        <Field
          label="職業"
          value={typed.occupation}
          isWide
          onText={(occupation) => onTyped({ occupation })}
        />
      )}
      <Checkbox
        className="register-wide"
        label="日本国内に住所のない外国籍の方"
        checked={isAbroad}
        onChange={({ currentTarget }) => onTyped({ lives_abroad: currentTarget.checked ? 1 : 0 })}
      />
      {isAbroad && (
        <>
          <Field label="国籍" value={typed.nationality} onText={(nationality) => onTyped({ nationality })} />
          <Field
            label="旅券番号"
            value={typed.passport_number}
            onText={(passport_number) => onTyped({ passport_number })}
          />
          <PassportCopy {...{ bookingId, entry, onFile }} />
        </>
      )}
    </fieldset>
  );
}

/** Names work that is asked for: a guest's copy, with the guest's entry, or all entries. */
type Asked = { number: number; file: File } | { number: null; file: null };

/** The register of a stay: one button writes the entries of all guests; copies are stored as soon as they are chosen. */
function RegisterForm({ register }: { register: StayRegister }) {
  const { booking_id, guests, entries, missing } = register;
  const asksOccupation = useValue(hotelAtom)?.asks_occupation === 1;
  const [typed, setTyped] = useState<ReadonlyMap<number, TypedEntry>>(new Map());
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const opened = useValue(askedRegisterAtom);
  const [queue, setQueue] = useState<readonly Asked[]>([]);
  const numbers = Array.from({ length: guests }, (_, index) => index + 1);
  const entryOf = (number: number) => entries.find((entry) => entry.number === number);
  const shownOf = (number: number) =>
    typed.get(number) ??
    typedOf(
      entryOf(number),
      register.proposed.find((one) => one.number === number),
    );
  const versionOf = (number: number) => entryOf(number)?.version ?? 0;
  const save = async (of: readonly number[]) => {
    for (const number of of) {
      const value = shownOf(number);
      const stored = entryOf(number);
      if (stored ? isSame(value, typedOf(stored)) : isSame(value, NO_ENTRY)) continue;
      await writeEntry(booking_id, number, value, { version: versionOf(number) });
    }
  };
  /** Does one write after the other, each based on the answer of the one before. */
  const next = useEffectEvent(async ([asked]: readonly Asked[]) => {
    if (isBusy || !asked) return;
    setBusy(true);
    setRefusal(null);
    const sent = asked.file ? typed.get(asked.number) : null;
    let failure: string | null = null;
    try {
      await save(asked.file ? [asked.number] : numbers);
      if (asked.file) await sendPassport(booking_id, asked.number, asked.file, {});
    } catch (error) {
      failure = failureText(error);
    }
    if (failure === null && !asked.file) return closeRegister(opened);
    await openedRegister.reload();
    if (failure === null)
      setTyped((now) => new Map([...now].filter(([of, entry]) => of !== asked.number || entry !== sent)));
    setRefusal(failure);
    setQueue((now) => (failure === null ? now.slice(1) : []));
    setBusy(false);
  });
  useEffect(() => void next(queue), [queue]);
  const ask = (asked: Asked) => setQueue((now) => [...now, asked]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ask({ number: null, file: null });
  };
  return (
    <form id={FORM_ID} aria-label="宿泊者名簿" noValidate onSubmit={onSubmit}>
      {numbers.map((number) => (
        <Guest
          key={number}
          bookingId={booking_id}
          {...{ number, asksOccupation }}
          entry={entryOf(number)}
          typed={shownOf(number)}
          missing={missing.find((one) => one.number === number)?.missing ?? []}
          onTyped={(change) =>
            setTyped((now) =>
              new Map(now).set(number, { ...(now.get(number) ?? shownOf(number)), ...change }),
            )
          }
          onFile={(file) => ask({ number, file })}
        />
      ))}
      <RefusalText text={refusal} />
      {register.kept_until && (
        <p className="soft">{`旅館業法により、${register.kept_until.slice(0, 4)}/${dayText(register.kept_until)}まで保存し、その後は自動で削除します。`}</p>
      )}
    </form>
  );
}

function Content() {
  const { value, error, status } = useValue(openedRegister.atom);
  if (status === 'failed' || !value)
    return (
      <ListState
        failure={error?.message ?? null}
        isLoading={status === 'loading'}
        focusesRetry
        onRetry={() => openedRegister.reload()}
      />
    );
  if (value.is_erased === 1)
    return (
      <p>
        {value.kept_until
          ? `個人情報を削除した予約です。宿泊者名簿は${value.kept_until.slice(0, 4)}/${dayText(value.kept_until)}まで保存され、マスタの「宿泊者名簿」で出力できます。`
          : '個人情報を削除した予約です。'}
      </p>
    );
  return <RegisterForm register={value} />;
}

function Opened({ asked }: { asked: AskedRegister }) {
  const { bookingId, title } = asked;
  const { value } = useValue(openedRegister.atom);
  useEffect(() => {
    void openedRegister.load(bookingId);
    const stop = openedRegister.follow(
      ({ bookings, registers }) => bookings.length > 0 || registers !== undefined,
    );
    return () => {
      stop();
      openedRegister.reset();
    };
  }, [bookingId]);
  const lacks = value && value.missing.length > 0 ? missingText(value.missing, value.guests) : null;
  return (
    <Modal
      title={`宿泊者名簿 ${title}`}
      className="register-dialog"
      isOpen
      ownFocus
      onClose={() => closeRegister(asked)}
      actions={
        value?.is_erased === 0 && (
          <Button
            type="submit"
            form={FORM_ID}
            intent="primary"
            text="保存"
            data-tooltip={lacks ?? undefined}
          />
        )
      }
    >
      <Content />
    </Modal>
  );
}

/** Hosts the register that is open. */
export function RegisterDialog() {
  const asked = useValue(askedRegisterAtom);
  const may = useMay('desk');
  return asked && may ? <Opened key={asked.bookingId} asked={asked} /> : null;
}
