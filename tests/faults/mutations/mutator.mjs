// Makes mutants of a source file: one small change each, at a place and by an operator of this file.
import { parseSync } from 'oxc-parser';

const COMPARISONS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const ARITHMETIC = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const ASSIGNMENTS = { '+=': '-=', '-=': '+=', '??=': '=', '||=': '=', '&&=': '=' };
/** Methods whose call is dropped: `list.filter(…)` becomes `list`. */
const DROPPED_METHODS =
  /^(filter|sort|toSorted|reverse|toReversed|slice|trim|trimStart|trimEnd|toUpperCase|toLowerCase|normalize|replace|replaceAll|padStart|concat|catch|finally)$/;
const SWAPPED_NAMES = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  indexOf: 'lastIndexOf',
  findLast: 'find',
  floor: 'ceil',
  ceil: 'floor',
};

/**
 * Every mutant of a source: `{ file, line, operator, start, end, replacement }`. Types, imports and decorators are left as
 * they are, as no test can see them.
 */
export function mutantsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0].message}`);
  const mutants = [];
  const add = (operator, { start, end }, replacement) => {
    if (text.slice(start, end) === replacement) return;
    const line = text.slice(0, start).split('\n').length;
    mutants.push({ file, line, operator, start, end, replacement });
  };
  visit(program, null, (node, parent) => OPERATORS[node.type]?.({ node, parent, text, add }));
  return mutants;
}

/** The source with the change of one mutant in it. */
export function applyMutant(text, { start, end, replacement }) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The lines that a mutant changes, as a diff shows them. */
export function diffOf(text, mutant) {
  const start = text.lastIndexOf('\n', mutant.start - 1) + 1;
  const after = text.indexOf('\n', mutant.end);
  const end = after < 0 ? text.length : after;
  const changed = applyMutant(text.slice(start, end), {
    start: mutant.start - start,
    end: mutant.end - start,
    replacement: mutant.replacement,
  });
  const signed = (sign, lines) => lines.split('\n').map((line) => `${sign} ${line}`);
  return [
    `@@ ${mutant.file}:${mutant.line} ${mutant.operator} @@`,
    ...signed('-', text.slice(start, end)),
    ...signed('+', changed),
  ].join('\n');
}

/** Numbers of 32 bits that follow from a seed (mulberry32). */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Draws some of a list, each at most once; the same seed draws the same. */
export function drawFrom(list, count, seed) {
  const next = numbersFrom(seed);
  const left = [...list];
  const drawn = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(next() % left.length, 1));
  return drawn;
}

/** Walks the nodes that are left at run time. */
function visit(node, parent, see) {
  if (!isAtRunTime(node, parent)) return;
  see(node, parent);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'decorators' || key === 'source') continue;
    for (const child of [value].flat()) if (child && typeof child.type === 'string') visit(child, node, see);
  }
}

const EXPRESSIONS_OF_TYPESCRIPT = /^TS(As|Satisfies|NonNull|Instantiation)/;

function isAtRunTime({ type, declare }, parent) {
  if (declare || /^Import(?!Expression)|^Export(All|Specifier)/.test(type)) return false;
  if (parent?.type === 'ImportExpression') return false;
  return !type.startsWith('TS') || EXPRESSIONS_OF_TYPESCRIPT.test(type) || type === 'TSParameterProperty';
}

const sourceOf = (text, { start, end }) => text.slice(start, end);
const isTruth = ({ type, operator }) =>
  type === 'LogicalExpression'
    ? operator !== '??'
    : (type === 'BinaryExpression' && (operator in COMPARISONS || operator === 'in')) ||
      (type === 'UnaryExpression' && operator === '!');
const isText = ({ type, value }) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** A condition negated, and as if it always or never held. */
function mutateCondition({ node, text, add }) {
  if (!node.test) return;
  const test = sourceOf(text, node.test);
  // A comparison is negated by its own operator.
  if (!(node.test.type === 'BinaryExpression' && node.test.operator in COMPARISONS))
    add(
      'negated condition',
      node.test,
      node.test.operator === '!' ? sourceOf(text, node.test.argument) : `!(${test})`,
    );
  if (node.type !== 'WhileStatement' && node.type !== 'ForStatement')
    add('condition true', node.test, 'true');
  add('condition false', node.test, 'false');
}

function mutateReturned({ text, add }, value) {
  if (!value) return;
  if (isTruth(value)) {
    add('returned constant', value, 'true');
    add('returned constant', value, 'false');
  }
  if (value.type === 'ArrayExpression' && value.elements.length > 0) add('returned constant', value, '[]');
  if (value.type === 'AwaitExpression') add('dropped await', value, sourceOf(text, value.argument));
}

function mutateMember({ node, text, add }) {
  const { object, property, computed, optional } = node;
  if (optional) {
    const between = text.indexOf('?.', object.end);
    add('optional chaining', { start: between, end: between + 2 }, computed ? '' : '.');
  }
  const other = !computed && Object.hasOwn(SWAPPED_NAMES, property.name) && SWAPPED_NAMES[property.name];
  if (other) add('other method', property, other);
}

const OPERATORS = {
  BinaryExpression({ node, text, add }) {
    const { left, right, operator } = node;
    const at = text.indexOf(operator, left.end);
    const place = { start: at, end: at + operator.length };
    for (const other of COMPARISONS[operator] ?? []) add('comparison', place, other);
    const other = ARITHMETIC[operator];
    if (other && !isText(left) && !isText(right)) add('arithmetic', place, other);
  },

  LogicalExpression({ node, text, add }) {
    const { left, right, operator } = node;
    const at = text.indexOf(operator, left.end);
    if (operator === '??') {
      add('dropped fallback', node, sourceOf(text, left));
      return;
    }
    // In brackets where the other operator would bind in another way.
    const wrapped = (side) =>
      side.type === 'LogicalExpression' ? `(${sourceOf(text, side)})` : sourceOf(text, side);
    const between = text.slice(left.end, right.start).replace(operator, operator === '&&' ? '||' : '&&');
    if (at >= 0) add('logical operator', node, `(${wrapped(left)}${between}${wrapped(right)})`);
  },

  UnaryExpression({ node, parent, text, add }) {
    const { operator, argument } = node;
    const isCondition = /^(If|Conditional|While)/.test(parent.type) && parent.test === node;
    if (operator === '!' && !isCondition) add('dropped negation', node, sourceOf(text, argument));
    if (operator === '-') add('dropped sign', node, sourceOf(text, argument));
  },

  IfStatement: mutateCondition,
  ConditionalExpression: mutateCondition,
  WhileStatement: mutateCondition,
  ForStatement: mutateCondition,

  ReturnStatement(context) {
    mutateReturned(context, context.node.argument);
    if (!context.node.argument) context.add('dropped statement', context.node, ';');
  },

  ArrowFunctionExpression(context) {
    if (context.node.expression) mutateReturned(context, context.node.body);
  },

  ExpressionStatement({ node, text, add }) {
    const { expression, directive } = node;
    if (directive || /^super\b/.test(sourceOf(text, node))) return;
    add('dropped statement', node, ';');
    if (expression.type === 'AwaitExpression')
      add('dropped await', node, `void ${sourceOf(text, expression.argument)};`);
  },

  ThrowStatement: ({ node, add }) => add('dropped statement', node, ';'),
  ContinueStatement: ({ node, add }) => add('dropped statement', node, ';'),
  BreakStatement({ node, parent, add }) {
    if (parent.type !== 'SwitchCase') add('dropped statement', node, ';');
  },

  VariableDeclarator({ node, text, add }) {
    if (node.init?.type === 'AwaitExpression')
      add('dropped await', node.init, sourceOf(text, node.init.argument));
  },

  Literal({ node, parent, add }) {
    const { value } = node;
    const isFixed = parent.key === node || parent.directive || parent.type === 'TSEnumMember';
    if (isFixed) return;
    if (typeof value === 'number') {
      add('number', node, String(value + 1));
      if (value > 0) add('number', node, String(value - 1));
    }
    if (typeof value === 'boolean') add('constant', node, String(!value));
    if (typeof value === 'string') add('text', node, value === '' ? "'another'" : "''");
    if (node.regex) mutatePattern(node, add);
  },

  TemplateLiteral({ node, parent, add }) {
    if (parent.type !== 'TaggedTemplateExpression' && node.quasis.length > 1) add('text', node, '``');
  },

  MemberExpression: mutateMember,

  CallExpression({ node, text, add }) {
    const { callee, optional } = node;
    if (optional) {
      const between = text.indexOf('?.', callee.end);
      add('optional chaining', { start: between, end: between + 2 }, '');
    }
    if (callee.type === 'MemberExpression' && !callee.computed && DROPPED_METHODS.test(callee.property.name))
      add('dropped call', node, sourceOf(text, callee.object));
  },

  UpdateExpression({ node, add }) {
    const { operator, prefix, start, end } = node;
    const place = prefix ? { start, end: start + 2 } : { start: end - 2, end };
    add('arithmetic', place, operator === '++' ? '--' : '++');
  },

  AssignmentExpression({ node, text, add }) {
    const other = ASSIGNMENTS[node.operator];
    const at = text.indexOf(node.operator, node.left.end);
    if (other) add('arithmetic', { start: at, end: at + node.operator.length }, other);
  },

  AssignmentPattern: ({ node, text, add }) => {
    if (node.right.type === 'Identifier') add('dropped default', node, sourceOf(text, node.left));
  },

  SpreadElement({ node, parent, add }) {
    if (parent.type === 'ObjectExpression') add('dropped spread', node, '...{}');
    if (parent.type === 'ArrayExpression') add('dropped spread', node, '...[]');
  },
};

/** A pattern without an anchor, without its flags but `u` and `v`, or that wants one where it took more. */
function mutatePattern(node, add) {
  const { pattern, flags } = node.regex;
  const kept = flags.replace(/[gimsy]/g, '');
  if (pattern.startsWith('^')) add('pattern', node, `/${pattern.slice(1) || '(?:)'}/${flags}`);
  if (pattern.endsWith('$') && !pattern.endsWith('\\$'))
    add('pattern', node, `/${pattern.slice(0, -1) || '(?:)'}/${flags}`);
  if (/[^\\]\+/.test(pattern)) add('pattern', node, `/${pattern.replace(/([^\\])\+/, '$1')}/${flags}`);
  if (kept !== flags) add('pattern', node, `/${pattern}/${kept}`);
}
