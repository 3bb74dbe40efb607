import { conflict, type Decided } from '@domain/broken-rule.js';
import { decideMaster, type MasterChange, type MasterOutcome } from '@domain/masters/decide-master.js';
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
const thenEvent = (decision: Decided<MasterOutcome<CorporateDetails>>) => decisionOf(decision);

describe('a master record', () => {
  it('is defined and changed with its whole content', () => {
    const first = given().when({ type: 'define', details: PLAIN });
    expect(thenEvent(first)).toEqual({ type: 'defined', data: PLAIN });
    const second = given(defined(PLAIN)).when({ type: 'define', details: FLAGGED });
    expect(thenEvent(second)).toEqual({ type: 'defined', data: FLAGGED });
  });

  it('is not said again when it is as it was', () => {
    const same = given(defined(PLAIN)).when({ type: 'define', details: { ...PLAIN } });
    expect(thenEvent(same)).toEqual({ type: 'unchanged' });
    expect(thenEvent(given(defined(PLAIN), retired).when({ type: 'retire' }))).toEqual({ type: 'unchanged' });
    expect(thenEvent(given(defined(PLAIN)).when({ type: 'put-back' }))).toEqual({ type: 'unchanged' });
  });

  it('is retired, and put back with the content that it was retired with', () => {
    expect(thenEvent(given(defined(PLAIN)).when({ type: 'retire' }))).toEqual({ type: 'retired' });
    const back = given(defined(PLAIN), defined(FLAGGED), retired).when({ type: 'put-back' });
    expect(thenEvent(back)).toEqual({ type: 'defined', data: FLAGGED });
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
