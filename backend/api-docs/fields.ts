import type { JsonSchema, Operation } from './openapi.js';

/** One thing that can be sent with a call. */
export type Field = {
  name: string;
  place: 'query' | 'body' | 'form';
  type: string;
  title: string;
  required: boolean;
};

/** A schema in a few characters, such as `0–99`, `date` or `{id, version}[]`. */
function typeText(schema: JsonSchema): string {
  const { type, format, maxLength, items, properties, required = [] } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeText).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (items)
    return `${items.anyOf || items.oneOf || items.enum ? `(${typeText(items)})` : typeText(items)}[]`;
  if (properties) {
    const names = Object.entries(properties)
      .filter(([, property]) => !property.readOnly)
      .map(([name]) => (required.includes(name) ? name : `${name}?`));
    return `{${names.join(', ')}}`;
  }
  if (type === 'integer' || type === 'number') return numberText(schema);
  if (type === 'string' && format) return format;
  if (type === 'string' && maxLength !== undefined) return `string ≤ ${maxLength.toLocaleString('en')}`;
  return type ?? 'any';
}

function numberText({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined) return 'integer';
  // A bound that is only the database's is no news to anybody.
  if (maximum >= 2_147_483_647) return minimum === 0 ? 'integer ≥ 0' : 'integer';
  return `${minimum.toLocaleString('en')}–${maximum.toLocaleString('en')}`;
}

const titleOf = (schema: JsonSchema): string =>
  schema.title ??
  (schema.anyOf ?? schema.oneOf ?? [schema.items ?? {}]).find(({ title }) => title)?.title ??
  '';

function fieldsIn(schema: JsonSchema, place: Field['place']): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .filter(([, property]) => !property.readOnly)
    .map(([name, property]) => ({
      name,
      place,
      type: typeText(property),
      title: titleOf(property),
      required: required.includes(name),
    }));
}

/** What can be sent with a call in its query, and in each form that its body may have. */
export function fieldsOf({ parameters, requestBody }: Operation): { query: Field[]; bodies: Field[][] } {
  const query = parameters.flatMap((parameter): Field[] =>
    'in' in parameter && parameter.in === 'query'
      ? fieldsIn(
          {
            properties: { [parameter.name]: parameter.schema },
            required: parameter.required ? [parameter.name] : [],
          },
          'query',
        )
      : [],
  );
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([media, { schema }]) =>
    (schema.oneOf ?? [schema]).map((one) => fieldsIn(one, media === 'multipart/form-data' ? 'form' : 'body')),
  );
  return { query, bodies };
}
