import { readFileSync } from 'node:fs';

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const [first, ...included] = linesOf('.dockerignore');
const letIn = included.map((pattern) => pattern.replace(/^!/, ''));

/** The files that the Dockerfile copies from the clone, not from another stage. */
const sources = linesOf('Dockerfile')
  .filter((line) => /^COPY (?!--from=)/.test(line))
  .flatMap((line) => line.split(/\s+/).slice(1, -1))
  .map((source) => source.replace(/^\.\//, ''));

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

describe('.dockerignore', () => {
  it('excludes everything, then includes paths without wildcards', () => {
    expect(first).toBe('*');
    expect(included.filter((pattern) => !/^![\w.-]+(\/[\w.-]+)*$/.test(pattern))).toEqual([]);
  });

  it('does not let in the examples', () => {
    expect(letIn.filter((path) => isWithin(path, 'examples'))).toEqual([]);
  });

  it.each(sources)('lets in %s, which the Dockerfile copies', (source) => {
    expect(letIn.filter((path) => isWithin(source, path))).not.toEqual([]);
  });

  it.each(letIn)('lets in %s for a COPY of the Dockerfile', (path) => {
    expect(sources.filter((source) => isWithin(path, source))).not.toEqual([]);
  });
});
