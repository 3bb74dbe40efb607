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
    document.addEventListener('pointerover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    document.addEventListener('keydown', hideOnEscape);
    return () => {
      hide();
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('scroll', hide, { capture: true });
      document.removeEventListener('keydown', hideOnEscape);
    };
  }, []);
  if (!tip) return null;
  return (
    <div role="tooltip" className="tooltip" data-below={tip.below} style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>
  );
}
