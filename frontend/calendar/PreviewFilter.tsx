import { Checkbox } from '@blueprintjs/core';
import { useValue, useWrite } from '../shared/store.js';
import { PREVIEW_FIELDS, PREVIEW_LABELS, type PreviewField, previewFieldsAtom } from './preview-fields.js';

/** Chooses what the bars show. */
export function PreviewFilter() {
  const fields = useValue(previewFieldsAtom);
  const setFields = useWrite(previewFieldsAtom);
  const toggle = (field: PreviewField, on: boolean) =>
    setFields(PREVIEW_FIELDS.filter((other) => (other === field ? on : fields.includes(other))));
  return (
    <fieldset className="preview-filter row">
      <legend>表示項目</legend>
      {PREVIEW_FIELDS.map((field) => (
        <Checkbox
          key={field}
          inline
          label={PREVIEW_LABELS[field]}
          checked={fields.includes(field)}
          onChange={(event) => toggle(field, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
