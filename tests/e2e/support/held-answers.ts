import type { Page, Route } from '@playwright/test';

/** Keeps back the answers of all requests of a method to addresses like this; `requests` names them, `release` lets them through. */
export async function holdAnswers(page: Page, method: string, url: RegExp) {
  const requests: string[] = [];
  const held: Promise<void>[] = [];
  let letThrough = (): void => {};
  const released = new Promise<void>((done) => {
    letThrough = done;
  });
  const hold = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  };
  await page.route(url, (route, request) => {
    if (request.method() !== method) return route.fallback();
    requests.push(`${method} ${request.url()}`);
    const answer = hold(route);
    held.push(answer);
    return answer;
  });
  return {
    requests,
    async release(): Promise<void> {
      letThrough();
      await Promise.all(held);
      await page.unroute(url);
    },
  };
}
