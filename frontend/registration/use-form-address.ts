import { newFormRange, searchRange } from '@domain/calendar/default-range.js';
import { useEffect, useRef } from 'react';
import { useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router-dom';
import { formAtom, formModeAtom, openedFromAddressAtom } from '../booking/form.js';
import { runRoomSearch } from '../booking/form-actions.js';
import { addressOf, type FormAddress, isNamed } from '../booking/form-mode.js';
import { fieldId } from '../booking/form-values.js';
import { openAddressed, resumeNew, resumeRestored, returnToDraft } from '../booking/open-form.js';
import { wantedFormAtom } from '../booking/wanted-form.js';
import { showRange } from '../shared/calendar-data/show-range.js';
import { todayAtom } from '../shared/hotel.js';
import { store, useValue } from '../shared/store.js';
import { leadFocusTo } from '../shared/ui/focus-field.js';

/** Opens what the address names as the screen comes; beside the default calendar when that is nothing. */
async function arrive(address: FormAddress): Promise<void> {
  const today = store.get(todayAtom);
  const restored = resumeRestored(address);
  if (restored) return restored;
  if ((await openAddressed(address)) || !today) return;
  const { partyOf, search } = store.get(formAtom);
  if (search) return void (await showRange(searchRange(search.stay)));
  if (partyOf === null) return void (await showRange(newFormRange(today)));
  await runRoomSearch();
  leadFocusTo(fieldId('roomId'));
}

/** Opens what another address names; where one goes back to, with what was typed there. The calendar stays. */
async function follow(address: FormAddress, isReturn: boolean): Promise<void> {
  if (isNamed(store.get(formModeAtom), address)) return;
  await ((isReturn && returnToDraft(address)) || openAddressed(address));
}

/** Keeps the address and the form one: what is opened is put into the address, and what the address names is opened. */
export function useFormAddress(): void {
  const { id } = useParams();
  const type = useSearchParams()[0].get('type');
  const isReturn = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const ready = useValue(todayAtom) !== null;
  const mode = useValue(formModeAtom);
  const fromAddress = useValue(openedFromAddressAtom);
  const target = fromAddress || isNamed(mode, { id, type }) ? null : addressOf(mode);
  const arrived = useRef(false);
  const wanted = useValue(wantedFormAtom);

  useEffect(() => {
    if (!ready) return;
    const address = { id, type };
    // A form begun by another screen replaces a new one and keeps no other days.
    const isBegun = !arrived.current && store.get(wantedFormAtom) !== null;
    if (!isBegun) void (arrived.current ? follow(address, isReturn) : arrive(address));
    arrived.current = true;
  }, [id, type, isReturn, ready]);

  useEffect(() => {
    if (!ready || !wanted) return;
    store.set(wantedFormAtom, null);
    void wanted.begin();
  }, [ready, wanted]);

  useEffect(() => {
    // The address that was just gone to may have taken the form's place.
    if (target !== null && !store.get(formAtom).fromAddress) navigate(target);
  }, [target, navigate]);

  useEffect(() => resumeNew, []);
}
