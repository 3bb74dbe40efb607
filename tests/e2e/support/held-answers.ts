import type { Page, Route } from '@playwright/test';

/** Keeps back the answers of all requests of a method to addresses like this; `requests` names them, `release` lets them through, and all that come later. */
export async function holdAnswers(page: Page, method: string, url: RegExp) {
  const requests: string[] = [];
  const held: Promise<void>[] = [];
  let isReleased = false;
  let letThrough = (): void => {};
  const released = new Promise<void>((done) => {
    letThrough = done;
  });
  const hold = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  };
  // The route stays until the page is closed: Playwright continues by itself what is still being fetched when it is taken away.
  await page.route(url, (route, request) => {
    if (isReleased || request.method() !== method) return route.fallback();
    requests.push(`${method} ${request.url()}`);
    const answer = hold(route);
    held.push(answer);
    return answer;
  });
  return {
    requests,
    async release(): Promise<void> {
      isReleased = true;
      letThrough();
      await Promise.all(held);
    },
  };
}
