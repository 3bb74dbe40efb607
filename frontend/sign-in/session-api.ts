import type { SessionRecord } from '@wire/session.js';
import { callUnguarded } from '../shared/api/request.js';

const SESSION = '/api/session';

/** Who is signed in. */
export const fetchSession = () => callUnguarded<SessionRecord>('GET', SESSION);

/** Signs in with a login name and a password. */
export const postSession = (login_name: string, password: string) =>
  callUnguarded<SessionRecord>('POST', SESSION, { login_name, password });

/** Chooses a password with a one-time code, and signs in. */
export const redeemCode = (code: string, password: string) =>
  callUnguarded<SessionRecord>('PUT', SESSION, { code, password });

/** Changes the password of the signed-in member of staff. */
export const putPassword = (current_password: string, password: string) =>
  callUnguarded<SessionRecord>('PUT', SESSION, { current_password, password });

/** Signs out. */
export const deleteSession = () => callUnguarded<null>('DELETE', SESSION);
