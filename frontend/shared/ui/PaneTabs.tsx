import { Tab, Tabs } from '@blueprintjs/core';
import type { ReactNode } from 'react';

type PaneTabsProps<Name extends string> = {
  /** Part of the ids by which tabs and panes name each other. */
  id: string;
  /** A tab without a panel has it elsewhere, in a `TabPanel`. */
  tabs: readonly { name: Name; content: ReactNode; panel?: React.JSX.Element }[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Tabs, chosen by a click or, with the arrow keys, by the focus; panes stay as they were left. */
export function PaneTabs<Name extends string>({ id, tabs, chosen, onChoose }: PaneTabsProps<Name>) {
  return (
    <Tabs
      id={id}
      className="pane-tabs"
      animate={false}
      selectedTabId={chosen}
      onChange={(name) => onChoose(name as Name)}
    >
      {tabs.map(({ name, content, panel }) => (
        <Tab
          key={name}
          id={name}
          title={content}
          disabled={false} // Said, or the arrow keys pass it over.
          panel={panel}
          panelClassName="side-pane"
          onFocus={() => name !== chosen && onChoose(name)}
        />
      ))}
    </Tabs>
  );
}
