import { Checkbox, InputGroup } from '@blueprintjs/core';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { store, useValue, useWrite } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { deskFilterAtom, deskRowsAtom, onlyLeftAtom } from './desk-view.js';
import { focusDeskRow } from './row-keys.js';

const TEXT_ID = 'desk-filter';

/** Goes to the first of the rows that are left. */
function goToFirst(): void {
  const [first] = store.get(deskRowsAtom);
  if (first) focusDeskRow(first.id);
}

/** Narrows the lists down to a room or a guest, and to what is left to do. */
export function DeskFilters() {
  const text = useValue(deskFilterAtom);
  const setText = useWrite(deskFilterAtom);
  const onlyLeft = useValue(onlyLeftAtom);
  const setOnlyLeft = useWrite(onlyLeftAtom);
  useKey('deskFilter', () => focusField(TEXT_ID));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Escape') flushSync(() => setText(''));
    goToFirst();
  };
  return (
    <>
      <InputGroup
        {...keyProps('deskFilter', '絞り込み')}
        data-takes-escape
        id={TEXT_ID}
        type="search"
        className="desk-filter"
        size="small"
        autoComplete="off"
        aria-label="部屋・宿泊者・電話番号"
        placeholder="部屋・氏名・電話"
        value={text}
        onValueChange={setText}
        onKeyDown={onKeyDown}
      />
      <Checkbox
        inline
        label="残りのみ"
        data-tooltip="到着済・出発済の予約を隠す"
        checked={onlyLeft}
        onChange={(event) => setOnlyLeft(event.currentTarget.checked)}
      />
    </>
  );
}
