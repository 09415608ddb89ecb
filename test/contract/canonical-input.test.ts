import type { z } from 'zod';
import { jsonSchemaOf } from '../../src/http/json-schemas.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';

const ENDPOINTS = declaredEndpoints();

/** The integers in a path or query, where everything is text. */
const INTEGERS = ENDPOINTS.flatMap((endpoint) =>
  (['params', 'query'] as const).flatMap((place) => {
    const schema: z.ZodType | undefined = endpoint[place];
    const { properties = {} } = (schema ? jsonSchemaOf(schema, 'input', {}) : {}) as {
      properties?: Record<string, { type?: string }>;
    };
    const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
    return names.map((name) => ({ title: `${nameOf(endpoint)} ${name}`, schema, name }));
  }),
);

it('every integer of a path or query has one spelling', () => {
  expect(INTEGERS.length).toBeGreaterThan(200);
  for (const given of ['02', '+2', '2.0', '0x2', '2e0', ' 2', '٢']) {
    const taking = INTEGERS.filter(({ schema, name }) => {
      const { error } = schema?.safeParse({ [name]: given }) ?? {};
      return !error?.issues.some(({ path }) => path[0] === name);
    });
    expect([given, taking.map(({ title }) => title)]).toEqual([given, []]);
  }
});

interface Field {
  readonly title: string;
  readonly schema: z.ZodType;
}

/** The fields of a schema, however deep, whose values can be an address but not just any text. */
function addressesIn(schema: z.ZodType, title: string): Field[] {
  const takes = (given: unknown) => schema.safeParse(given).success;
  if (takes('https://a.example/x') && !takes('no address')) return [{ title, schema }];
  const {
    shape,
    element,
    innerType,
    in: before,
    options,
  } = schema.def as {
    readonly shape?: Readonly<Record<string, z.ZodType>>;
    readonly element?: z.ZodType;
    readonly innerType?: z.ZodType;
    readonly in?: z.ZodType;
    readonly options?: readonly z.ZodType[];
  };
  const inner = [element, innerType, before, ...(options ?? [])].filter((one) => one !== undefined);
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, one]) => addressesIn(one, `${title} ${name}`)),
    ...inner.flatMap((one) => addressesIn(one, title)),
  ];
}

it('no address of a body has a user name or a password', () => {
  const fields = ENDPOINTS.flatMap((endpoint) =>
    endpoint.body ? addressesIn(endpoint.body, nameOf(endpoint)) : [],
  )
    // Any visible text can be a credential.
    .filter(
      ({ title }) => !title.endsWith('/sources credential') && !title.endsWith(':id credential'),
    );
  expect(fields.length).toBeGreaterThan(25);
  for (const address of ['https://ada:secret@a.example/x', 'https://ada@a.example/x']) {
    const taking = fields.filter(({ schema }) => schema.safeParse(address).success);
    expect(taking.map(({ title }) => title)).toEqual([]);
  }
});
