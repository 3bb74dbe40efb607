import type { ReactNode } from 'react';
import { loadMasters, paymentsStateAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';

/** Draws a form that offers the ways of payment once they are read; until then that they come, or why they don't. */
export function WithPaymentWays({ children }: { children: ReactNode }) {
  const { value, error } = useValue(paymentsStateAtom);
  if (value !== null) return children;
  return (
    <ListState
      failure={error && `支払方法を読み込めませんでした。${error.message}`}
      isLoading
      onRetry={() => loadMasters(['payment'])}
    />
  );
}
