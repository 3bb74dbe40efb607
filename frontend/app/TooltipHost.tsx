import { useEffect, useState } from 'react';

const DELAY_MS = 350;

type Tip = { text: string; left: number; top: number; below: boolean };

function tipOf(element: HTMLElement): Tip | null {
  const text = element.dataset.tooltip;
  if (!text) return null;
  const box = element.getBoundingClientRect();
  const below = box.top < window.innerHeight / 2;
  const left = Math.min(Math.max(box.left + box.width / 2, 150), window.innerWidth - 150);
  return { text, left, top: below ? box.bottom + 6 : box.top - 6, below };
}

/** Shows the tooltip of every element marked with `data-tooltip`, on hover and on keyboard focus. */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const enter = (event: Event) => {
      const marked = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null;
      hide();
      const byPointer = event.type === 'pointerover';
      if (!(marked instanceof HTMLElement) || (!byPointer && !marked.matches(':focus-visible'))) return;
      timer = setTimeout(() => setTip(tipOf(marked)), DELAY_MS);
    };
    const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerover', enter, { signal });
    document.addEventListener('focusin', enter, { signal });
    document.addEventListener('pointerdown', hide, { signal });
    document.addEventListener('scroll', hide, { capture: true, passive: true, signal });
    document.addEventListener('keydown', hideOnEscape, { signal });
    return () => {
      hide();
      listening.abort();
    };
  }, []);
  if (!tip) return null;
  return (
    <div role="tooltip" className="tooltip" data-below={tip.below} style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>
  );
}
