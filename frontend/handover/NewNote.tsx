import { noteDraftAtom, saveNote } from './note-actions.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue, useWrite } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { useKey } from '../shared/ui/use-key.js';
import { NoteForm } from './NoteForm.js';

const ID = 'new-note';

/** The form for a new note; what was typed stays until it is saved. */
export function NewNote() {
  const today = useValue(todayAtom);
  const draft = useValue(noteDraftAtom);
  const setDraft = useWrite(noteDraftAtom);
  useKey('noteWrite', () => focusField(`${ID}-text`));
  if (today === null) return null;
  return (
    <NoteForm
      id={ID}
      label="新しい申し送り"
      draft={{ ...draft, date: draft.date || today }}
      onDraft={setDraft}
      saveText="登録"
      onSave={async (note) => {
        if (await saveNote(null, note)) setDraft({ date: '', text: '' });
        focusField(`${ID}-text`);
      }}
    />
  );
}
