import { describe, expect, it } from '@jest/globals';
import { explainFileError, explainPostgresOutput } from '#backend/tools/embedded-postgres/launch-error.js';

const systemError = (code: string, path?: string) => Object.assign(new Error(code), { code, path });

describe('the message of a failed launch', () => {
  it('names a full disk, whether Node or PostgreSQL met it', () => {
    expect(explainFileError(systemError('ENOSPC'))).toContain('ディスクの空き容量が足りません');
    expect(
      explainPostgresOutput('FATAL:  could not write to file "pg_wal/x": No space left on device'),
    ).toContain('ディスクの空き容量が足りません');
  });

  it.each(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])('names the path and DATA_DIR on %s', (code) => {
    const line = explainFileError(systemError(code, '/srv/hotel'));
    expect(line).toContain('/srv/hotel');
    expect(line).toContain('DATA_DIR');
  });

  it('names the version of data that it cannot open', () => {
    const output =
      'FATAL:  database files are incompatible with server\nDETAIL:  The data directory was initialized by PostgreSQL version 16, which is not compatible with this version 17.10.';
    expect(explainPostgresOutput(output)).toContain('PostgreSQL 16 のもの');
  });

  it('shows any other error as PostgreSQL wrote it', () => {
    expect(explainPostgresOutput('FATAL:  something new')).toContain('FATAL:  something new');
  });

  it('leaves errors that are not about files to others', () => {
    expect(explainFileError(new Error('a bug'))).toBeNull();
  });
});
