import { exampleOf } from '../../../src/http/examples.ts';

const text = { type: 'string' };
const id = { type: 'integer', format: 'int64' };
const note = { type: ['string', 'null'] };
const named = {
  Conference: { type: 'object', properties: { id, name: text }, required: ['id', 'name'] },
};
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const answer = (schema: object) => exampleOf(schema, 'output', named);
const request = (schema: object) => exampleOf(schema, 'input', named);

describe('the example of a schema', () => {
  it.each([
    ['its own example', { ...text, examples: ['own'], default: 'other' }, 'own'],
    ['its constant', { type: 'boolean', const: true }, true],
    ['its default', { type: 'integer', default: 20 }, 20],
    ['the first of its values', { ...text, enum: ['draft', 'published'] }, 'draft'],
    ['a value of its format', { ...text, format: 'date' }, '2026-05-14'],
    ['a number in its limits', { type: 'integer', minimum: 5 }, 5],
    ['its first option that is not null', { anyOf: [{ type: 'null' }, id] }, 42],
    [
      'an object with all parts',
      { allOf: [object({ id }), object({ name: text })] },
      {
        id: 42,
        name: 'Ada Lovelace',
      },
    ],
    ['an entry of a map', { type: 'object', additionalProperties: id }, { 42: 42 }],
    [
      'a list of one item',
      { type: 'array', items: { $ref: '#/$defs/Conference' } },
      [{ id: 1, name: 'Computing by the Sea' }],
    ],
  ])('is %s', (_what, schema, expected) => {
    expect(answer(schema)).toEqual(expected);
  });

  it.each([
    [
      'of the first value that its schema allows',
      { from: { ...text, format: 'date-time' } },
      { from: '2026-05-13T16:00:00.000Z' },
    ],
    [
      'of the thing around it',
      { administrator: object({ name: text }) },
      { administrator: { name: 'Grace Hopper' } },
    ],
    ['null where nothing has happened', { erased_at: note }, { erased_at: null }],
    ['its own name if nothing is known of it', { odd_word: text }, { odd_word: 'odd word' }],
  ])('has as value of a field %s', (_what, properties, expected) => {
    expect(answer(object(properties))).toEqual(expected);
  });

  it('has optional fields in an answer, unless they tell of something that has not happened', () => {
    expect(answer(object({ bio: text, error: text }, []))).toEqual({
      bio: 'Wrote the first program.',
    });
  });

  it('has in a request the fields that it needs, and defaults that a client can send', () => {
    const fields = {
      id,
      bio: text,
      notify: { type: 'boolean', default: true },
      ids: { type: 'array', default: [] },
      dry_run: { ...text, enum: ['true', 'false'], default: false },
    };
    expect(request(object(fields, ['id']))).toEqual({ id: 42, notify: true });
  });
});
