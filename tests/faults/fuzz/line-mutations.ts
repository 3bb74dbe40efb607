import fc from 'fast-check';
import type { Draft, Mutation } from './draft.js';
import { FRAMINGS } from './framings.js';
import { ODD_HEADERS } from './odd-headers.js';
import { oddText } from './odd-values.js';

const nth = fc.nat(1_000);

/** A header of an odd value. */
export const headers: fc.Arbitrary<Mutation> = fc
  .constantFrom(...Object.keys(ODD_HEADERS))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(ODD_HEADERS[name] ?? []))))
  .map(([name, value]) => ({
    what: `header ${name}`,
    apply: (draft) => {
      const isOnly = name === 'Host' || name === 'Content-Type';
      draft.headers = draft.headers.filter(([known]) => !isOnly || known !== name);
      draft.headers.push([name, value]);
    },
  }));

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).slice(0, 6_000);
const RAW_QUERIES = [
  '%',
  '%zz',
  '%E3%81',
  'q=%00',
  'a[b][c]=1',
  'start_date[]=1',
  '__proto__[x]=1',
  '&&&=',
  `${'a=1&'.repeat(1_500)}`,
  '?',
  '=',
  'limit=1&limit=2',
  'as_of=1&as_of=2',
];
/** An odd query. */
export const queries: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(nth, oddText).map(([index, text]) => ({
    what: 'a parameter',
    apply: ({ query }: Draft) => {
      const pair = query[index % Math.max(1, query.length)];
      if (pair) pair[1] = encoded(text);
      else query.push(['as_of', encoded(text)]);
    },
  })),
  fc.tuple(nth, oddText).map(([index, text]) => ({
    what: 'a parameter twice',
    apply: ({ query }: Draft) => {
      query.push([query[index % Math.max(1, query.length)]?.[0] ?? 'q', encoded(text)]);
    },
  })),
  fc.constantFrom(...RAW_QUERIES).map((text) => ({
    what: 'a raw query',
    apply: ({ query }: Draft) => {
      query.push([text, '']);
    },
  })),
);

const IDS = [
  '0',
  '-1',
  '1e3',
  '007',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '1.0',
  '%31',
  '%00',
  '１',
  'NaN',
  '[7]',
  '1%2f2',
  '..',
  '%2e%2e',
  '%',
  '%ff',
  "1'--",
  ' 1',
  '1%20',
  'a'.repeat(3_000),
];
/** An odd path. */
export const paths: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constantFrom(...IDS).map((id) => ({
    what: 'an id',
    apply: (draft: Draft) => {
      draft.path = /\/[^/]*\d[^/]*/.test(draft.path)
        ? draft.path.replace(/\/[^/]*\d[^/]*/, () => `/${id}`)
        : `${draft.path}/${id}`;
    },
  })),
  fc
    .constantFrom<(path: string) => string>(
      (path) => path.replaceAll('/', '//'),
      (path) => `${path}/`,
      (path) => `/x/..${path}`,
      (path) => path.replace('/api/', '/api/%2e%2e/api/'),
      (path) => path.replace(/\/(?!.*\/)/, '%2f'),
      (path) => path.toUpperCase(),
      (path) => `${path}%00`,
      (path) => `${path}.json`,
      (path) => `http://evil.example${path}`,
      () => '*',
      () => '/socket.io/?EIO=4&transport=polling',
      () => '/..%2f..%2fpackage.json',
      () => '/assets/%c0%ae%c0%ae/',
      () => `/${'a/'.repeat(3_000)}`,
    )
    .map((change) => ({
      what: 'a path',
      apply: (draft: Draft) => {
        draft.path = change(draft.path);
      },
    })),
);

/** Another method. */
export const methods: fc.Arbitrary<Mutation> = fc
  .constantFrom(
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'CONNECT',
    'get',
    'FOO',
    'P OST',
  )
  .map((method) => ({
    what: `method ${method}`,
    apply: (draft) => {
      draft.method = method;
    },
  }));
/** A body that is sent in another way. */
export const framings: fc.Arbitrary<Mutation> = fc.constantFrom(...Object.keys(FRAMINGS)).map((name) => ({
  what: `body sent as ${name}`,
  apply: (draft) => {
    draft.framing = name;
  },
}));
