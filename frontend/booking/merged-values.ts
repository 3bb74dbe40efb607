import type { FormField, FormValues } from './form-values.js';

/** The form's fields that were changed since it was opened. */
export function changedFields(values: FormValues, baseline: FormValues): FormField[] {
  return (Object.keys(baseline) as FormField[]).filter((field) => values[field] !== baseline[field]);
}

/** What another terminal saved, with what was changed here since the form was opened on top. */
export function mergedValues(values: FormValues, baseline: FormValues, saved: FormValues): FormValues {
  const own = changedFields(values, baseline).map((field) => [field, values[field]]);
  return { ...saved, ...Object.fromEntries(own) };
}
