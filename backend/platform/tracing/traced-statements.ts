import { startBelow } from './tracing.js';

const OPERATION = /^\s*(\w+)/;

/** The name of a statement; one without is called by its first word. Neither its text nor its parameters are told. */
function nameOf(question: unknown): string {
  const { name, text } =
    typeof question === 'string'
      ? { name: '', text: question }
      : (question as { name?: string; text?: string });
  return name || (OPERATION.exec(text ?? '')?.[1] ?? 'statement').toLowerCase();
}

/** Records a statement as a span below the one that runs here, until it is answered. */
export function traceStatement(question: unknown, answer: unknown): void {
  if (!(answer instanceof Promise)) return;
  const span = startBelow('statement', 'client');
  if (!span) return;
  const name = nameOf(question);
  const values = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  answer.then(
    () => span.end(values, `statement ${name}`),
    () => span.end({ ...values, 'error.type': 'refused' }, `statement ${name}`),
  );
}
