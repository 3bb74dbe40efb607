import { Button, HTMLTable, InputGroup, Switch } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { searchedIn, searchedInPhone, searchedWords } from '@domain/search/searchable.js';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ManagedKind, ManagedRecord } from '../../shared/api/managed-masters-api.js';
import { draftAtom, draftsAt } from '../../shared/drafts.js';
import { hotelAtom } from '../../shared/hotel.js';
import { managedList } from '../../shared/masters.js';
import { useValue } from '../../shared/store.js';
import { focusField } from '../../shared/ui/focus-field.js';
import { KeyHint } from '../../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';
import { ListState } from '../../shared/ui/ListState.js';
import { setRetired } from '../lists.atoms.js';
import { WebhookButtons } from '../webhooks/WebhookButtons.js';
import { IcalAddressButton } from './IcalAddress.js';
import { fieldText, LISTS, nameOf } from './list-specs.js';
import { MasterEditor, masterPlaces } from './MasterEditor.js';
import { OneTimeCodeButton } from './OneTimeCode.js';
import { ServiceKeyButton } from './ServiceKey.js';

const SEARCH_ID = 'master-search';
const ADD_ID = 'master-add';

/** The record that is being edited, or a new one; one that is offered again takes no focus. */
type Edited = { id: number | 'new'; isOffered: boolean };

function offeredIn(kind: ManagedKind): Edited | null {
  const [id] = draftsAt(masterPlaces(kind));
  return id === undefined ? null : { id: id === 'new' ? id : Number(id), isOffered: true };
}

/** Returns true if something typed of a record, or of a new one, is not saved. */
const useIsTyped = (kind: ManagedKind, id: number | 'new'): boolean =>
  useValue(draftAtom(`${masterPlaces(kind)}${id}`)) !== null;

/** A list of master records: found by a text, added to, changed in place, taken out of use and put back. */
export function MasterList({ kind }: { kind: ManagedKind }) {
  const { title, empty, fields } = LISTS[kind];
  const list = managedList(kind);
  const { value: records, error } = useValue(list.atom);
  const [text, setText] = useState('');
  const [withRetired, setWithRetired] = useState(false);
  const [edited, setEdited] = useState(() => offeredIn(kind));
  const isNew = edited?.id === 'new';
  const isNewTyped = useIsTyped(kind, 'new') && !isNew;
  const leaving = useRef<string | null>(null);
  const edit = (id: number | 'new') => setEdited({ id, isOffered: false });
  const add = () => edit('new');
  const close = (id: number | null) => {
    leaving.current = id === null ? ADD_ID : `edit-${id}`;
    setEdited(null);
  };
  useLayoutEffect(() => {
    if (edited !== null || leaving.current === null) return;
    (document.getElementById(leaving.current) ?? document.getElementById(ADD_ID))?.focus();
    leaving.current = null;
  }, [edited]);
  useKey('addRecord', add);
  useKey('roomsFilter', () => focusField(SEARCH_ID));
  const all = records ?? [];
  const retired = all.filter(({ is_retired }) => is_retired === 1).length;
  const words = searchedWords(text);
  const searched = (record: ManagedRecord): string =>
    fields
      .map((one) => (one.field === 'tel' ? searchedInPhone : searchedIn)(fieldText(one, record)))
      .join('\n');
  const shown = all.filter(
    (record) =>
      (withRetired || record.is_retired === 0) && words.every((word) => searched(record).includes(word)),
  );
  return (
    <div className="master-list vertical">
      <div className="master-bar row">
        <Button
          id={ADD_ID}
          size="small"
          intent="primary"
          icon={<Plus size={14} />}
          text={isNewTyped ? '追加（入力途中）' : '追加'}
          endIcon={<KeyHint of="addRecord" />}
          {...keyProps('addRecord', `${title}を追加`)}
          onClick={add}
        />
        <InputGroup
          id={SEARCH_ID}
          className="master-search"
          type="search"
          size="small"
          autoComplete="off"
          aria-label={`${title}を探す`}
          placeholder={`${title}を探す`}
          value={text}
          onValueChange={setText}
        />
        <span className="master-count">{records && `${all.length - retired}件`}</span>
        <Switch
          checked={withRetired}
          disabled={retired === 0}
          label={`使用停止も表示（${records ? `${retired}件` : '–'}）`}
          onChange={(event) => setWithRetired(event.currentTarget.checked)}
        />
      </div>
      {(shown.length > 0 || isNew) && (
        <MasterTable kind={kind} records={shown} edited={edited} onEdit={edit} onClose={close} />
      )}
      {shown.length === 0 && !isNew && (
        <ListState
          failure={error?.message ?? null}
          isLoading={records === null}
          onRetry={() => list.load(null)}
        >
          {all.length - retired > 0 || text !== '' ? '条件に合うものはありません。' : empty}
        </ListState>
      )}
    </div>
  );
}

