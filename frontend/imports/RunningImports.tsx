import { runningImportsAtom } from './imports.js';
import { useValue } from '../shared/store.js';
import { ImportProgress } from './ImportProgress.js';

/** The imports that run elsewhere: at other terminals, or from the drop folder. */
export function RunningImports({ except }: { except: number | null }) {
  const running = useValue(runningImportsAtom).filter(({ id }) => id !== except);
  return running.map(({ id, file_name }) => (
    <ImportProgress key={id} step="importing" fileName={file_name} importId={id} elsewhere />
  ));
}
