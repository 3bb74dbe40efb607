import { atom } from 'jotai';
import { eventLogAtom } from './event-log.js';
import { useValue } from '../shared/store.js';

const terminalsAtom = atom((get) => {
  const names = get(eventLogAtom)?.events.flatMap(({ terminal }) => terminal ?? []) ?? [];
  return [...new Set(names)].sort();
});

/** The terminals of the events that are listed, as suggestions. */
export function TerminalNames() {
  const names = useValue(terminalsAtom);
  return (
    <datalist id="terminal-names">
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
