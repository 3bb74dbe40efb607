import { type KeyboardEvent, type ReactNode, useRef } from 'react';

type TabListProps<Name extends string> = {
  label: string;
  tabs: readonly { name: Name; content: ReactNode }[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Tabs of a side panel, also chosen with the arrow keys; the pane of each has the id `pane-…`. */
export function TabList<Name extends string>({ label, tabs, chosen, onChoose }: TabListProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <div className="pane-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ name, content }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls={`pane-${name}`}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
