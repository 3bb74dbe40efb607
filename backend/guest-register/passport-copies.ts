import { hash } from 'node:crypto';
import type { PassportCopy } from '@domain/guest-register/guest-register.js';
import { streamName } from '../event-store/event-stream.js';
import { decrypt, encrypt, type Scrubber } from '../event-store/personal-data.js';
import type { TableWrite } from '../event-store/table-writes.js';
import type { Queryable } from '../platform/database.js';
import { guestRegisterStream } from '../streams/guest-register.stream.js';

/** A copy of a passport: the bytes of the file, and its entry in the log. */
export type PassportFile = { bytes: Buffer; copy: PassportCopy };

const STORE = {
  name: 'stored_passport',
  sql: (rows: string) => `
    insert into passport_copies (stream, sealed)
    select stream, decode(sealed, 'base64') from jsonb_to_recordset(${rows}) as taken(stream text, sealed text)
    on conflict (stream) do update set sealed = excluded.sealed`,
};

/** Keeps a copy of its own from being read as an event's personal fields, and the other way round. */
const boundTo = (stream: string): string => `${stream} passport`;

/** Returns the file of a passport's copy, with its digest, kind and size for the log. */
export function passportFile(bytes: Buffer, mediaType: PassportCopy['mediaType']): PassportFile {
  return { bytes, copy: { sha256: hash('sha256', bytes), mediaType, bytes: bytes.length } };
}

/** The write that stores a copy, encrypted with the key of its entry, in place of an older one. */
export function storedPassport(stream: string, { bytes }: PassportFile, key: Buffer): TableWrite {
  const sealed = encrypt(bytes, boundTo(stream), key).toString('base64');
  return { ...STORE, rows: [{ stream, sealed }] };
}

/** Decrypts a stored copy by the name of its entry's stream and key; throws where it was changed. */
export function openPassport(sealed: Buffer, stream: string, key: Buffer): Buffer {
  return decrypt(sealed, boundTo(stream), key);
}

/** Decrypts the copy of an entry's passport; null where there is none, or no key for it any more. */
export async function readPassport(client: Queryable, entryId: number): Promise<Buffer | null> {
  const stream = streamName(guestRegisterStream, entryId);
  const { rows } = await client.query<{ sealed: Buffer; key: Buffer }>({
    text: 'select sealed, key from passport_copies join encryption_keys using (stream) where stream = $1',
    values: [stream],
  });
  const [found] = rows;
  return found ? openPassport(found.sealed, stream, found.key) : null;
}

/** Deletes the copies of passports of erased entries, in the transaction that destroys their keys. */
export const scrubPassports: Scrubber = async (client, erased) => {
  const streams = erased
    .filter(({ definition }) => definition === guestRegisterStream)
    .map(({ definition, key }) => streamName(definition, key));
  if (streams.length === 0) return;
  await client.query({
    text: 'delete from passport_copies where stream = any($1::text[])',
    values: [streams],
  });
};
