import { remembered } from '../shared/remembered.js';
import { PREVIEW_FIELDS, type PreviewField } from './preview-fields.js';

/** What the bars of the list screen show; the guest's name until staff choose. */
export const previewFieldsAtom = remembered<readonly PreviewField[]>(
  'preview-fields',
  (stored) =>
    stored === null ? ['guestName1'] : PREVIEW_FIELDS.filter((field) => stored.split(',').includes(field)),
  (fields) => fields.join(','),
);
