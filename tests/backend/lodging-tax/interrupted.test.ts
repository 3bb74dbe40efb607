import { addDays, day } from '@domain/dates.js';
import { expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import { lodgingTaxRuleStream } from '#backend/streams/lodging-tax-rule.stream.js';
import { eventually } from '#tests/support/eventually.js';
import { startTestServer } from '#tests/support/server.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';

const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);

it('a rule whose node ended before it had reached all stays is carried on by the next that starts', async () => {
  const { id } = await hotel.book({
    ...{ stay_start: hotel.today, stay_end: addDays(hotel.today, 2), total_fee: 16_400, csv_notes: '0' },
  });
  const data = {
    ...{
      name: '市',
      firstDay: day('2026-03-01'),
      isIncluded: false,
      exemptions: [],
      recordedOn: hotel.today,
    },
    levies: [{ name: '市', brackets: [{ from: 0, yen: 300, rate: null }] }],
  };
  await node.store.execute({
    idempotency: null,
    requirements: [],
    decide: (unit) => {
      const write = { staffId: null, terminal: null, requestId: 'rule-without-its-stays' };
      return unit.append(
        lodgingTaxRuleStream,
        unit.nextPosition,
        { type: 'LodgingTaxRuleDefined', data },
        write,
      ).id;
    },
  });
  const due = async () => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body.lodging_tax;
  expect(await due()).toBe(0);
  const next = await startTestServer({ databaseUrl: hotel.databaseUrl });
  await eventually('the stay has its tax', due, (yen) => expect(yen).toBe(600));
  await next.stop();
});
