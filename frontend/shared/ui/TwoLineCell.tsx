// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
type TwoLinesProps = {
  first: string;
  second: string;
  /** A short mark before the first line. */
  mark?: string;
  strong?: boolean;
  urgent?: boolean;
};

/** A cell of two lines, cut where they are too long, whole in the tooltip. */
export function TwoLineCell({ first, second, mark, strong, urgent }: TwoLinesProps) {
  return (
    <div
      role="gridcell"
      className="queue-cell"
      data-strong={strong || undefined}
      data-urgent={urgent || undefined}
      data-tooltip={[first, second].filter(Boolean).join('\n')}
    >
      <span className="first">
        {mark && <span className="queue-mark">{mark}</span>}
        {first}
      </span>
      {second && <span className="second">{second}</span>}
    </div>
  );
}
