import type { Page } from '@playwright/test';

/** Answers of the server that the network keeps back. */
export type HeldAnswers = {
  /** Method and address of every request whose answer is held. */
  requests: string[];
  /** Lets them through. */
  release(): Promise<void>;
};

/** Keeps back the answers of all requests of a method to addresses like this. */
export async function holdAnswers(page: Page, method: string, url: RegExp): Promise<HeldAnswers> {
  const requests: string[] = [];
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(url, async (route, request) => {
    if (request.method() !== method) return route.fallback();
    requests.push(`${method} ${request.url()}`);
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return {
    requests,
    async release() {
      letThrough();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
