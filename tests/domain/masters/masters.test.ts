import { conflict } from '@domain/broken-rule.js';
import { decideMaster, type MasterChange } from '@domain/masters/decide-master.js';
import {
  type Corporate,
  type CorporateDetails,
  type CorporateEvent,
  evolveMaster,
} from '@domain/masters/masters.js';
import { describe, expect, it } from '@jest/globals';
import { codesOf, decisionOf } from '../../support/builders.js';

const PLAIN: CorporateDetails = { corporateShortName: '㈱見本', corporateFlag: 0 };
const FLAGGED: CorporateDetails = { ...PLAIN, corporateFlag: 1 };

const defined = (data: CorporateDetails): CorporateEvent => ({ type: 'CorporateDefined', data });
const retired: CorporateEvent = { type: 'CorporateRetired', data: {} };

function given(...events: CorporateEvent[]) {
  const stored = events.reduce<Corporate | null>(
    (state, event) => evolveMaster<'Corporate', CorporateDetails>(state, event, 3),
    null,
  );
  return {
    when: (change: MasterChange<CorporateDetails>, rules: Parameters<typeof decideMaster>[2] = () => []) =>
      decideMaster<CorporateDetails>(change, stored, rules),
  };
}

describe('a master after its events', () => {
  const named = (corporateShortName: string, corporateFlag: 0 | 1) =>
    defined({ corporateShortName, corporateFlag });
  const first: Corporate = evolveMaster(null, named('山田商事', 0), 3);

  it('is entirely its latest definition', () => {
    expect(first).toEqual({ id: 3, version: 1, corporateShortName: '山田商事', corporateFlag: 0 });
    const second: Corporate = evolveMaster(first, named('ヤマダ', 1), 3);
    expect(second).toEqual({ id: 3, version: 2, corporateShortName: 'ヤマダ', corporateFlag: 1 });
  });

  it('keeps its content when it is retired, and is in use again when it is defined anew', () => {
    const gone: Corporate = evolveMaster(first, retired, 3);
    expect(gone).toEqual({ ...first, version: 2, isRetired: true });
    expect(evolveMaster(gone, named('山田商事', 0), 3)).toEqual({ ...first, version: 3 });
  });
});

describe('a change of a master record', () => {
  it('is defined and changed with its whole content', () => {
    const first = given().when({ type: 'define', details: PLAIN });
    expect(decisionOf(first)).toEqual({ type: 'defined', data: PLAIN });
    const second = given(defined(PLAIN)).when({ type: 'define', details: FLAGGED });
    expect(decisionOf(second)).toEqual({ type: 'defined', data: FLAGGED });
  });

  it('gives no event without a change', () => {
    const same = given(defined(PLAIN)).when({ type: 'define', details: { ...PLAIN } });
    expect(decisionOf(same)).toEqual({ type: 'unchanged' });
    expect(decisionOf(given(defined(PLAIN), retired).when({ type: 'retire' }))).toEqual({
      type: 'unchanged',
    });
    expect(decisionOf(given(defined(PLAIN)).when({ type: 'put-back' }))).toEqual({ type: 'unchanged' });
  });

  it('is retired, and restored with the content that it was retired with', () => {
    expect(decisionOf(given(defined(PLAIN)).when({ type: 'retire' }))).toEqual({ type: 'retired' });
    const back = given(defined(PLAIN), defined(FLAGGED), retired).when({ type: 'put-back' });
    expect(decisionOf(back)).toEqual({ type: 'defined', data: FLAGGED });
  });

  it('is not changed while it is retired', () => {
    for (const details of [PLAIN, FLAGGED]) {
      expect(codesOf(given(defined(PLAIN), retired).when({ type: 'define', details }))).toEqual(['retired']);
    }
  });

  it('keeps the rules of its kind, which see what is in use afterwards', () => {
    const seen: unknown[] = [];
    const rules = (after: unknown) => {
      seen.push(after);
      return [conflict('no', null, 'no')];
    };
    expect(codesOf(given().when({ type: 'define', details: PLAIN }, rules))).toEqual(['no']);
    expect(codesOf(given(defined(PLAIN)).when({ type: 'retire' }, rules))).toEqual(['no']);
    expect(codesOf(given(defined(FLAGGED), retired).when({ type: 'put-back' }, rules))).toEqual(['no']);
    expect(seen).toEqual([PLAIN, null, FLAGGED]);
    expect(codesOf(given(defined(PLAIN)).when({ type: 'put-back' }, rules))).toEqual([]);
  });
});
