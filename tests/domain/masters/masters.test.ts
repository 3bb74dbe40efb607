import { type Corporate, type CorporateEvent, evolveMaster } from '@domain/masters/masters.js';
import { describe, expect, it } from '@jest/globals';

const defined = (corporateShortName: string, corporateFlag: 0 | 1): CorporateEvent => ({
  type: 'CorporateDefined',
  data: { corporateShortName, corporateFlag },
});

describe('master record', () => {
  it('is wholly what its latest definition says', () => {
    const first: Corporate = evolveMaster(null, defined('山田商事', 0), 3);
    expect(first).toEqual({ id: 3, version: 1, corporateShortName: '山田商事', corporateFlag: 0 });
    const second: Corporate = evolveMaster(first, defined('ヤマダ', 1), 3);
    expect(second).toEqual({ id: 3, version: 2, corporateShortName: 'ヤマダ', corporateFlag: 1 });
  });

  it('keeps its content when it is retired, and is in use again when it is defined anew', () => {
    const first: Corporate = evolveMaster(null, defined('山田商事', 0), 3);
    const retired: Corporate = evolveMaster(first, { type: 'CorporateRetired', data: {} }, 3);
    expect(retired).toEqual({ ...first, version: 2, isRetired: true });
    const back: Corporate = evolveMaster(retired, defined('山田商事', 0), 3);
    expect(back).toEqual({ ...first, version: 3 });
  });
});
