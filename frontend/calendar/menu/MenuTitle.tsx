/** A line above a menu's entries that says what they are about. */
export function MenuTitle({ text }: { text: string }) {
  return (
    <li role="none" className="cell-menu-title">
      {text}
    </li>
  );
}
