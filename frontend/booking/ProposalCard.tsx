import { Button } from '@blueprintjs/core';
import { useId } from 'react';
import { type PreviewMark, previewAtom } from './room-preview.js';
import { store } from '../shared/store.js';

type ProposalCardProps = {
  title: string;
  /** What would happen, one a line. */
  lines: readonly string[];
  button: string;
  /** The button's, so that a key finds it. */
  id: string | undefined;
  disabled: boolean;
  /** Whether it is what the form says now. */
  chosen?: boolean;
  marks: readonly PreviewMark[];
  onChoose: () => void;
};

/** A way to have the guests; while it is looked at, the calendar shows what it would do. */
export function ProposalCard({ title, lines, marks, ...rest }: ProposalCardProps) {
  const titleId = useId();
  const linesId = useId();
  const show = () => store.set(previewAtom, marks);
  const hide = () => store.set(previewAtom, []);
  return (
    <article
      className="proposal"
      aria-labelledby={titleId}
      data-chosen={rest.chosen || undefined}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      <div className="proposal-head">
        <h3 id={titleId}>{title}</h3>
        <Button
          id={rest.id}
          size="small"
          variant="outlined"
          intent="primary"
          text={rest.button}
          aria-describedby={`${titleId} ${linesId}`}
          aria-pressed={rest.chosen}
          disabled={rest.disabled}
          onClick={rest.onChoose}
        />
      </div>
      <ul id={linesId}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </article>
  );
}
