import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';

/** The formats of the reference, as this API writes them. */
const FORMATS = {
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text),
};

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  logger: false,
  // Most validators run a few times, so that compiling them costs far more than running them.
  inlineRefs: false,
  code: { optimize: false },
  // A contract test validates the reference.
  validateSchema: false,
  formats: FORMATS,
});
/** Known validators by the text of their schemas. The apps of all files of a worker share them. */
const VALIDATORS = new Map<string, ValidateFunction>();
/** The texts of the components that these refer to, by name. */
const COMPONENTS = new Map<string, string>();

/**
 * Each component is compiled when an answer first needs it, once for all endpoints and apps.
 * @throws Error when two components have one name
 */
export function validatorOf(
  schema: object | false,
  components: Record<string, object>,
): ValidateFunction {
  for (const [name, component] of Object.entries(components)) {
    const text = withNames(component);
    const known = COMPONENTS.get(name);
    if (known !== undefined && known !== text) throw new Error(`two schemas have the id ${name}`);
    if (known === undefined) ajv.addSchema(JSON.parse(text), name);
    COMPONENTS.set(name, text);
  }
  const text = withNames(schema);
  const validator = VALIDATORS.get(text) ?? ajv.compile(JSON.parse(text));
  VALIDATORS.set(text, validator);
  return validator;
}

/**
 * The text of a schema, which refers to others by their names alone. A description can name the
 * operations of a document, which differ by the document.
 */
const withNames = (schema: object | false): string =>
  JSON.stringify(schema, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  ).replaceAll('"#/components/schemas/', '"');
