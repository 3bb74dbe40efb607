import type { ManagedServiceAccount } from '@wire/service-accounts.js';
import { type ApiClient, apiClient, must } from './api-client.js';
import { askAsNamed } from './signed-in-client.js';

/** Headers of another program's call, as the proxy in front of a hotel with sign-in hands it on. */
export const programHeaders = (key: string): Record<string, string> => ({
  ...{ host: 'front.example.jp', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' },
  authorization: `Bearer ${key}`,
});

/** Another program that calls a server by a key: no cookie, no header of a browser. */
export function programClient(url: string, key: string): ApiClient {
  const plain = apiClient(url, askAsNamed);
  const headers = programHeaders(key);
  return {
    get: (path, extra) => plain.get(path, { ...headers, ...extra }),
    post: (path, body, extra) => plain.post(path, body, { ...headers, ...extra }),
    put: (path, body, extra) => plain.put(path, body, { ...headers, ...extra }),
    delete: (path, extra) => plain.delete(path, { ...headers, ...extra }),
    send: (method, path, body, extra) => plain.send(method, path, body, { ...headers, ...extra }),
  };
}

let count = 0;

/** A service account with these scopes, and its key. */
export async function serviceAccount(
  admin: ApiClient,
  ...scopes: string[]
): Promise<{ account: ManagedServiceAccount; key: string }> {
  count += 1;
  const flags = Object.fromEntries(scopes.map((scope) => [scope, 1]));
  const body = { name: `外部 ${count}`, ...flags };
  const account = await must(admin.post<ManagedServiceAccount>('/api/service-accounts', body));
  return { account, key: await issueKey(admin, account.id) };
}

/** Issues another key of a service account. */
export async function issueKey(admin: ApiClient, id: number, overlapHours = 0): Promise<string> {
  const issued = admin.post<{ key: string }>(`/api/service-accounts/${id}/key`, {
    overlap_hours: overlapHours,
  });
  return (await must(issued)).key;
}
