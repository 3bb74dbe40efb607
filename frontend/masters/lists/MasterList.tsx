import { Button, InputGroup, Switch } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ManagedKind } from '../../shared/api/managed-masters-api.js';
import { managedList } from '../../shared/masters.js';
import { useValue } from '../../shared/store.js';
import { focusField } from '../../shared/ui/focus-field.js';
import { KeyHint } from '../../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';
import { ListState } from '../../shared/ui/ListState.js';
import { LISTS } from './list-specs.js';
import { MasterTable, matches } from './MasterTable.js';

const SEARCH_ID = 'master-search';
const ADD_ID = 'master-add';

/** A list of master records: found by a text, added to, changed in place, taken out of use and put back. */
export function MasterList({ kind }: { kind: ManagedKind }) {
  const { title, empty, fields } = LISTS[kind];
  const list = managedList(kind);
  const { value: records, error } = useValue(list.atom);
  const [text, setText] = useState('');
  const [withRetired, setWithRetired] = useState(false);
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const leaving = useRef<string | null>(null);
  const add = () => setEdited('new');
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
  const shown = all.filter(
    (record) => (withRetired || record.is_retired === 0) && matches(fields, record, text),
  );
  return (
    <div className="master-list">
      <div className="master-bar">
        <Button
          id={ADD_ID}
          size="small"
          intent="primary"
          icon={<Plus size={14} />}
          text="追加"
          endIcon={<KeyHint of="addRecord" />}
          {...keyProps('addRecord', `${title}を追加`)}
          onClick={add}
        />
        <InputGroup
          id={SEARCH_ID}
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
          label={`使用停止も表示（${retired}件）`}
          onChange={(event) => setWithRetired(event.currentTarget.checked)}
        />
      </div>
      {(shown.length > 0 || edited === 'new') && (
        <MasterTable kind={kind} records={shown} edited={edited} onEdit={setEdited} onClose={close} />
      )}
      {shown.length === 0 && edited !== 'new' && (
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
