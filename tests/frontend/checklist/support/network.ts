type Fetch = typeof fetch;
type Call = { method: string; path: string };
type Intercept = {
  /** `write` is any that is no read. */
  method: string;
  path: RegExp;
  /** Answers in the place of the server, which `ask` asks. */
  answer: (ask: () => Promise<Response>, url: URL) => Promise<Response>;
};

/** The network past all that the page is told instead. */
export const realFetch: Fetch = globalThis.fetch;

const intercepts = new Set<Intercept>();
const calls: Call[] = [];
let hasAltered = false;

const isMeant = (one: Intercept, method: string) =>
  one.method === method || (one.method === 'write' && method !== 'GET');

globalThis.fetch = async (path, init) => {
  const url = new URL(String(path), location.href);
  const method = init?.method ?? 'GET';
  calls.push({ method, path: url.pathname + url.search });
  const found = [...intercepts].find((one) => isMeant(one, method) && one.path.test(url.pathname));
  const ask = () => realFetch(path, init);
  return found ? found.answer(ask, url) : ask();
};

/** Answers calls of the page in the server's place until what is returned is called. */
export function intercept(method: string, path: RegExp, answer: Intercept['answer']): () => void {
  const one = { method, path, answer };
  intercepts.add(one);
  return () => void intercepts.delete(one);
}

/** Lets every call through again; answers whether the page holds what the server never said. */
export function letAllThrough(): boolean {
  intercepts.clear();
  const wasAltered = hasAltered;
  hasAltered = false;
  return wasAltered;
}

/** The writes that reach the network while something is done. */
export async function writesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = calls.length;
  await work();
  return calls.slice(before).flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));
}

/** An answer in JSON. */
export const json = (body: unknown, status = 200, headers?: Headers): Response =>
  new Response(JSON.stringify(body), { status, headers: headers ?? {} });

/** Changes what a read answers. */
export const altering =
  <Body>(alter: (body: Body) => unknown): Intercept['answer'] =>
  async (ask) => {
    const response = await ask();
    hasAltered = true;
    return json(alter((await response.json()) as Body), response.status, response.headers);
  };

/** Keeps back the answers of calls; tells of them, and lets them through. */
export function holdAnswers(method: string, path: RegExp) {
  const requests: string[] = [];
  let letThrough = () => {};
  const released = new Promise<void>((done) => {
    letThrough = done;
  });
  const end = intercept(method, path, async (ask, url) => {
    requests.push(url.pathname);
    const response = await ask();
    await released;
    return response;
  });
  return {
    requests,
    release: () => {
      end();
      letThrough();
    },
  };
}
