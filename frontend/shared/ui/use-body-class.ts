import { useLayoutEffect } from 'react';

/**
 * The body carries a class as long as the component is there. A `:has()` on the body would do the same, but makes the
 * browser look at every element anew whenever one comes or goes anywhere.
 */
export function useBodyClass(name: string): void {
  useLayoutEffect(() => {
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name]);
}
