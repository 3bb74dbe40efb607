/** The figure that was pressed alone outside a text field, null for any other key. */
function figureOf({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): number | null {
  const isTyped = target instanceof HTMLInputElement && target.type === 'text';
  return /^[1-9]$/.test(key) && !ctrlKey && !altKey && !metaKey && !isTyped ? Number(key) : null;
}

/** Takes figures before anything else does; returns how to stop. */
export function listenToFigures(place: EventTarget, onFigure: (figure: number) => void): () => void {
  const onKeyDown = (event: Event) => {
    const figure = figureOf(event as KeyboardEvent);
    if (figure === null) return;
    event.preventDefault();
    event.stopPropagation();
    onFigure(figure);
  };
  place.addEventListener('keydown', onKeyDown, true);
  return () => place.removeEventListener('keydown', onKeyDown, true);
}
