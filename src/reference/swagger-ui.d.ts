/** What the page uses of Swagger UI, whose package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export type Node = { readonly type: unknown } | string;
  export type Props = Readonly<Record<string, unknown>>;
  export type Component = (props: Props) => Node | null;

  /** A map of Immutable.js, as far as the page uses it. */
  export interface ImmutableMap {
    get(key: string): unknown;
    getIn(keys: readonly string[]): unknown;
    set(key: string, value: unknown): this;
    update(key: string, change: (value: ImmutableMap) => ImmutableMap): this;
    map(change: (value: ImmutableMap, key: string) => ImmutableMap): this;
    filter(isKept: (value: ImmutableMap) => boolean): this;
    toJS(): object;
    readonly size: number;
  }

  export interface React {
    readonly Fragment: Component;
    createElement(
      type: Component | string,
      props: Props | null,
      ...children: readonly unknown[]
    ): Node;
    useState<Value>(initial: Value): [Value, (value: Value) => void];
  }

  export interface System {
    readonly React: React;
    getComponent(name: string, isContainer: boolean): Component;
    readonly authActions: { authorizeWithPersistOption(credentials: object): void };
    readonly layoutActions: {
      updateFilter(phrase: string): void;
      parseDeepLinkHash(hash: string): void;
    };
    readonly specActions: { updateJsonSpec(document: unknown): void };
    readonly specSelectors: Readonly<
      Record<'specJson' | 'info' | 'taggedOperations', () => ImmutableMap>
    >;
  }

  /** https://swagger.io/docs/open-source-tools/swagger-ui/customization/plugin-api/ */
  export interface Plugin {
    readonly fn?: Readonly<Record<string, unknown>>;
    readonly statePlugins?: Readonly<
      Record<
        string,
        {
          readonly wrapActions: Readonly<
            Record<string, (original: unknown, system: System) => (value: never) => void>
          >;
        }
      >
    >;
    readonly wrapComponents?: Readonly<
      Record<string, (original: Component, system: System) => Component>
    >;
  }

  const SwaggerUI: (
    options: Readonly<Record<string, unknown>> & {
      readonly plugins: readonly ((system: System) => Plugin)[];
    },
  ) => System;
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default SwaggerUI;
}

declare module '*.css';
