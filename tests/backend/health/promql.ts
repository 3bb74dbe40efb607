const TOKEN =
  /\s*("(?:[^"\\]|\\.)*"|\d+[smhd]\b|\d+(?:\.\d+)?\b|[a-zA-Z_]\w*|[=!]~|[=!<>]=|[-+*/<>=(){}[\],])/y;
const NAME = /^[a-zA-Z_]\w*$/;
const OPERATOR = /^([-+*/<>]|[=!<>]=|and|or|unless)$/;
const AGGREGATION = /^(sum|min|max|avg|count|topk)$/;
const FUNCTION = /^(abs|absent|changes|histogram_quantile|increase|max_over_time|rate|time|vector)$/;

/**
 * The names in an expression of PromQL, of which this reads what the alerts and the dashboard use: aggregations, functions,
 * selectors and binary operators. Anything else is refused, so a function or form that comes into use is added here.
 */
export function readPromql(expr: string): { metrics: string[]; labels: string[] } {
  const tokens = tokensOf(expr);
  const names = { metrics: [] as string[], labels: [] as string[] };
  const refuse = (): never => {
    throw new Error(`${expr}: not understood before «${tokens.join(' ')}»`);
  };
  const take = (wanted: string | RegExp): string => {
    const [token = ''] = tokens;
    if (typeof wanted === 'string' ? token !== wanted : !wanted.test(token)) refuse();
    return tokens.shift() ?? '';
  };
  const list = (item: () => void, end: string): void => {
    for (let isFirst = true; tokens[0] !== end; isFirst = false) {
      if (!isFirst) take(',');
      item();
    }
    take(end);
  };
  const label = () => void names.labels.push(take(NAME));
  const matcher = () => {
    label();
    take(/^([=!]~|!?=)$/);
    take(/^"/);
  };
  const operand = (): void => {
    const token = tokens.shift() ?? refuse();
    if (/^\d/.test(token)) return;
    if (token === '(') {
      expression();
      take(')');
    } else if (AGGREGATION.test(token)) {
      if (/^(by|without)$/.test(tokens[0] ?? '')) {
        take(NAME);
        take('(');
        list(label, ')');
      }
      take('(');
      list(expression, ')');
    } else if (FUNCTION.test(token)) {
      take('(');
      list(expression, ')');
    } else if (NAME.test(token)) {
      names.metrics.push(token);
      if (tokens[0] === '{') {
        take('{');
        list(matcher, '}');
      }
      if (tokens[0] === '[') {
        take('[');
        take(/^\d+[smhd]$/);
        take(']');
      }
    } else refuse();
  };
  const expression = (): void => {
    operand();
    while (OPERATOR.test(tokens[0] ?? '')) {
      take(OPERATOR);
      operand();
    }
  };
  expression();
  if (tokens.length > 0) refuse();
  return names;
}

function tokensOf(expr: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < expr.trimEnd().length; end = TOKEN.lastIndex) {
    const [, token] = TOKEN.exec(expr) ?? [];
    if (token === undefined) throw new Error(`${expr}: not understood at ${end}`);
    tokens.push(token);
  }
  return tokens;
}
