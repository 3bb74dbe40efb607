import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { changesAtom, changesFailureAtom, loadChanges } from './changes.js';
import { useValue } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey } from '../shared/ui/keys.js';
import { useKey } from '../shared/ui/use-key.js';
import { personKey, toldKey } from './act-texts.js';
import { ImportSums } from './ImportSums.js';
import { PersonSection } from './PersonSection.js';

const ROWS = '.told-booking';
const STEPS: readonly (readonly [KeyName, number])[] = [
  ['changeUp', -1],
  ['changeDown', 1],
  ['changeStart', Number.NEGATIVE_INFINITY],
  ['changeEnd', Number.POSITIVE_INFINITY],
];

/** What happened, person by person; the arrow keys go from booking to booking. */
export function ChangeList() {
  const changes = useValue(changesAtom);
  const failure = useValue(changesFailureAtom);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = (changes?.people ?? []).flatMap((person) =>
    person.bookings.map((booking) => toldKey(person, booking)),
  );
  const current = keys.find((key) => key === chosen) ?? keys[0];
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];

  useKey('changesJump', () => {
    const active = document.activeElement;
    if (list.current?.contains(active)) {
      if (before.current instanceof HTMLElement) before.current.focus();
      return;
    }
    before.current = active;
    rows()
      .find(({ dataset }) => dataset.told === current)
      ?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.find(([name]) => isKey(event, name));
    const all = rows();
    const index = all.indexOf(document.activeElement as HTMLElement);
    if (!step || index < 0) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, index + step[1]))]?.focus();
  };

  if (failure !== null) {
    return (
      <div className="change-state" role="alert">
        <p>{failure}</p>
        <Button size="small" text="もう一度読み込む" onClick={() => void loadChanges()} />
      </div>
    );
  }
  if (!changes) return <p className="change-state soft">読み込み中…</p>;
  const { people, imports, is_cut } = changes;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the arrow keys for the buttons within
    <div
      ref={list}
      className="change-list"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        setChosen((before) => (target as HTMLElement).dataset.told ?? before);
      }}
    >
      {is_cut && <p className="soft">変更が多いため、新しいものだけを表示しています。</p>}
      {imports.length > 0 && <ImportSums imports={imports} />}
      {people.map((person) => (
        <PersonSection key={personKey(person)} person={person} current={current} />
      ))}
      {people.length === 0 && imports.length === 0 && (
        <p className="change-state soft">この時点からの変更はありません。</p>
      )}
    </div>
  );
}