type MasterTableProps = {
  kind: ManagedKind;
  records: readonly ManagedRecord[];
  edited: Edited | null;
  onEdit: (id: number) => void;
  /** Nothing is edited any more; the id of what was, null for a new one. */
  onClose: (id: number | null) => void;
};

/** The records of a list as a table; the one that is edited is a form in its place. */
function MasterTable({ kind, records, edited, onEdit, onClose }: MasterTableProps) {
  const { title, fields, facts = [] } = LISTS[kind];
  const columns = [...fields, ...facts].map(({ label }) => label);
  const editor = (record: ManagedRecord | null) => (
    <tr key={record?.id ?? 'new'} className="master-editing">
      <td colSpan={columns.length + 1}>
        <MasterEditor
          kind={kind}
          record={record}
          autoFocus={edited?.isOffered === false}
          onClose={() => onClose(record?.id ?? null)}
        />
      </td>
    </tr>
  );
  return (
    <div className="master-scroll">
      <HTMLTable compact bordered className="master-table sticky-head" data-kind={kind}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="master-actions">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {edited?.id === 'new' && editor(null)}
          {records.map((record) =>
            record.id === edited?.id ? (
              editor(record)
            ) : (
              <MasterRow key={record.id} kind={kind} record={record} onEdit={() => onEdit(record.id)} />
            ),
          )}
        </tbody>
      </HTMLTable>
    </div>
  );
}

type MasterRowProps = { kind: ManagedKind; record: ManagedRecord; onEdit: () => void };

/** A record of a list with what can be done about it. */
function MasterRow({ kind, record, onEdit }: MasterRowProps) {
  const { fields, facts = [] } = LISTS[kind];
  const timezone = useValue(hotelAtom)?.timezone ?? 'Asia/Tokyo';
  const name = nameOf(kind, record);
  const retired = record.is_retired === 1;
  const typed = useIsTyped(kind, record.id) ? '（入力途中）' : '';
  const word = retired ? '使用再開' : '使用停止';
  const toggle = () => setRetired(kind, record, { retired: retired ? 0 : 1, name });
  return (
    <tr data-record={record.id} data-retired={retired || undefined}>
      {fields.map((field, index) => (
        <td key={field.field} className={index === 0 ? 'master-name' : field.choices && 'master-choice'}>
          {fieldText(field, record)}
          {index === 0 && retired && <span className="retired-mark">使用停止</span>}
        </td>
      ))}
      {facts.map(({ label, read }) => (
        <td key={label} className="master-fact">
          {read(record, timezone)}
        </td>
      ))}
      <td className="master-actions">
        <div className="row">
          {'login_name' in record && <OneTimeCodeButton staff={record} />}
          {'keys' in record && <ServiceKeyButton account={record} />}
          {'delivery' in record && <WebhookButtons webhook={record} />}
          {'shows_names' in record && <IcalAddressButton calendar={record} />}
          {!retired && (
            <Button
              id={`edit-${record.id}`}
              size="small"
              text={`変更${typed}`}
              aria-label={`${name}を変更${typed}`}
              onClick={onEdit}
            />
          )}
          <Button size="small" text={word} aria-label={`${name}を${word}`} onClick={toggle} />
        </div>
      </td>
    </tr>
  );
}
