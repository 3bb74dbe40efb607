/** Stands for the columns before the window. */
export function Spacer({ columns }: { columns: number }) {
  if (columns === 0) return null;
  return <div className="spacer" aria-hidden="true" style={{ width: `calc(${columns} * var(--day))` }} />;
}
